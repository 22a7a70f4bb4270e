/** Going back, taking back, and going on in another version of the model. */
import { describe, expect, it } from 'vitest'
import { Instance, model, on } from '../support/process-models.ts'
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { ProcessGraph } from '../../model/workflow/core/graph.ts'
import { migrate } from '../../model/workflow/core/migrate.ts'

describe('going back', () => {
  const across = model({ fork: 'parallel', join: 'parallel' }, 'start > z > fork > a > join > c > end', 'fork > b > join')

  it('across a join gives back what it had taken from the branch that stays', () => {
    const instance = new Instance(across).complete('z', 'a', 'b')
    expect(instance.targets('c')).toEqual(['b', 'a', 'z'])
    expect(instance.back('c', 'a').at).toEqual(['a'])
    expect(instance.complete('a').at, 'b stays done').toEqual(['c'])
  })

  it('before a fork undoes all its branches', () => {
    const instance = new Instance(across).complete('z', 'a').back('b', 'z')
    expect(instance.at).toEqual(['z'])
    expect(instance.complete('z', 'a', 'b').at).toEqual(['c'])
  })

  it('is offered to no task that is no cause', () => {
    const instance = new Instance(across).complete('z', 'a')
    expect(instance.targets('b')).toEqual(['z'])
    expect(() => instance.back('b', 'a')).toThrow(CommandError)
  })

  it('out of a sub-process and to before one, and never into one that has ended', () => {
    const graph = model(
      { sub: 'sub-process', s: { kind: 'user-task', inside: 'sub' }, t: { kind: 'user-task', inside: 'sub' } },
      'start > z > sub > b > end',
      's > t',
    )
    const inside = new Instance(graph).complete('z', 's')
    expect(inside.targets('t')).toEqual(['s', 'z'])
    expect(inside.back('t', 'z').at).toEqual(['z'])
    const after = inside.complete('z', 's', 't')
    expect(after.targets('b')).toEqual(['z'])
    expect(after.back('b', 'z').at).toEqual(['z'])
  })

  it('takes back what somebody has done, while its scope is open', () => {
    const instance = new Instance(across).complete('z', 'a', 'b')
    const id = [...instance.state.activities.values()].find(({ node }) => node === 'b')?.id ?? -1
    expect(instance.do({ do: 'withdraw', activity: id }).at).toEqual(['b'])
    expect(() => instance.do({ do: 'withdraw', activity: id })).toThrow(CommandError)
    expect(instance.complete('b').at).toEqual(['c'])
  })

  it('what was undone is no way back', () => {
    const graph = model({ ask: 'exclusive' }, 'start > a > ask > b > c > end')
    const instance = new Instance(graph).complete('a', 'b').back('c', 'a').complete('a')
    expect(instance.targets('b')).toEqual(['a'])
  })
})

describe('going back, and coming straight back', () => {
  const across = model({ fork: 'parallel', join: 'parallel' }, 'start > z > fork > a > join > c > end', 'fork > b > join')

  it('leaves what lies between as it is', () => {
    const instance = new Instance(across).complete('z', 'a', 'b').back('c', 'a', true)
    expect([instance.at, instance.deadlocks]).toEqual([['a'], []])
    expect(instance.complete('a').at).toEqual(['c'])
    expect(instance.complete('c').at).toBe('ended')
  })

  it('leaves branches beside as they are, and a join waits for the answer', () => {
    const instance = new Instance(across).complete('z').back('a', 'z', true)
    expect(instance.at).toEqual(['b', 'z'])
    expect(instance.complete('b').at, 'nothing has joined').toEqual(['z'])
    expect(instance.complete('z').at).toEqual(['a'])
    expect(instance.complete('a').at).toEqual(['c'])
  })

  it('from where one was asked again, whoever was before is asked again in turn', () => {
    const graph = model({}, 'start > a > b > c > d > end')
    const instance = new Instance(graph).complete('a', 'b', 'c').back('d', 'b', true)
    expect(instance.targets('b'), 'the way stands as it did at b').toEqual(['a'])
    expect(instance.back('b', 'a', true).at).toEqual(['a'])
    expect(instance.complete('a').at).toEqual(['b'])
    expect(instance.complete('b').at).toEqual(['d'])
    expect(instance.targets('d'), 'what was asked again is one task of the way').toEqual(['c', 'b', 'a'])
    expect(instance.back('d', 'b').complete('b').at, 'the other way, all between is done again').toEqual(['c'])
  })

  it('lets an inclusive join wait for the answer, and a branch that dies beside end it', () => {
    const graph = model(
      { fork: 'inclusive', join: 'inclusive' },
      'start > z > fork',
      'fork > a [yes]',
      'fork > b [yes]',
      'a > join > c > end',
      'b > join',
    )
    const instance = new Instance(graph, ['yes']).complete('z', 'b').back('a', 'z', true)
    expect(instance.at).toEqual(['z'])
    expect(instance.complete('z', 'a').at).toEqual(['c'])
  })

  it('stands for the task that waits: a join behind it waits, also where the way from there leads through the join', () => {
    const graph = model({ join: 'inclusive', split: 'parallel' }, 'start > n > join > t > split', 'split > u > join', 'split > v > join')
    const instance = new Instance(graph).complete('n', 't', 'u')
    expect(instance.at).toEqual(['v'])
    expect(instance.back('v', 'n', true).at).toEqual(['n'])
    expect(instance.complete('n').at).toEqual(['v'])
    expect(instance.complete('v').at, 'both have come').toEqual(['t'])
  })

  it('waits for no event at its edge, by which it would never come back', () => {
    const graph = model({ late: on({ on: 'timer', timer: 'PT1H' }, { at: 'a' }) }, 'start > a > b > end', 'late > c > end')
    const instance = new Instance(graph)
    expect(instance.state.waits.size).toBe(1)
    expect(instance.complete('a').back('b', 'a', true).state.waits.size).toBe(0)
    expect(instance.complete('a').back('b', 'a').state.waits.size, 'along the way it does').toBe(1)
  })

  it('into a sub-process comes back into the same one', () => {
    const graph = model(
      { sub: 'sub-process', s: { kind: 'user-task', inside: 'sub' }, t: { kind: 'user-task', inside: 'sub' } },
      'start > z > sub > b > end',
      's > t',
    )
    const instance = new Instance(graph).complete('z', 's').back('t', 'z', true)
    expect(instance.complete('z').at).toEqual(['t'])
    expect(instance.complete('t').at).toEqual(['b'])
  })

  it('one of several times is nothing to come back to', () => {
    const graph = model({ m: { kind: 'user-task', repetition: { order: 'parallel' } } }, 'start > z > m > end')
    const instance = new Instance(graph, [], [2]).complete('z')
    const from = instance.open('m').find(({ member }) => member === 0)?.id ?? -1
    expect(() => instance.do({ do: 'return', from, to: 'z', straight: true })).toThrow(/several times/)
  })
})

describe('another version of the model', () => {
  const before = model({ fork: 'parallel', join: 'parallel' }, 'start > z > fork > a > join > c > end', 'fork > b > join')
  const moved = (instance: Instance, to: ProcessGraph, mapping?: ReadonlyMap<string, string>) =>
    migrate(instance.state, before, to, mapping)

  it('takes tasks, and tokens that wait, by the same id or by a mapping', () => {
    const after = model({ fork: 'parallel', join: 'parallel' }, 'start > z > fork > a2 > join > c > d > end', 'fork > b > join')
    const instance = new Instance(before).complete('z', 'b')
    expect(moved(instance, after).faults).toEqual([{ fault: 'no-node', node: 'a' }])
    const { state, faults } = moved(instance, after, new Map([['a', 'a2']]))
    expect(faults).toEqual([])
    const going = new Instance(after)
    going.state = state
    expect(going.complete('a2').at).toEqual(['c'])
    expect(going.complete('c').at).toEqual(['d'])
  })

  it('says what has no place there, and leaves the instance as it was', () => {
    const instance = new Instance(before).complete('z', 'b')
    const service = model(
      { fork: 'parallel', join: 'parallel', a: 'service-task' },
      'start > z > fork > a > join > c > end',
      'fork > b > join',
    )
    expect(moved(instance, service)).toEqual({ state: instance.state, faults: [{ fault: 'kind', node: 'a' }] })
    const joinless = model({ fork: 'parallel' }, 'start > z > fork > a > c > end', 'fork > b > c')
    expect(moved(instance, joinless).faults).toEqual([{ fault: 'no-flow', node: 'join' }])
  })

  it('brings an event at an edge that is new there, and drops one that is gone', () => {
    const edged = model(
      { edge: on({ on: 'timer', timer: 'PT1H' }, { at: 'z' }), fork: 'parallel', join: 'parallel' },
      'start > z > fork > a > join > c > end',
      'fork > b > join',
      'edge > e > end',
    )
    const instance = new Instance(before)
    const { state } = moved(instance, edged)
    const going = new Instance(edged)
    going.state = state
    expect(going.occur('edge').at).toEqual(['e'])
    expect(migrate(new Instance(edged).state, edged, before).state.waits.size).toBe(0)
  })
})
