/** What the check of a model finds before it is deployed, that it says so in three languages, and that it takes no time worth speaking of. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../../model/labels/index.ts'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import { translatorOf } from '../../model/labels/translate.ts'
import type { ProcessModel } from '../../model/workflow/bpmn/process-model.ts'
import { checkModel } from '../../model/workflow/check/check-model.ts'
import type { CheckSurroundings } from '../../model/workflow/check/findings.ts'
import { CHECK_FAULTS, CHECK_WARNINGS } from '../../model/workflow/check/findings.ts'
import { sentenceOfFinding } from '../../model/workflow/check/sentences.ts'
import type { ProcessNode, SequenceFlow } from '../../model/workflow/core/graph.ts'
import type { Service } from '../../model/workflow/settings.ts'
import { processSettings, service, taskSettings } from '../../model/workflow/settings.ts'
import { cronAfter, readBpmn } from '../../server/workflow/index.ts'
import { model } from '../support/process-models.ts'
import { chanceOf, drawProcess } from '../support/process-nets.ts'

const ANYBODY = taskSettings.parse({ people: [{ kind: 'role', code: 'clerk' }] })

/** A model of some lines, in which every task of people asks somebody. */
function drawn(kinds: Parameters<typeof model>[0], lines: readonly string[], more: Partial<ProcessModel> = {}): ProcessModel {
  const { nodes, flows } = model(kinds, ...lines)
  return whole([...nodes.values()], [...flows.values()], more)
}
function whole(nodes: ProcessNode[], flows: SequenceFlow[], more: Partial<ProcessModel> = {}): ProcessModel {
  return {
    key: 'leave',
    name: 'Leave',
    definition: { nodes, flows },
    process: processSettings.parse({}),
    tasks: new Map(nodes.filter(({ kind }) => kind === 'user-task').map(({ id }) => [id, ANYBODY])),
    services: new Map(),
    called: new Map(),
    messages: new Map(),
    faults: [],
    warnings: [],
    ...more,
  }
}
const simple = (more: Partial<ProcessModel> = {}) => drawn({}, ['start > a > end'], more)
const found = (of: ProcessModel, around?: CheckSurroundings) => {
  const { faults, warnings } = checkModel(of, around)
  return [...faults, ...warnings].map(({ code, element, about }) => [code, element, ...(about === undefined ? [] : [about])].join(' '))
}
const serving = (...services: unknown[]) =>
  simple({ services: new Map(services.map((one, at) => [`s${at}`, service.parse(one) as Service] as const)) })
const asking = (settings: unknown) => simple({ tasks: new Map([['a', taskSettings.parse(settings)]]) })

describe('the check of a model', () => {
  it('finds nothing in one that is well', () => {
    expect(found(drawn({ ask: 'exclusive' }, ['start > a > ask', 'ask > b [approved]', 'ask > end [else]', 'b > end']))).toEqual([])
  })

  it('says what was found when it was read, by the name of the element', () => {
    const of = simple({
      faults: [{ code: 'settings', element: 'x', name: 'Boss', about: 'people.0' }],
      warnings: [{ code: 'not-taken', element: 'a', about: 'formKey' }],
    })
    expect(checkModel(of).faults).toEqual([{ code: 'settings', element: 'x', name: 'Boss', about: 'people.0' }])
    expect(found(of)).toContain('not-taken a formKey')
  })

  it.each<[string, unknown, string[]]>([
    ['nobody', {}, ['no-people a']],
    ['nobody, of whom the one before chooses', { pick: 'previous' }, ['no-people a']],
    ['whom the starter picks', { pick: 'starter' }, []],
    ['others where nobody is there, and names none', { pick: 'starter', whenNobody: 'people' }, ['no-people a nobodyPeople']],
    ['a part of them, and not which', { people: [{ kind: 'starter' }], group: { mode: 'ratio' } }, ['no-percent a']],
    ['somebody else later, and not whom', { people: [{ kind: 'starter' }], late: [{ do: 'transfer' }] }, ['no-people a late']],
    [
      'for a signature, and is approved by rules',
      {
        people: [{ kind: 'starter' }],
        signed: true,
        whenNobody: 'pass',
        whenStarter: 'skip',
        whenSame: 'skip-ever',
        late: [{ do: 'approve' }],
      },
      ['signed-nobody a', 'signed-starter a', 'signed-same a'],
    ],
    [
      'for a signature, or rejects',
      { people: [{ kind: 'starter' }], signed: true, whenNobody: 'reject', whenStarter: 'above', late: [{ do: 'reject' }] },
      [],
    ],
    ['for no signature, and is approved by rules', { people: [{ kind: 'starter' }], whenNobody: 'pass', late: [{ do: 'approve' }] }, []],
    ['whoever did a task that is none', { people: [{ kind: 'same-as', node: 'end' }] }, ['same-as a end']],
    ['whoever did itself', { people: [{ kind: 'same-as', node: 'a' }] }, ['same-as a a']],
    ['a post somewhere', { people: [{ kind: 'post', code: 'head', where: 'organisation' }] }, ['no-organisation a head']],
    ['by an expression that is none', { people: [{ kind: 'expression', expression: '= bean.find()' }] }, ['expression a = bean.find()']],
    ['a variable that nobody sets', { people: [{ kind: 'variable', variable: 'boss' }] }, ['unset a boss']],
    ['the candidate whom the starter names', { people: [{ kind: 'variable', variable: 'candidate' }] }, []],
  ])('of a task that asks %s', (_name, settings, findings) => {
    expect(found(asking(settings))).toEqual(findings)
  })

  it('asks whether people are there, once for each rule', () => {
    const asked: string[] = []
    const isUnknown: CheckSurroundings['isUnknown'] = (rule) => {
      asked.push(rule.kind)
      return rule.kind === 'group' || (rule.kind === 'user' && rule.username === 'nobody')
    }
    const people = [
      { kind: 'user', username: 'nobody' },
      { kind: 'user', username: 'ann' },
      { kind: 'group', code: 'hr' },
      { kind: 'starter' },
    ]
    const of = simple({ tasks: new Map([['a', taskSettings.parse({ people, copies: people })]]) })
    expect(found(of, { isUnknown })).toEqual(['unknown-people a nobody', 'unknown-people a hr'])
    expect(asked).toEqual(['user', 'user', 'group'])
  })

  it('knows the fields of the form, and what services, calls and messages set', () => {
    const fields = new Map([['days', 'number'] as const, ['note', 'text'] as const])
    const choice = (condition: string, more: Partial<ProcessModel> = {}) =>
      drawn({ ask: 'exclusive' }, ['start > ask', `ask > a [${condition}]`, 'ask > end [else]', 'a > end'], more)
    expect(found(choice('total'), { fields })).toEqual(['unset ask-a total'])
    expect(
      found(choice('total', { services: new Map([['s', { do: 'set', assignments: [{ name: 'total', value: '= days * 2' }] }]]) }), {
        fields,
      }),
    ).toEqual([])
    expect(
      found(
        choice('total', {
          called: new Map([['c', { process: 'p', version: 'latest', hand: [], back: [{ name: 'total', value: '= x' }] }]]),
        }),
      ),
    ).toEqual([])
    expect(found(choice('total', { messages: new Map([['m', { keep: true }]]) }))).toEqual([])
    expect(found(choice('total'), { variables: ['total'] })).toEqual([])
    expect(found(choice('note'), { fields }), 'a text is no condition').toEqual(['types ask-a text'])
    expect(found(asking({ people: [{ kind: 'starter' }], fields: { days: 'write', gone: 'read' } }), { fields })).toEqual([
      'unknown-field a gone',
    ])
    const mixed = serving({ do: 'set', assignments: [{ name: 'x', value: '= days + note' }] })
    expect(found(mixed, { fields })).toEqual(['types s0 add'])
  })

  it('looks at services, calls, repetitions and timers', () => {
    const around: CheckSurroundings = {
      knownProcesses: new Set(['Repair']),
      mayCall: (url) => url.startsWith('https://open'),
      clock: { now: Date.parse('2026-11-25T00:00:00Z'), zone: 'UTC', cron: cronAfter },
    }
    const of = serving(
      { do: 'start', process: 'repair' },
      { do: 'start', process: 'gone' },
      { do: 'http', method: 'GET', url: 'https://open/x' },
      { do: 'http', method: 'GET', url: 'https://closed/x' },
      { do: 'notify', to: [], title: {}, text: { en: 'x' } },
      // Judged when it is called, since nobody knows before which it is.
      { do: 'http', method: 'GET', url: '= description' },
      { do: 'http', method: 'GET', url: '${hook}' },
    )
    expect(found(of, around)).toEqual([
      'no-people s4',
      'unknown-process s1 gone',
      'closed-host s3 https://closed/x',
      'no-text s4',
      'unset s6 hook',
    ])
    const calling = simple({ called: new Map([['c', { process: 'none', version: 'latest', hand: [], back: [] }]]) })
    expect([found(calling, around), found(calling)]).toEqual([['unknown-process c none'], []])
    const times = (value: string | number) =>
      drawn({ a: { kind: 'service-task', repetition: { order: 'parallel', count: { value } } } }, ['start > a > end'])
    expect([found(times(3)), found(times(501)), found(times(-1)), found(times('x'))]).toEqual([
      [],
      ['times a 501'],
      ['times a -1'],
      ['times a x'],
    ])
    const timed = (timer: string) => drawn({ a: { kind: 'catch', trigger: { on: 'timer', timer } } }, ['start > a > end'])
    expect([found(timed('0 0 30 2 *'), around), found(timed('P1D'), around), found(timed('${when}'), around)]).toEqual([
      ['timer a 0 0 30 2 *'],
      [],
      ['unset a when'],
    ])
  })

  it.each<[string, boolean]>([
    ['R/PT59S', true],
    ['R5/2026-01-01T00:00:00Z/PT1S', true],
    ['* * * * * *', true],
    ['0,30 0 9 * * *', true],
    ['*/20 0 9 * * ? 2030', true],
    ['R/PT1M', false],
    ['PT1S', false],
    ['* * * * *', false],
    ['30 * * * * *', false],
  ])('a process that %s begins is refused: %s', (timer, isRefused) => {
    const begun = drawn({ start: { kind: 'start', trigger: { on: 'timer', timer } } }, ['start > a > end'])
    const waiting = drawn({ a: { kind: 'catch', trigger: { on: 'timer', timer } } }, ['start > a > end'])
    const often = (of: ProcessModel) => found(of).filter((finding) => finding.startsWith('start-too-often'))
    expect([often(begun), often(waiting)]).toEqual([isRefused ? [`start-too-often start ${timer}`] : [], []])
  })

  it('finds that a process calls itself whatever conditions say', () => {
    const calls = (lines: string[], more: Parameters<typeof drawn>[0] = {}, process = 'leave', version: 'latest' | number = 'latest') =>
      found(
        drawn({ again: { kind: 'call-activity' }, ...more }, lines, {
          called: new Map([['again', { process, version, hand: [], back: [] }]]),
        }),
      )
    const straight = ['start > again > end']
    expect(calls(straight)).toEqual(['calls-itself again leave'])
    expect(calls(['start > fork', 'fork > a > end-a', 'fork > again > end'], { fork: 'parallel' })).toEqual(['calls-itself again leave'])
    expect(calls(['start > a > again > end']), 'people may reject before').toEqual(['calls-itself-later again leave'])
    expect(calls(straight, {}, 'other')).toEqual([])
    expect(calls(straight, {}, 'leave', 1), 'an earlier version is another process').toEqual([])
    expect(calls(['start > ask', 'ask > again [approved]', 'ask > end [else]', 'again > end'], { ask: 'exclusive' })).toEqual([])
    const repeated = { kind: 'call-activity' as const, repetition: { order: 'sequential' as const, count: { value: 0 } } }
    expect(calls(straight, { again: repeated }), 'none may be as many as there are').toEqual([])
    expect(found(serving({ do: 'start', process: 'leave' })), 'no node of the drawing').toEqual([])
    const starting = { s: { kind: 'service-task' as const } }
    const services = new Map([['s', service.parse({ do: 'start', process: 'leave' }) as Service]])
    expect(found(drawn(starting, ['start > s > end'], { services }))).toEqual(['calls-itself s leave'])
    const circles = [
      { node: 'a', process: 'x', isAtOnce: true },
      { node: 'a', process: 'y', isAtOnce: false },
    ]
    expect(found(simple(), { circles })).toEqual(['calls-itself a x', 'calls-itself-later a y'])
  })

  it('finds what can become of the process', () => {
    const join = ['start > ask', 'ask > a [approved]', 'ask > b [else]', 'a > join > c > end', 'b > join']
    expect(found(drawn({ ask: 'exclusive', join: 'parallel' }, join))).toEqual(['deadlock join', 'unreached c', 'unreached end'])
    const perhaps = drawn({ split: 'inclusive', join: 'parallel' }, [
      'start > split',
      'split > a [approved]',
      'split > b',
      'a > join > c > end',
      'b > join',
    ])
    expect(found(perhaps)).toEqual(['may-deadlock join'])
    expect(found(drawn({ a: 'task', b: 'task' }, ['start > a > b > a']))).toEqual([expect.stringMatching(/^circle /)])
    expect(found(drawn({ ask: 'exclusive' }, ['start > ask', 'ask > a [approved]', 'ask > b [candidate]', 'a > end', 'b > end']))).toEqual([
      'without-way ask',
    ])
    const { nodes, flows } = model({ ask: 'exclusive' }, 'start > ask', 'ask > a [approved]', 'ask > b', 'a > end', 'b > end')
    const opposite = [...flows.values()].map((flow) =>
      flow.id === 'ask-b' ? { ...flow, condition: { op: 'not', of: [{ field: 'approved' }] } as const } : flow,
    )
    expect(found(whole([...nodes.values()], opposite)), 'what most models say').toEqual([])
  })

  it('finds no fault in a file as other tools write it, says what a rejection does there, and takes its names from there', async () => {
    const xml = (boss: string) =>
      Buffer.from(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
        <process id="leave" isExecutable="true"><startEvent id="s"/><userTask id="a" name="申请" flowable:assignee="\${initiator}"/>
          <userTask id="b" name="审批" ${boss}/><exclusiveGateway id="g"/><endEvent id="e"/>
          <sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="b"/><sequenceFlow id="f3" sourceRef="b" targetRef="g"/>
          <sequenceFlow id="f4" sourceRef="g" targetRef="e"><conditionExpression>\${approved}</conditionExpression></sequenceFlow>
          <sequenceFlow id="f5" sourceRef="g" targetRef="a"><conditionExpression>\${!approved}</conditionExpression></sequenceFlow></process></definitions>`)
    const read = async (boss: string) => {
      const one = await readBpmn(xml(boss))
      if ('refused' in one) throw new Error(one.detail)
      return checkModel(one.model)
    }
    // What is asked of a gateway is asked about the task before it, and about no other.
    expect(await read('flowable:candidateGroups="hr"')).toEqual({
      faults: [],
      warnings: [{ code: 'goes-on', element: 'b', name: '审批', about: 'approved' }],
    })
    expect((await read('')).faults).toEqual([{ code: 'no-people', element: 'b', name: '审批' }])
  })

  it('says nothing about ways of which a part is missing', () => {
    const broken = drawn({}, ['start > a', 'b > end'], { faults: [{ code: 'unsupported', element: 'g' }] })
    expect(found(broken)).toEqual(['unsupported g'])
  })
})

describe('a model of 2,000 elements', () => {
  const user = (id: string): ProcessNode => ({ id, kind: 'user-task' })
  const wide = (kind: ProcessNode['kind'], count: number, condition?: SequenceFlow['condition']): ProcessModel => {
    const tasks = Array.from({ length: count }, (_, at) => user(`t${at}`))
    return whole(
      [{ id: 's', kind: 'start' }, { id: 'g', kind }, { id: 'j', kind }, ...tasks],
      [
        { id: 'f', from: 's', to: 'g' },
        ...tasks.flatMap(({ id }) => [
          { id: `in-${id}`, from: 'g', to: id, condition },
          { id: `out-${id}`, from: id, to: 'j' },
        ]),
      ],
    )
  }
  const chain = (kind: ProcessNode['kind']) => {
    const nodes: ProcessNode[] = [
      { id: 's', kind: 'start' },
      ...Array.from({ length: 999 }, (_, at): ProcessNode => ({ id: `t${at}`, kind })),
    ]
    return whole(
      nodes,
      nodes.slice(1).map(({ id }, at) => ({ id: `f${at}`, from: nodes[at]?.id ?? '', to: id })),
    )
  }
  const edged = () => {
    const { definition, ...rest } = wide('parallel', 400)
    const edges = Array.from({ length: 400 }, (_, place): ProcessNode => ({
      id: `e${place}`,
      kind: 'boundary',
      at: `t${place}`,
      interruptsNot: place % 2 === 0,
      trigger: { on: 'signal', name: 'S' },
    }))
    return { ...rest, definition: { nodes: [...definition.nodes, ...edges], flows: definition.flows } }
  }
  const nested = () => {
    const nodes = Array.from({ length: 1000 }, (_, place): ProcessNode => ({
      id: `n${place}`,
      kind: 'sub-process',
      // Forty deep at the most: more is not even read.
      ...(place % 38 === 0 ? {} : { inside: `n${place - 1}` }),
      repetition: { order: 'parallel', count: { field: 'approved' } },
    }))
    return whole(nodes, [])
  }
  const full = () => {
    const nodes = Array.from({ length: 2000 }, (_, at) => user(`t${at}`))
    const long = (id: string) => Array.from({ length: 8 }, () => `max(${'unset, '.repeat(19)}${id}) > 1`).join(' and ')
    const people = (id: string) =>
      Array.from({ length: 20 }, (_, place) => ({ kind: 'expression', expression: `= ${place} > 1 and ${long(id)}` }))
    return whole([{ id: 's', kind: 'start' }, ...nodes], [], {
      tasks: new Map(nodes.map(({ id }) => [id, taskSettings.parse({ people: people(id) })])),
    })
  }

  it.each<[string, () => ProcessModel]>([
    ['one after the other', () => chain('user-task')],
    ['that nobody does', () => chain('task')],
    ['of joins', () => chain('inclusive')],
    ['side by side', () => wide('parallel', 660)],
    ['side by side, as conditions say', () => wide('inclusive', 660, { field: 'approved' })],
    ['of which one is chosen', () => wide('exclusive', 660, { field: 'approved' })],
    ['with events at all edges', edged],
    ['of sub-processes in each other', nested],
    ['with twenty long expressions each', full],
  ])('%s is checked in the time in which 300,000 numbers are sorted as texts six times', (_name, make) => {
    const of = make()
    const numbers = Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 300_007)
    expect(best(() => checkModel(of)) / best(() => numbers.toSorted())).toBeLessThan(6)
  })

  /** Milliseconds of its own time on the processor, the best of some: what else goes on is not its own. */
  function best(work: () => unknown): number {
    const took = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      work()
      return process.cpuUsage(before).user / 1000
    })
    return Math.min(...took)
  }

  it('of chance finds no fault in what is sound by the way it is drawn', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { nodes, flows } = drawProcess(chanceOf(seed), 2)
        expect(checkModel(whole([...nodes], [...flows])).faults).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('the sentence about a finding', () => {
  it.each(languages)('%s: is there for each code, and names the element and what it is about', (language) => {
    const t = translatorOf({ en, tw, zh }[language])
    for (const code of [...CHECK_FAULTS, ...CHECK_WARNINGS]) {
      const sentence = sentenceOfFinding({ code, element: 'a1', name: 'Boss', about: 'what' }, t)
      expect(sentence, code).toMatch(/Boss/)
      expect(sentence, code).not.toMatch(/process-check|\{\{/)
      expect(sentenceOfFinding({ code, element: 'a1' }, t)).toContain('a1')
      expect(sentenceOfFinding({ code, element: '', about: 'what' }, t)).not.toMatch(/[“「][”」]/)
    }
  })
})
