/** A process is tried before it is deployed: with data, people and a clock of its own, on the core that the server runs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProcessModel } from '../../model/workflow/bpmn/process-model.ts'
import type { PersonRule } from '../../model/workflow/settings.ts'
import { callSettings, processSettings, service, taskSettings } from '../../model/workflow/settings.ts'
import type { Act, Person, Scene, SimulationInput, Variables } from '../../model/workflow/simulation/scene.ts'
import { simulate } from '../../model/workflow/simulation/simulate.ts'
import { settingsOf } from '../../model/system/known-parameters.ts'
import { variableOf } from '../../model/workflow/variables.ts'
import { workingTimeOf } from '../../model/workflow/working-time.ts'
import { cronAfter } from '../../server/workflow/index.ts'
import { model, on } from '../support/process-models.ts'
import { chanceOf, drawProcess, pick } from '../support/process-nets.ts'

const person = (id: string): Person => ({ id, name: id.toUpperCase() })
const ROLES: Readonly<Record<string, readonly Person[]>> = {
  boss: [person('bo')],
  board: [person('ann'), person('bob'), person('cy')],
  nobody: [],
  self: [person('sam')],
}
const NOW = Date.parse('2026-11-25T08:00:00Z')
const people = (rule: PersonRule, named: readonly string[]) => (rule.kind === 'role' ? (ROLES[rule.code] ?? []) : named.map(person))
const role = (code: string) => ({ people: [{ kind: 'role', code }] })
const values = (of: Readonly<Record<string, unknown>>): Variables =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => {
      const variable = variableOf(value)
      return variable ? [[name, variable]] : []
    }),
  )

interface Drawn {
  readonly kinds?: Parameters<typeof model>[0]
  readonly lines: readonly string[]
  readonly tasks?: Readonly<Record<string, unknown>>
  readonly services?: Readonly<Record<string, unknown>>
  readonly more?: Partial<ProcessModel>
}
function input(
  { kinds = {}, lines, tasks = {}, services = {}, more = {} }: Drawn,
  variables: Readonly<Record<string, unknown>> = {},
): SimulationInput {
  const { nodes, flows } = model(kinds, ...lines)
  return {
    model: {
      key: 'leave',
      name: 'Leave',
      definition: { nodes: [...nodes.values()], flows: [...flows.values()] },
      process: processSettings.parse({ managers: [{ kind: 'role', code: 'boss' }] }),
      tasks: new Map(
        [...nodes.values()].filter(({ kind }) => kind === 'user-task').map(({ id }) => [id, taskSettings.parse(tasks[id] ?? role('boss'))]),
      ),
      services: new Map(Object.entries(services).map(([id, one]) => [id, service.parse(one)])),
      called: new Map(),
      messages: new Map(),
      faults: [],
      warnings: [],
      ...more,
    },
    starter: person('sam'),
    variables: values(variables),
    now: NOW,
    zone: 'Asia/Shanghai',
    cron: cronAfter,
    workingTime: workingTimeOf(settingsOf({})),
    people,
  }
}
const last = (of: SimulationInput, ...acts: Act[]) => simulate(of, acts).at(-1) as Scene
const at = ({ tasks, outcome, refused }: Scene) =>
  refused ?? (outcome === 'running' ? tasks.map(({ node, asked }) => `${node}: ${asked.map(({ id }) => id).join()}`) : outcome)
const complete = (node: string, by: string, of: Readonly<Record<string, unknown>> = {}): Act => ({
  do: 'complete',
  node,
  by,
  variables: values(of),
})
const reject = (node: string, by: string): Act => ({ do: 'reject', node, by })

const LEAVE: Drawn = {
  kinds: { ask: 'exclusive' },
  lines: ['start > form > ask', 'ask > boss [long]', 'ask > end [else]', 'boss > end'],
  tasks: { form: { people: [{ kind: 'starter' }] } },
}

describe('a simulation', () => {
  it('goes along the way that the data says, and tells who would get what', () => {
    const scenes = simulate(input(LEAVE), [complete('form', 'sam', { long: true }), complete('boss', 'bo')])
    expect(scenes.map(at)).toEqual([['form: sam'], ['boss: bo'], 'approved'])
    expect(scenes.map(({ path }) => path)).toEqual([
      { nodes: ['start', 'form'], flows: ['start-form'] },
      { nodes: ['ask', 'boss'], flows: ['form-ask', 'ask-boss'] },
      { nodes: ['end'], flows: ['boss-end'] },
    ])
    expect(scenes[0]?.tasks[0]?.leadsTo).toEqual(['ask'])
    expect(at(last(input(LEAVE), complete('form', 'sam')))).toBe('approved')
  })

  it('refuses what does not fit, and changes nothing', () => {
    const of = input(LEAVE)
    const scenes = simulate(of, [
      complete('form', 'bo', { long: true }),
      complete('boss', 'bo'),
      { do: 'occur', node: 'x' },
      { do: 'advance' },
    ])
    expect(scenes.map(({ refused }) => refused)).toEqual([undefined, 'not-asked', 'not-there', 'not-there', 'nothing-due'])
    expect(scenes.at(-1)?.state).toBe(scenes[0]?.state)
    expect(scenes.at(-1)?.variables.has('long')).toBe(false)
    expect(at(last(of, complete('form', 'sam'), complete('form', 'sam')))).toBe('ended')
    const named = last(of, complete('form', 'sam', { 'a b': 1, constructor: 1, b: 1 })).variables
    expect([...named.keys()], 'what no variable may be called is none').toEqual(['b'])
    expect(last(of, complete('form', 'sam', { long: true }), { do: 'return', node: 'boss', by: 'bo', to: 'end' }).refused).toBe(
      'no-way-back',
    )
  })

  it('lets people decide together, each once and in their turn', () => {
    const of = (group: unknown) => input({ lines: ['start > a > end'], tasks: { a: { ...role('board'), group } } })
    expect(at(last(of({ mode: 'all' }), complete('a', 'ann'), complete('a', 'ann')))).toBe('not-asked')
    expect(at(last(of({ mode: 'all' }), complete('a', 'ann')))).toEqual(['a: bob,cy'])
    expect(at(last(of({ mode: 'sequential' })))).toEqual(['a: ann'])
    expect(at(last(of({ mode: 'any' }), complete('a', 'cy')))).toBe('approved')
    const ratio = [reject('a', 'ann'), complete('a', 'bob')]
    expect(at(last(of({ mode: 'ratio', percent: 60 }), ...ratio))).toEqual(['a: cy'])
    expect(at(last(of({ mode: 'ratio', percent: 60 }), ...ratio, complete('a', 'cy')))).toBe('approved')
    expect(last(of({ mode: 'all' }), complete('a', 'bob')).tasks[0]?.votes).toEqual([
      { person: person('ann'), vote: undefined },
      { person: person('bob'), vote: 'approve' },
      { person: person('cy'), vote: undefined },
    ])
  })

  it('a rejection ends the process, leads back to its starter, or goes on', () => {
    const of = (whenRejected: string) =>
      input({
        lines: ['start > form > a > b > end'],
        tasks: { form: { people: [{ kind: 'starter' }] }, a: { ...role('boss'), whenRejected } },
      })
    const acts = [complete('form', 'sam'), reject('a', 'bo')]
    expect(at(last(of('end'), ...acts))).toBe('rejected')
    expect(at(last(of('starter'), ...acts))).toEqual(['form: sam'])
    expect(at(last(of('go-on'), ...acts))).toEqual(['b: bo'])
    expect(last(of('go-on'), ...acts).variables.get('approved')).toEqual({ type: 'boolean', value: false })
    expect(last(of('end'), ...acts).variables.has('approved'), 'nothing asks for it').toBe(false)
    expect(at(last(of('end'), complete('form', 'sam'), { do: 'return', node: 'a', by: 'bo', to: 'form' }))).toEqual(['form: sam'])
  })

  it('goes where the engine goes: to the first task, whoever did which, and also where nobody can be asked', () => {
    const of = (a: object) =>
      input({
        lines: ['start > form > again > a > end'],
        tasks: { form: role('boss'), again: { people: [{ kind: 'starter' }] }, a: { ...a, whenRejected: 'starter' } },
      })
    const acts = [complete('form', 'bo'), complete('again', 'sam')]
    expect(at(last(of(role('board')), ...acts, reject('a', 'ann')))).toEqual(['form: bo'])
    expect(at(last(of({ ...role('nobody'), whenNobody: 'reject' }), ...acts))).toEqual(['form: bo'])
  })

  it('keeps what a task came to where a flow asks for it', () => {
    const of = (whenRejected: string) =>
      input(
        {
          kinds: { ask: 'exclusive' },
          lines: ['start > a > ask', 'ask > b [approved]', 'ask > c [else]', 'b > end', 'c > end'],
          tasks: { a: { ...role('boss'), whenRejected } },
        },
        {},
      )
    expect(at(last(of('end'), complete('a', 'bo')))).toEqual(['b: bo'])
    expect(at(last(of('end'), reject('a', 'bo')))).toBe('rejected')
    expect(at(last(of('go-on'), reject('a', 'bo')))).toEqual(['c: bo'])
  })

  it.each<[string, unknown, unknown, string[]]>([
    ['is passed where nobody is there', { ...role('nobody'), whenNobody: 'pass' }, ['b: bo'], ['nobody']],
    ['is rejected where nobody is there', { ...role('nobody'), whenNobody: 'reject' }, 'rejected', ['nobody']],
    ['goes to those who manage the process', role('nobody'), ['a: bo'], []],
    ['goes to others', { ...role('nobody'), whenNobody: 'people', nobodyPeople: role('board').people }, ['a: ann,bob,cy'], []],
    ['is passed over where it asks its starter', { ...role('self'), whenStarter: 'skip' }, ['b: bo'], ['skipped']],
    ['asks the starter', role('self'), ['a: sam'], []],
    ['goes to whom a variable names', { people: [{ kind: 'variable', variable: 'candidate' }] }, ['a: zoe'], []],
    [
      'goes to whom an expression names',
      { people: [{ kind: 'expression', expression: '= if days > 2 then "max" else "min"' }] },
      ['a: max'],
      [],
    ],
    ['tells others', { ...role('boss'), copies: role('board').people }, ['a: bo'], ['copy']],
  ])('a task %s', (_name, settings, where, what) => {
    const scene = last(input({ lines: ['start > a > b > end'], tasks: { a: settings } }, { candidate: 'zoe', days: 3 }))
    expect([at(scene), scene.notices.map((one) => one.what)]).toEqual([where, what])
  })

  it('passes over somebody who has approved before, and remembers who did what', () => {
    const of = (settings: unknown) => input({ lines: ['start > a > b > c > end'], tasks: { b: role('board'), c: settings } })
    const acts = [complete('a', 'bo'), complete('b', 'cy')]
    expect(at(last(of({ ...role('boss'), whenSame: 'skip-ever' }), ...acts))).toBe('approved')
    expect(at(last(of({ ...role('boss'), whenSame: 'skip-consecutive' }), ...acts))).toEqual(['c: bo'])
    expect(at(last(of({ people: [{ kind: 'same-as', node: 'b' }] }), ...acts))).toEqual(['c: cy'])
    const picking = of({ ...role('board'), pick: 'previous' })
    expect(
      at(last(picking, complete('a', 'bo'), { do: 'complete', node: 'b', by: 'cy', picks: [person('bob'), person('stranger')] })),
    ).toEqual(['c: bob'])
  })

  it('sets variables, tells messages, and waits for what comes from outside', () => {
    const of = input(
      {
        kinds: { set: 'service-task', notice: 'service-task', call: 'service-task', other: 'call-activity' },
        lines: ['start > set > notice > call > other > a > end'],
        services: {
          set: {
            do: 'set',
            assignments: [
              { name: 'total', value: '= price * 3' },
              { name: 'double', value: '= total * 2' },
            ],
          },
          notice: { do: 'notify', to: role('board').people, title: { en: 'Hello' }, text: { en: 'World' } },
          call: { do: 'http', method: 'GET', url: 'https://example.org', into: 'answer' },
        },
        more: {
          called: new Map([['other', { ...callSettings.parse({ back: [{ name: 'mine', value: '= theirs + 1' }] }), process: 'repair' }]]),
        },
      },
      { price: 0.1 },
    )
    const acts: Act[] = [
      { do: 'answer', node: 'call', variables: values({ answer: 'yes' }) },
      { do: 'answer', node: 'other', variables: values({ theirs: 1 }) },
    ]
    const scenes = simulate(of, acts)
    expect(scenes.map(({ outside }) => outside.map(({ node }) => node))).toEqual([['call'], ['other'], []])
    expect(scenes[0]?.notices.map(({ node, what, people: to }) => [node, what, to?.length])).toEqual([
      ['notice', 'service', 3],
      ['call', 'service', undefined],
    ])
    expect(Object.fromEntries([...(scenes[2]?.variables ?? [])].map(([name, { value }]) => [name, value]))).toEqual({
      price: '0.1',
      total: '0.3',
      double: '0.6',
      answer: 'yes',
      mine: '2',
    })
    expect(last(of, { do: 'fail', node: 'call' }).incidents).toEqual([
      { activity: expect.any(Number) as number, node: 'call', incident: 'failed' },
    ])
    const wrong = input(
      {
        kinds: { set: 'service-task' },
        lines: ['start > set > end'],
        services: { set: { do: 'set', assignments: [{ name: 'x', value: '= word + 1' }] } },
      },
      { word: 'x' },
    )
    expect(last(wrong).incidents.map(({ node, incident }) => [node, incident])).toEqual([['set', 'failed']])
    const unset = input(
      { kinds: { ask: 'exclusive' }, lines: ['start > ask', 'ask > a [word]', 'ask > b [else]', 'a > end', 'b > end'] },
      { word: 'x' },
    )
    expect(last(unset).incidents.map(({ node, incident }) => [node, incident])).toEqual([['ask', 'expression']])
  })

  it('its clock goes from timer to timer', () => {
    const of = input(
      {
        kinds: {
          pause: { kind: 'catch', trigger: { on: 'timer', timer: 'P1D' } },
          beside: on({ on: 'timer', timer: 'R2/PT1H' }, { at: 'a', interruptsNot: true }),
          edge: on({ on: 'timer', timer: '= limit' }, { at: 'a' }),
          late: { kind: 'throw', trigger: { on: 'message', name: 'Late' } },
        },
        lines: ['start > pause > a > end', 'beside > late > end', 'edge > b > end'],
      },
      { limit: 'PT5H' },
    )
    const scenes = simulate(
      of,
      Array.from({ length: 5 }, (): Act => ({ do: 'advance' })),
    )
    expect(scenes.map(({ now }) => (now - NOW) / 3_600_000)).toEqual([0, 24, 25, 26, 29, 29])
    expect(scenes.map(({ waits }) => waits.length)).toEqual([1, 2, 2, 1, 0, 0])
    expect(scenes.map(({ notices }) => notices.map(({ text }) => text).join())).toEqual(['', '', 'Late', 'Late', '', ''])
    expect([scenes.at(-2)?.tasks.map(({ node }) => node), scenes.at(-1)?.refused]).toEqual([['b'], 'nothing-due'])
    const unset = input({ kinds: { pause: { kind: 'catch', trigger: { on: 'timer', timer: '= gone' } } }, lines: ['start > pause > end'] })
    expect(last(unset).notices).toEqual([{ node: 'pause', what: 'timer' }])
  })

  it('does with a late task what its settings say', () => {
    const late = {
      ...role('boss'),
      due: { after: 'PT2H' },
      late: [{ do: 'remind' }, { do: 'transfer', after: 'PT1H', to: role('board').people }, { do: 'approve', after: 'P1D' }],
    }
    const scenes = simulate(input({ lines: ['start > a > b > end'], tasks: { a: late } }), [
      { do: 'advance' },
      { do: 'advance' },
      { do: 'advance' },
    ])
    expect(scenes.map(at)).toEqual([['a: bo'], ['a: bo'], ['a: ann,bob,cy'], ['b: bo']])
    expect(scenes.map(({ now }) => (now - NOW) / 3_600_000)).toEqual([0, 2, 3, 26])
    expect(scenes[0]?.tasks[0]?.due).toBe(NOW + 7_200_000)
  })

  it('counts a task in working time as the engine does: by the calendar of the tenant, and by the clock where nobody ever works', () => {
    const due = (working: boolean, kept: Parameters<typeof settingsOf>[0] = {}) => {
      const tasks = { a: { ...role('boss'), due: { after: 'PT2H', working } } }
      const of = { ...input({ lines: ['start > a > end'], tasks }), workingTime: workingTimeOf(settingsOf(kept)) }
      return new Date(last(of).tasks[0]?.due ?? 0).toISOString()
    }
    // It begins at 16:00 in Shanghai on a Wednesday; the usual hours end at 17:00 and begin at 08:00.
    expect(due(false)).toBe('2026-11-25T10:00:00.000Z')
    expect(due(true)).toBe('2026-11-26T01:00:00.000Z')
    expect(due(true, { 'process.holidays': '2026-11-26..2026-11-27' })).toBe('2026-11-30T01:00:00.000Z')
    expect(due(true, { 'process.holidays': '2026-11-25..2040-01-01' })).toBe('2026-11-25T10:00:00.000Z')
  })

  it('its clock goes on to the moment at which a task is due, whatever is done about it then', () => {
    const due = { ...role('boss'), due: { after: 'PT2H' }, late: [{ do: 'remind', after: 'PT1H' }] }
    const scenes = simulate(input({ lines: ['start > a > end'], tasks: { a: due } }), [
      { do: 'advance' },
      { do: 'advance' },
      { do: 'advance' },
    ])
    expect(scenes.map(({ now }) => (now - NOW) / 3_600_000)).toEqual([0, 2, 3, 3])
    expect(scenes.map(({ notices }) => notices.map(({ what }) => what).join())).toEqual(['', 'overdue', 'late', ''])
    expect(scenes.map(({ refused }) => refused)).toEqual([undefined, undefined, undefined, 'nothing-due'])
  })

  it('hears its own signals, and goes on as soon as a condition holds that it waits for', () => {
    const of = input({
      kinds: {
        fork: 'parallel',
        cry: { kind: 'throw', trigger: { on: 'signal', name: 'S' } },
        listen: { kind: 'catch', trigger: { on: 'signal', name: 'S' } },
        full: { kind: 'catch', trigger: { on: 'condition', condition: { op: 'greater', of: [{ field: 'level' }, { value: 9 }] } } },
      },
      lines: ['start > fork > listen > x > end', 'fork > full > y > end', 'fork > a > cry > end'],
    })
    const scenes = simulate(of, [complete('a', 'bo', { level: 10 })])
    expect(scenes.map(({ tasks }) => tasks.map(({ node }) => node))).toEqual([['a'], expect.arrayContaining(['x', 'y']) as string[]])
  })

  it('says where it waits for ever', () => {
    const of = input({
      kinds: { ask: 'exclusive', join: 'parallel' },
      lines: ['start > ask', 'ask > a [yes]', 'ask > b [else]', 'a > join > end', 'b > join'],
    })
    expect(last(of, complete('b', 'bo')).deadlocks).toEqual(['join'])
  })

  it('of a process that goes round by itself ends, and says so', () => {
    const of = input({
      kinds: { a: 'service-task', b: 'task' },
      lines: ['start > a > b > a'],
      services: { a: { do: 'set', assignments: [{ name: 'x', value: '= 1' }] } },
    })
    const before = process.cpuUsage()
    expect(last(of).notices.at(-1)?.what).toBe('endless')
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  })

  it('of processes drawn by chance comes to an end, whoever does what is asked', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const chance = chanceOf(seed)
        const { nodes, flows } = drawProcess(chance, 2)
        const of = input({ lines: ['start > a > end'] })
        const drawn: SimulationInput = {
          ...of,
          model: {
            ...of.model,
            definition: {
              nodes: nodes.map((node) => (node.repetition ? { ...node, repetition: { ...node.repetition, count: { value: 2 } } } : node)),
              flows,
            },
            tasks: new Map(nodes.filter(({ kind }) => kind === 'user-task').map(({ id }) => [id, taskSettings.parse(role('board'))])),
          },
        }
        const acts: Act[] = []
        let scene = simulate(drawn, [])[0] as Scene
        // Conditions are about nothing here: the default is taken, and loops end.
        for (let left = 60; scene.outcome === 'running' && left > 0; left -= 1) {
          const task = pick(chance, scene.tasks)
          acts.push(complete(task.node, pick(chance, task.asked).id))
          scene = last(drawn, ...acts)
          expect(scene.refused).toBeUndefined()
        }
        expect(scene.outcome).not.toBe('running')
      }),
      { numRuns: 60 },
    )
  })
})
