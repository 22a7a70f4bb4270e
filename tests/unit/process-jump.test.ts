/** Moving on by hand: where what goes on can be put, and where a join would be left waiting. */
import { describe, expect, it } from 'vitest'
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { ProcessGraph } from '../../model/workflow/core/graph.ts'
import { jumpTargets } from '../../model/workflow/core/jump.ts'
import { Instance, model } from '../support/process-models.ts'

const targets = (graph: ProcessGraph, instance: Instance, at: string) =>
  jumpTargets(graph, instance.state, instance.open(at)[0]?.id ?? -1)
    .map(({ id }) => id)
    .sort()
const jump = (instance: Instance, from: string, to: string) => instance.do({ do: 'jump', from: instance.open(from)[0]?.id ?? -1, to })

describe('a jump', () => {
  const line = model({}, 'start > a > b > c > end')

  it('goes forward over what lies between, back, and to the end', () => {
    expect(targets(line, new Instance(line), 'a')).toEqual(['b', 'c', 'end'])
    const instance = jump(new Instance(line), 'a', 'c')
    expect(instance.at).toEqual(['c'])
    expect([...instance.state.activities.values()].map(({ node, state }) => `${node} ${state}`)).toEqual([
      'start done',
      'a cancelled',
      'c active',
    ])
    expect(jump(instance, 'c', 'a').at).toEqual(['a'])
    expect(jump(instance, 'a', 'end').state.outcome).toBe('ended')
  })

  it('keeps what was done before as a way back, and nothing that it passed over', () => {
    const instance = jump(new Instance(line).complete('a'), 'b', 'c')
    expect(instance.targets('c')).toEqual(['a'])
    expect(instance.back('c', 'a').at).toEqual(['a'])
  })

  const block = model({ fork: 'parallel', join: 'parallel' }, 'start > z > fork > a > b > join > c > end', 'fork > d > join')

  it('passes over a whole block of branches, while nothing is on its way through it', () => {
    expect(targets(block, new Instance(block), 'z')).toEqual(['c', 'end', 'fork', 'join'])
    expect(jump(new Instance(block), 'z', 'c').complete('c').state.outcome).toBe('ended')
    expect(jump(new Instance(block), 'z', 'join').at).toEqual(['c'])
  })

  it('stays in its branch as long as the join waits for it', () => {
    const instance = new Instance(block).complete('z')
    expect(targets(block, instance, 'a')).toEqual(['b'])
    expect(targets(block, instance, 'd')).toEqual([])
    expect(jump(instance, 'a', 'b').complete('d', 'b').at).toEqual(['c'])
    for (const to of ['c', 'z', 'd', 'fork', 'join', 'end'])
      expect(() => jump(new Instance(block).complete('z'), 'a', to)).toThrow(CommandError)
  })

  it('begins a block anew that was passed', () => {
    const instance = jump(new Instance(block).complete('z', 'a', 'b', 'd'), 'c', 'fork')
    expect(instance.at).toEqual(['a', 'd'])
    expect(instance.complete('a', 'b', 'd').at).toEqual(['c'])
  })

  it('adds no token to a block in which others are on their way', () => {
    const beside = model(
      {
        fork: 'parallel',
        join: 'parallel',
        edge: { kind: 'boundary', at: 'z', trigger: { on: 'timer', timer: 'PT1H' }, interruptsNot: true },
      },
      'start > z > c > end',
      'edge > fork > a > join > end2',
      'fork > d > join',
    )
    expect(targets(beside, new Instance(beside), 'z')).toContain('fork')
    const both = new Instance(beside)
    both.do({ do: 'occur', wait: [...both.state.waits.keys()][0] ?? -1 })
    expect(both.at).toEqual(['a', 'd', 'z'])
    expect(targets(beside, both, 'z')).not.toContain('fork')
  })

  it('stays in its scope, and takes a sub-process with all that goes on in it', () => {
    const graph = model(
      { sub: 'sub-process', s: { kind: 'user-task', inside: 'sub' }, t: { kind: 'user-task', inside: 'sub' } },
      'start > a > sub > b > end',
      's > t',
    )
    const instance = new Instance(graph).complete('a')
    expect(targets(graph, instance, 's')).toEqual(['t'])
    expect(targets(graph, instance, 'sub')).toEqual(['a', 'b', 'end'])
    expect(jump(instance, 'sub', 'b').at).toEqual(['b'])
  })

  it('moves none of several times, and nobody who was only asked again', () => {
    const many = model({ each: { kind: 'user-task', repetition: { order: 'parallel', count: { field: 'n' } } } }, 'start > each > b > end')
    const instance = new Instance(many, [], [2])
    const [whole, member] = instance.open('each')
    expect([whole?.member, member?.member]).toEqual([undefined, 0])
    expect(jumpTargets(many, instance.state, member?.id ?? -1)).toEqual([])
    expect(jump(instance, 'each', 'b').at).toEqual(['b'])
    const asked = new Instance(line).complete('a').do({ do: 'return', from: 3, to: 'a', straight: true })
    expect(asked.at).toEqual(['a'])
    expect(targets(line, asked, 'a')).toEqual([])
  })
})
