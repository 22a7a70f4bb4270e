/** Each element of BPMN behaves as it is said to. */
import { describe, expect, it } from 'vitest'
import { Instance, model, on } from '../support/process-models.ts'
import { CommandError } from '../../model/workflow/core/commands.ts'
import type { ProcessNode, Trigger } from '../../model/workflow/core/graph.ts'

describe('gateways', () => {
  const choice = model(
    { ask: 'exclusive' },
    'start > ask',
    'ask > a [yes]',
    'ask > b [also]',
    'ask > c [else]',
    'a > end',
    'b > end',
    'c > end',
  )

  it.each([
    [['yes', 'also'], ['a']],
    [['also'], ['b']],
    [[], ['c']],
  ])('an exclusive one takes the first flow whose condition holds, else the default: %j', (truths, at) => {
    expect(new Instance(choice, truths).at).toEqual(at)
  })

  it('an exclusive one without a way is an incident, and goes on when it is tried again', () => {
    const graph = model({ ask: 'exclusive' }, 'start > ask', 'ask > a [yes]', 'ask > b [broken]', 'a > end', 'b > end')
    const stopped = new Instance(graph)
    expect(stopped.at).toEqual(['ask!'])
    expect(stopped.open('ask')[0]).toMatchObject({ state: 'failed', incident: 'expression' })
    const again = new Instance(model({ ask: 'exclusive' }, 'start > ask', 'ask > a [yes]', 'a > end'))
    expect(again.open('ask')[0]?.incident).toBe('no-flow')
    expect(() => again.complete('a')).toThrow(CommandError)
    expect(again.do({ do: 'retry', activity: again.open('ask')[0]?.id ?? -1 }).at).toEqual(['ask!'])
  })

  it('a parallel join waits for a token of each flow, not for as many tokens', () => {
    const graph = model(
      { fork: 'parallel', join: 'parallel', again: 'exclusive' },
      'start > fork > a > again > join > c > end',
      'fork > b > join',
      'again > a [more]',
    )
    const two = new Instance(graph)
    expect(two.complete('a').at).toEqual(['b'])
    expect(two.complete('b').at).toEqual(['c'])
    // Two tokens of one flow: the second one waits for its own partner.
    const doubled = model(
      { fork: 'parallel', merge: 'exclusive', join: 'parallel' },
      'start > fork > a > merge > join > c > end',
      'fork > b > merge',
      'fork > d > join',
    )
    const second = new Instance(doubled).complete('a', 'b')
    expect(second.at).toEqual(['d'])
    expect(second.complete('d').at).toEqual(['c'])
    expect(second.complete('c').at, 'what waits for nobody is no open work').toEqual([])
    expect(second.deadlocks).toEqual(['join'])
  })

  const inclusive = (...lines: string[]) =>
    model(
      { split: 'inclusive', join: 'inclusive', ask: 'exclusive' },
      'start > split',
      'split > a [yes]',
      'split > b [also]',
      'split > c [else]',
      'a > join',
      'c > join',
      'join > d > end',
      ...lines,
    )

  it.each([
    [
      ['yes', 'also'],
      ['a', 'b'],
    ],
    [['also'], ['b']],
    [[], ['c']],
  ])('an inclusive one takes every flow whose condition holds, else the default: %j', (truths, at) => {
    const instance = new Instance(inclusive('b > join'), truths)
    expect(instance.at).toEqual(at)
    expect(instance.complete(...at).at).toEqual(['d'])
  })

  it('an inclusive join waits for those that can still come, and for no others', () => {
    const instance = new Instance(inclusive('b > join'), ['yes', 'also'])
    expect(instance.complete('a').at).toEqual(['b'])
    expect(instance.complete('b').at).toEqual(['d'])
    const apart = new Instance(inclusive('b > endB'), ['yes', 'also'])
    expect(apart.complete('a').at, 'b never comes there').toEqual(['b', 'd'])
  })

  it('an inclusive join goes on when a branch dies: at an end, and at the edge of its activity', () => {
    const atEnd = new Instance(inclusive('b > ask', 'ask > join [never]', 'ask > endB [else]'), ['yes', 'also'])
    expect(atEnd.complete('a').at).toEqual(['b'])
    expect(atEnd.complete('b').at).toEqual(['d'])
    const graph = model(
      { split: 'inclusive', join: 'inclusive', edge: on({ on: 'error', code: 'X' }, { at: 'b' }), b: 'service-task' },
      'start > split',
      'split > a [yes]',
      'split > b [also]',
      'a > join',
      'b > join',
      'join > d > end',
      'edge > e > endE',
    )
    const atEdge = new Instance(graph, ['yes', 'also'])
    expect(atEdge.complete('a').at).toEqual(['b'])
    expect(atEdge.fail('b', 'X').at).toEqual(['d', 'e'])
  })

  it('an inclusive join counts a sub-process until it has ended, and what an edge of it may still send', () => {
    const graph = model(
      {
        split: 'inclusive',
        join: 'inclusive',
        sub: 'sub-process',
        s1: { kind: 'user-task', inside: 'sub' },
        s2: { kind: 'user-task', inside: 'sub' },
        edge: on({ on: 'timer', timer: 'PT1H' }, { at: 'sub' }),
      },
      'start > split',
      'split > a [yes]',
      'split > sub [also]',
      'a > join',
      'sub > endS',
      'edge > join',
      'join > d > end',
      's1 > s2',
    )
    const instance = new Instance(graph, ['yes', 'also'])
    expect(instance.complete('a').at).toEqual(['s1'])
    expect(instance.complete('s1').at).toEqual(['s2'])
    expect(instance.complete('s2').at).toEqual(['d'])
    expect(new Instance(graph, ['yes', 'also']).complete('a', 's1').occur('edge').at).toEqual(['d'])
  })

  it('the first event after an event-based gateway wins, the others are not waited for any more', () => {
    const graph = model(
      {
        first: 'event-based',
        message: { kind: 'catch', trigger: { on: 'message', name: 'M' } },
        timer: { kind: 'catch', trigger: { on: 'timer', timer: 'P1D' } },
      },
      'start > first > message > a > end',
      'first > timer > b > end',
    )
    const instance = new Instance(graph).occur('timer')
    expect(instance.at).toEqual(['b'])
    expect(() => instance.occur('message')).toThrow(CommandError)
  })
})

describe('events', () => {
  const atEdge = (trigger: Trigger, interruptsNot = false) =>
    model({ edge: on(trigger, { at: 'a', interruptsNot }) }, 'start > a > b > end', 'edge > c > endC')

  it('one at an edge ends its activity, or goes on beside it', () => {
    expect(new Instance(atEdge({ on: 'timer', timer: 'PT1H' })).occur('edge').at).toEqual(['c'])
    expect(new Instance(atEdge({ on: 'timer', timer: 'PT1H' }, true)).occur('edge').at).toEqual(['a', 'c'])
    const twice = new Instance(atEdge({ on: 'signal', name: 'S' }, true)).do({ do: 'signal', name: 'S' }).do({ do: 'signal', name: 'S' })
    expect(twice.at).toEqual(['a', 'c', 'c'])
    expect(new Instance(atEdge({ on: 'signal', name: 'S' })).do({ do: 'signal', name: 'another' }).at).toEqual(['a'])
  })

  it('a timer that goes on beside its activity comes once, or again and again where it repeats', () => {
    const instance = new Instance(atEdge({ on: 'timer', timer: 'R/PT1H' }, true))
    const wait = () => [...instance.state.waits.values()].map(({ id }) => id)
    for (let times = 1; times <= 3; times += 1) {
      instance.do({ do: 'occur', wait: wait()[0] ?? -1, again: true })
      expect([instance.open('c').length, wait().length]).toEqual([times, 1])
    }
    instance.do({ do: 'occur', wait: wait()[0] ?? -1 })
    expect(wait()).toEqual([])
    const interrupting = new Instance(atEdge({ on: 'timer', timer: 'R/PT1H' }))
    expect(interrupting.do({ do: 'occur', wait: [...interrupting.state.waits.keys()][0] ?? -1, again: true }).state.waits.size).toBe(0)
  })

  it('one at an edge is over with its activity', () => {
    const instance = new Instance(atEdge({ on: 'timer', timer: 'PT1H' })).complete('a')
    expect(() => instance.occur('edge')).toThrow(CommandError)
  })

  const errors = (code: string | undefined, ...edges: (string | undefined)[]) =>
    model(
      {
        sub: 'sub-process',
        s: { kind: 'service-task', inside: 'sub' },
        endX: { kind: 'end', inside: 'sub', trigger: { on: 'error', code } },
        ...Object.fromEntries(edges.map((of, at) => [`edge${at}`, on({ on: 'error', code: of }, { at: 'sub' })])),
      },
      'start > sub > b > end',
      's > endX',
      ...edges.map((_, at) => `edge${at} > c${at} > end`),
    )

  it('an error goes to who names its code before who takes any', () => {
    expect(new Instance(errors('X', undefined, 'X')).complete('s').at).toEqual(['c1'])
    expect(new Instance(errors('Y', undefined, 'X')).complete('s').at).toEqual(['c0'])
    expect(new Instance(errors(undefined, 'X', undefined)).complete('s').at).toEqual(['c1'])
  })

  it('an error that nobody catches is an incident, not silence', () => {
    const instance = new Instance(errors('X', 'Y')).complete('s')
    expect(instance.at).toEqual(['endX!'])
    expect(instance.open('endX')[0]?.incident).toBe('uncaught-error')
  })

  it('a service that fails for good is an incident; it can be tried again or passed over', () => {
    const instance = new Instance(model({ s: 'service-task' }, 'start > s > b > end')).fail('s')
    expect(instance.at).toEqual(['s!'])
    expect(instance.do({ do: 'retry', activity: instance.open('s')[0]?.id ?? -1 }).at).toEqual(['s'])
    expect(instance.fail('s').complete('s').at).toEqual(['b'])
  })

  it('an event sub-process takes an error before the edge, and ends what it interrupts', () => {
    const graph = model(
      {
        sub: 'sub-process',
        s: { kind: 'service-task', inside: 'sub' },
        t: { kind: 'user-task', inside: 'sub' },
        rescue: { kind: 'event-sub-process', inside: 'sub' },
        startR: { kind: 'start', inside: 'rescue', trigger: { on: 'error' } },
        r: { kind: 'user-task', inside: 'rescue' },
        edge: on({ on: 'error' }, { at: 'sub' }),
      },
      'start > sub > b > end',
      'edge > c > end',
      'startR > r',
    )
    const instance = new Instance(graph).fail('s', 'X')
    expect(instance.at).toEqual(['r'])
    expect(instance.complete('r').at).toEqual(['b'])
  })

  it('an error out of an event sub-process goes outwards, not back into it', () => {
    const graph = model(
      {
        sub: 'sub-process',
        s: { kind: 'service-task', inside: 'sub' },
        rescue: { kind: 'event-sub-process', inside: 'sub' },
        startR: { kind: 'start', inside: 'rescue', trigger: { on: 'error' } },
        endR: { kind: 'end', inside: 'rescue', trigger: { on: 'error', code: 'Z' } },
        edge: on({ on: 'error' }, { at: 'sub' }),
      },
      'start > sub > b > end',
      'edge > c > end',
      'startR > endR',
    )
    expect(new Instance(graph).fail('s', 'X').at).toEqual(['c'])
  })

  it('an escalation is told outwards while its way goes on', () => {
    const graph = model(
      {
        sub: 'sub-process',
        notify: { kind: 'throw', inside: 'sub', trigger: { on: 'escalation', code: 'late' } },
        s: { kind: 'user-task', inside: 'sub' },
        edge: on({ on: 'escalation', code: 'late' }, { at: 'sub', interruptsNot: true }),
      },
      'start > sub > b > end',
      'notify > s',
      'edge > c > endC',
    )
    expect(new Instance(graph).at).toEqual(['c', 's'])
    const interrupting = model(
      {
        sub: 'sub-process',
        notify: { kind: 'throw', inside: 'sub', trigger: { on: 'escalation' } },
        s: { kind: 'user-task', inside: 'sub' },
        edge: on({ on: 'escalation' }, { at: 'sub' }),
      },
      'start > sub > b > end',
      'notify > s',
      'edge > c > endC',
    )
    expect(new Instance(interrupting).at, 'what was on its way into the scope is gone with it').toEqual(['c'])
  })

  it('terminate ends its own scope, with what is on its way there', () => {
    const graph = model(
      {
        sub: 'sub-process',
        startS: { kind: 'start', inside: 'sub' },
        fork: { kind: 'parallel', inside: 'sub' },
        s: { kind: 'user-task', inside: 'sub' },
        t: { kind: 'user-task', inside: 'sub' },
        endT: { kind: 'end', inside: 'sub', trigger: { on: 'terminate' } },
      },
      'start > sub > b > end',
      'startS > fork > endT',
      'fork > s > t',
    )
    expect(new Instance(graph).at).toEqual(['b'])
  })

  it('a link goes on where it is caught, and a message that is thrown is told outside', () => {
    const graph = model(
      {
        notify: { kind: 'throw', trigger: { on: 'message', name: 'M' } },
        jump: { kind: 'throw', trigger: { on: 'link', name: 'L' } },
        land: { kind: 'catch', trigger: { on: 'link', name: 'L' } },
      },
      'start > notify > jump',
      'land > a > end',
    )
    const instance = new Instance(graph)
    expect([instance.at, instance.thrown]).toEqual([['a'], ['notify']])
  })
})

describe('activities that are done several times', () => {
  const several = (repetition: ProcessNode['repetition']) =>
    model({ s: { kind: 'service-task', repetition }, edge: on({ on: 'error' }, { at: 's' }) }, 'start > s > b > end', 'edge > c > end')

  it('at once, one after the other, and not at all', () => {
    const atOnce = new Instance(several({ order: 'parallel' }), [], [3])
    expect(atOnce.at).toEqual(['s', 's', 's'])
    expect(atOnce.complete('s', 's').at).toEqual(['s'])
    expect(atOnce.complete('s').at).toEqual(['b'])
    const sequential = new Instance(several({ order: 'sequential' }), [], [2])
    expect(sequential.at).toEqual(['s'])
    expect(sequential.complete('s').at).toEqual(['s'])
    expect(sequential.complete('s').at).toEqual(['b'])
    expect(new Instance(several({ order: 'parallel' }), [], [0]).at).toEqual(['b'])
  })

  it('until a condition holds: the others end', () => {
    expect(new Instance(several({ order: 'parallel', until: { field: 'yes' } }), ['yes'], [3]).complete('s').at).toEqual(['b'])
  })

  it('an error of one ends all of them', () => {
    expect(new Instance(several({ order: 'parallel' }), [], [3]).fail('s', 'X').at).toEqual(['c'])
  })

  it('a loop asks before or after, and one without end is an incident', () => {
    expect(new Instance(several({ order: 'sequential', again: { field: 'more' }, asksBefore: true })).at).toEqual(['b'])
    expect(new Instance(several({ order: 'sequential', again: { field: 'more' } })).complete('s').at).toEqual(['b'])
    const endless = model({ t: { kind: 'task', repetition: { order: 'sequential', again: { field: 'more' } } } }, 'start > t > end')
    expect(new Instance(endless, ['more']).open('t')[0]).toMatchObject({ state: 'failed', incident: 'too-many' })
    expect(new Instance(several({ order: 'parallel' }), [], [501]).open('s')[0]?.incident).toBe('too-many')
  })

  it('a circle without anybody in it is an incident as well', () => {
    const circle = model({ a: 'task', b: 'task' }, 'start > a > b > a')
    const instance = new Instance(circle)
    expect([...instance.state.activities.values()].filter(({ incident }) => incident === 'too-many')).toHaveLength(1)
  })
})
