/** What a model says beyond BPMN: settings of this product, what other tools write in their place, and what is refused by name. */
import { describe, expect, it } from 'vitest'
import type { ProcessModel } from '../../model/workflow/bpmn/process-model.ts'
import { MAX_SETTINGS, SETTINGS_NAMESPACE } from '../../model/workflow/settings.ts'
import { readBpmn } from '../../server/workflow/index.ts'

const HEAD = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:outstation="${SETTINGS_NAMESPACE}" xmlns:own="${SETTINGS_NAMESPACE}"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn" xmlns:activiti="http://activiti.org/bpmn" xmlns:other="urn:other" targetNamespace="t">`

/** The model of a process that passes one element; tags without a prefix are BPMN's. */
async function read(element: string, more = ''): Promise<ProcessModel> {
  const inside = `${more}<startEvent id="s" camunda:initiator="applicant"/>${element}<sequenceFlow id="f" sourceRef="s" targetRef="t"/>`
  const found = await readBpmn(
    Buffer.from(
      `${HEAD}<message id="m" name="Paid"/><bpmn:process id="p" isExecutable="true">${inside}</bpmn:process></bpmn:definitions>`.replaceAll(
        /<(\/?)(\w+)(?=[\s/>])/g,
        '<$1bpmn:$2',
      ),
    ),
  )
  if ('refused' in found) throw new Error(`${found.refused}: ${found.detail}`)
  return found.model
}
const settingsElement = (settings: unknown, tag = 'outstation:settings') =>
  `<extensionElements><${tag}><![CDATA[${typeof settings === 'string' ? settings : JSON.stringify(settings)}]]></${tag}></extensionElements>`
const task = (attributes: string, inside = '') => `<userTask id="t" ${attributes}>${inside}</userTask>`
const about = ({ faults }: ProcessModel) => faults.map(({ code, element, about: what }) => [code, element, what])

describe('settings in a model', () => {
  it('count for each kind of element, and more than what another tool says', async () => {
    const people = [{ kind: 'role', code: 'boss' }]
    const model = await read(task('camunda:assignee="ann"', settingsElement({ people, group: { mode: 'ratio', percent: 60 } })))
    expect(model.faults).toEqual([])
    expect(model.tasks.get('t')).toMatchObject({ people, group: { mode: 'ratio', percent: 60 }, whenRejected: 'end' })
    const sent = await read(
      `<sendTask id="t">${settingsElement({ service: { do: 'notify', to: people, title: { en: 'a' }, text: { en: 'b' } } })}</sendTask>`,
    )
    expect([sent.faults, sent.services.get('t')]).toEqual([[], expect.objectContaining({ do: 'notify' })])
    const call = await read(
      `<callActivity id="t" calledElement="other">${settingsElement({ version: 3, hand: [{ name: 'a', value: '= b' }] })}</callActivity>`,
    )
    expect(call.called.get('t')).toEqual({ process: 'other', version: 3, hand: [{ name: 'a', value: '= b' }], back: [] })
    const message = await read(`<receiveTask id="t" messageRef="m">${settingsElement({ correlation: '= order' })}</receiveTask>`)
    expect(message.messages.get('t')).toEqual({ correlation: '= order' })
    const whole = await read(task('', settingsElement({ people })), settingsElement({ managers: people, numberPrefix: 'LV' }))
    expect(whole.process).toEqual({ managers: people, numberPrefix: 'LV' })
    expect((await read(task('', settingsElement({ people })))).process).toEqual({ managers: [] })
  })

  it('are known by whose vocabulary they are, not by a prefix', async () => {
    const model = await read(task('', settingsElement({ people: [{ kind: 'starter' }] }, 'own:settings')))
    expect(model.tasks.get('t')?.people).toEqual([{ kind: 'starter' }])
    const foreign = await read(task('camunda:assignee="ann"', settingsElement('no JSON', 'other:settings')))
    expect([foreign.faults, foreign.tasks.get('t')?.people]).toEqual([[], [{ kind: 'user', username: 'ann' }]])
  })

  it.each<[string, string, string]>([
    ['that are no JSON', 'people: []', 'outstation:settings'],
    ['with a key that is not known', JSON.stringify({ people: [{ kind: 'starter', colour: 1 }] }), 'people.0.colour'],
    ['with a value that is none', JSON.stringify({ people: [{ kind: 'role', code: '' }] }), 'people.0.code'],
    ['with a kind of people that is not known', JSON.stringify({ people: [{ kind: 'everybody' }] }), 'people.0.kind'],
    ['that are too long', JSON.stringify({ people: [], x: 'x'.repeat(MAX_SETTINGS) }), 'outstation:settings'],
    ['of a thousand brackets', '['.repeat(9000), 'outstation:settings'],
    ['with a name of the language itself', '{"people":[],"__proto__":{"pick":"starter"}}', '__proto__'],
  ])('%s are a fault that says where', async (_name, text, path) => {
    expect(about(await read(task('', settingsElement(text))))).toEqual([['settings', 't', path]])
  })

  it('set no variable that may not be called this', async () => {
    const setting = (name: string) =>
      read(`<serviceTask id="t">${settingsElement({ service: { do: 'set', assignments: [{ name, value: '= 1' }] } })}</serviceTask>`)
    expect((await setting('总额')).faults).toEqual([])
    for (const name of ['__proto__', 'constructor', 'a.b', '1', ''])
      expect(about(await setting(name))).toEqual([['settings', 't', 'service.assignments.0.name']])
  })

  it('that stand twice, or where nothing can be said, are a fault', async () => {
    const one = settingsElement({}).replaceAll(/<\/?extensionElements>/g, '')
    expect(about(await read(task('', `<extensionElements>${one}${one}</extensionElements>`)))).toEqual([
      ['settings', 't', 'outstation:settings[1]'],
    ])
    expect(about(await read(`<exclusiveGateway id="t">${settingsElement({})}</exclusiveGateway>`))).toEqual([
      ['settings', 't', 'bpmn:ExclusiveGateway'],
    ])
  })
})

describe('what is done at moments', () => {
  const set = { do: 'set', assignments: [{ name: 'a', value: '= 1' }] }
  const listeners = [{ on: 'start', service: set }]
  const at = (tag: string, own: object = {}, attributes = '', inside = '') =>
    read(`<${tag} id="t" ${attributes}>${settingsElement({ ...own, listeners })}${inside}</${tag}>`)

  it('is taken of tasks of people and of the process', async () => {
    const model = await read(task('', settingsElement({ people: [{ kind: 'starter' }], listeners })), settingsElement({ listeners }))
    expect([model.faults, model.tasks.get('t')?.listeners, model.process.listeners]).toEqual([[], listeners, listeners])
  })

  it.each<[string, object, string, string, string]>([
    ['serviceTask', { service: set }, '', '', 'listeners'],
    ['callActivity', {}, 'calledElement="other"', '', 'listeners'],
    ['receiveTask', {}, 'messageRef="m"', '', 'listeners'],
    ['intermediateCatchEvent', {}, '', '<messageEventDefinition messageRef="m"/>', 'listeners'],
    ['intermediateCatchEvent', {}, '', '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>', 'listeners'],
    ['exclusiveGateway', {}, '', '', 'listeners'],
    ['parallelGateway', {}, '', '', 'listeners'],
    ['inclusiveGateway', {}, '', '', 'listeners'],
    ['subProcess', {}, '', '<startEvent id="u"/>', 'listeners'],
    ['endEvent', {}, '', '', 'listeners'],
  ])('at a %s is refused by its name, and never left out', async (tag, own, attributes, inside, path) => {
    expect(about(await at(tag, own, attributes, inside))).toContainEqual(['settings', 't', path])
  })

  it('is told by its name where another tool says it', async () => {
    const model = await read(
      '<exclusiveGateway id="t"><extensionElements><camunda:executionListener event="start" expression="x"/></extensionElements></exclusiveGateway>',
    )
    expect(model.warnings).toContainEqual(expect.objectContaining({ code: 'not-taken', element: 't', about: 'executionListener' }))
  })
})

describe('what somebody writes to keep a server busy', () => {
  const long = (sign: string) => sign.repeat(1_000_000)
  it.each<[string, string]>([
    [
      'a million open brackets',
      `<userTask id="t"><potentialOwner><resourceAssignmentExpression><formalExpression>${long('(')}</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>`,
    ],
    [
      'a rule of blanks',
      `<userTask id="t"><multiInstanceLoopCharacteristics><completionCondition>$${long(' ')}x</completionCondition></multiInstanceLoopCharacteristics></userTask>`,
    ],
    ['a script of very many lines', `<scriptTask id="t"><script>${'a = 1\n'.repeat(200_000)}</script></scriptTask>`],
    [
      'a condition of blanks',
      `<serviceTask id="t"><standardLoopCharacteristics><loopCondition>$${long(' ')}x</loopCondition></standardLoopCharacteristics></serviceTask>`,
    ],
    [
      'a timer of digits',
      `<intermediateCatchEvent id="t"><timerEventDefinition><timeCycle>R/P${long('1')}</timeCycle></timerEventDefinition></intermediateCatchEvent>`,
    ],
    [
      'a timer of stars',
      `<intermediateCatchEvent id="t"><timerEventDefinition><timeCycle>${'*'.repeat(500_000)} ${'*'.repeat(500_000)}!</timeCycle></timerEventDefinition></intermediateCatchEvent>`,
    ],
    [
      'settings of brackets',
      `<userTask id="t"><extensionElements><outstation:settings>${long('[')}</outstation:settings></extensionElements></userTask>`,
    ],
  ])('%s is refused in good time', async (_name, element) => {
    const before = process.cpuUsage()
    const model = await read(element)
    expect(model.faults.length + model.definition.nodes.length).toBeGreaterThan(1)
    expect(model.faults).not.toEqual([])
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
  })
})

describe('what other tools write', () => {
  it.each<[string, string, unknown[]]>([
    ['a user', 'flowable:assignee="ann"', [{ kind: 'user', username: 'ann' }]],
    ['the starter', 'activiti:assignee="${initiator}"', [{ kind: 'starter' }]],
    ['the starter by the name of the start event', 'camunda:assignee="#{applicant}"', [{ kind: 'starter' }]],
    ['a variable', 'camunda:assignee="${candidate}"', [{ kind: 'variable', variable: 'candidate' }]],
    [
      'an expression',
      'camunda:assignee="${days &gt; 3 ? boss : clerk}"',
      [{ kind: 'expression', expression: '${days > 3 ? boss : clerk}' }],
    ],
    [
      'users and groups',
      'camunda:candidateUsers="ann, ${deputy}" flowable:candidateGroups="hr,张三"',
      [
        { kind: 'user', username: 'ann' },
        { kind: 'variable', variable: 'deputy' },
        { kind: 'group', code: 'hr' },
        { kind: 'group', code: '张三' },
      ],
    ],
    ['an owner alone', 'flowable:owner="bob"', [{ kind: 'user', username: 'bob' }]],
  ])('%s', async (_name, attributes, people) => {
    const model = await read(task(attributes))
    expect([model.faults, model.tasks.get('t')?.people]).toEqual([[], people])
  })

  it('a priority and a time by which it is due', async () => {
    const { tasks } = await read(task('camunda:assignee="ann" camunda:priority="70" camunda:dueDate="P2D"'))
    expect(tasks.get('t')).toMatchObject({ priority: 70, due: { after: 'P2D', working: false } })
  })

  it('what has no counterpart is told, and what would be a program is refused', async () => {
    const listened = await read(
      task(
        'camunda:assignee="ann" camunda:candidateUsers="bob" camunda:formKey="f" camunda:dueDate="${soon}"',
        '<extensionElements><camunda:taskListener event="create" class="a.B"/></extensionElements>',
      ),
    )
    expect(listened.warnings.map(({ code, element, about: what }) => [code, element, what])).toEqual(
      ['taskListener', 'formKey', 'dueDate', 'candidateUsers'].map((what) => ['not-taken', 't', what]),
    )
    // Values that BPMN itself brings in and out of activities and events.
    const data = `<ioSpecification id="io"><dataInput id="in"/><dataOutput id="out"/><inputSet id="is"/><outputSet id="os"/></ioSpecification>
      <dataInputAssociation id="a1"><targetRef>in</targetRef></dataInputAssociation><dataOutputAssociation id="a2"><targetRef>d</targetRef></dataOutputAssociation>`
    const fed = await read(task('camunda:assignee="ann"', data), '<dataObject id="d"/>')
    expect(fed.faults).toEqual([])
    expect(fed.warnings.map(({ code, element, about: what }) => [code, element, what])).toEqual(
      ['ioSpecification', 'dataInputAssociations', 'dataOutputAssociations'].map((what) => ['not-taken', 't', what]),
    )
    expect(about(await read(task('camunda:assignee="${people.find(\'a\')}"')))).toEqual([['expression', 't', "${people.find('a')}"]])
    const until =
      '<multiInstanceLoopCharacteristics camunda:collection="c"><completionCondition>${bean.done()}</completionCondition></multiInstanceLoopCharacteristics>'
    expect(about(await read(task('', until)))).toEqual([['unsupported', 't', 'completionCondition']])
    expect(about(await read(task(`camunda:candidateUsers="${Array.from({ length: 21 }, (_, at) => `u${at}`).join()}"`)))).toEqual([
      ['settings', 't', 'people'],
    ])
  })

  it.each(['camunda', 'flowable', 'activiti'])(
    'who may start it is said by its model here, and what %s says of that is named',
    async (prefix) => {
      const starters = `${prefix}:candidateStarterUsers="ann, ${'${boss}'}" ${prefix}:candidateStarterGroups="hr"`
      const potential = `<bpmn:extensionElements><${prefix}:potentialStarter/></bpmn:extensionElements>`
      const found = await readBpmn(
        Buffer.from(
          `${HEAD}<bpmn:process id="p" isExecutable="true" ${starters}>${potential}<bpmn:startEvent id="s"/></bpmn:process></bpmn:definitions>`,
        ),
      )
      if ('refused' in found) throw new Error(found.refused)
      expect(found.model.warnings.map(({ code, element, about: what }) => [code, element, what])).toEqual(
        ['potentialStarter', 'candidateStarterUsers', 'candidateStarterGroups'].map((what) => ['not-taken', 'p', what]),
      )
    },
  )

  it.each<[string, string, string | undefined]>([
    ['<serviceTask id="t"/>', 'no-service', undefined],
    ['<sendTask id="t"/>', 'no-service', undefined],
    ['<scriptTask id="t"/>', 'no-service', undefined],
    ['<serviceTask id="t" camunda:class="a.B"/>', 'unsupported-service', 'class'],
    ['<serviceTask id="t" flowable:delegateExpression="${bean}"/>', 'unsupported-service', 'delegateExpression'],
    ['<serviceTask id="t" activiti:expression="${bean.run()}"/>', 'unsupported-service', 'expression'],
    ['<serviceTask id="t" camunda:type="external" camunda:topic="x"/>', 'unsupported-service', 'type'],
    ['<serviceTask id="t"><extensionElements><camunda:connector/></extensionElements></serviceTask>', 'unsupported-service', 'connector'],
    ['<businessRuleTask id="t" camunda:decisionRef="d"/>', 'unsupported-service', 'decisionRef'],
    ['<scriptTask id="t" scriptFormat="groovy"><script>println(1)</script></scriptTask>', 'unsupported-service', 'script'],
    ['<scriptTask id="t"><script>a = 1\nfor (;;) {}</script></scriptTask>', 'unsupported-service', 'script'],
    ['<scriptTask id="t"><script>__proto__ = x.y()</script></scriptTask>', 'unsupported-service', 'script'],
  ])('%s is refused: %s', async (element, code, what) => {
    expect(about(await read(element))).toEqual([[code, 't', what]])
  })

  it('a script of assignments sets variables, and mappings of a call are handed there and back', async () => {
    const script = await read('<scriptTask id="t"><script>总额 = price * 2;\nok = 总额 &gt; 10</script></scriptTask>')
    expect(script.services.get('t')).toEqual({
      do: 'set',
      assignments: [
        { name: '总额', value: '= price * 2' },
        { name: 'ok', value: '= 总额 > 10' },
      ],
    })
    const call = await read(
      '<callActivity id="t" calledElement="o"><extensionElements><camunda:in source="a" target="b"/><camunda:out sourceExpression="${c + 1}" target="d"/><camunda:in variables="all"/></extensionElements></callActivity>',
    )
    expect(call.called.get('t')).toEqual({
      process: 'o',
      version: 'latest',
      hand: [{ name: 'b', value: '= a' }],
      back: [{ name: 'd', value: '${c + 1}' }],
    })
    expect(call.warnings).toEqual([{ code: 'not-taken', element: 't', about: 'in' }])
  })
})

describe('a task of another tool about which flows ask whether it was approved', () => {
  const flow = (from: string, to: string, condition = '') =>
    `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`
  const decide = (id: string, inside = '') => `<userTask id="${id}" camunda:assignee="ann">${inside}</userTask>`
  const after = (from: string, yes = '${approved}') =>
    `<exclusiveGateway id="x"/><endEvent id="y"/><endEvent id="n"/>${flow(from, 'x')}${flow('x', 'y', yes)}${flow('x', 'n', '${!approved}')}`
  const goingOn = ({ tasks }: ProcessModel) => [...tasks].flatMap(([id, { whenRejected }]) => (whenRejected === 'go-on' ? [id] : []))

  it.each<[string, string, string[]]>([
    ['at once', `${decide('t')}${after('t')}`, ['t']],
    [
      'by one flow, and the other is the default',
      `${decide('t')}${after('t', '= approved = true and amount > 3').replace('${!approved}', '= true')}`,
      ['t'],
    ],
    [
      'on the flows of the task itself',
      `${decide('t')}<endEvent id="y"/><endEvent id="n"/>${flow('t', 'y', '${approved}')}${flow('t', 'n', '${!approved}')}`,
      ['t'],
    ],
    ['behind something else', `${decide('t')}<task id="b"/>${flow('t', 'b')}${after('b')}`, ['t']],
    ['behind another task, which alone is asked about', `${decide('t')}${decide('b')}${flow('t', 'b')}${after('b')}`, ['b']],
    [
      'on each of two ways',
      `<task id="t"/>${decide('a')}${decide('b')}${flow('t', 'a')}${flow('t', 'b')}${flow('a', 'x')}${after('b')}`,
      ['a', 'b'],
    ],
    [
      'behind the scope in which it lies',
      `<subProcess id="t"><startEvent id="is"/>${decide('i')}<endEvent id="ie"/>${flow('is', 'i')}${flow('i', 'ie')}</subProcess>${after('t')}`,
      ['i'],
    ],
    [
      'in a scope that follows',
      `${decide('t')}<subProcess id="sub"><startEvent id="is"/><task id="w"/>${flow('is', 'w')}${after('w')}</subProcess>${flow('t', 'sub')}`,
      ['t'],
    ],
    [
      'by a loop',
      decide('t', '<standardLoopCharacteristics><loopCondition>${!approved}</loopCondition></standardLoopCharacteristics>'),
      ['t'],
    ],
    [
      'behind an event at an edge, which is no decision of the task there',
      `${decide('t')}${decide('b')}${flow('t', 'b')}<boundaryEvent id="e" attachedToRef="b"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>${after('e')}`,
      ['t'],
    ],
    ['by nobody', `${decide('t')}<endEvent id="y"/>${flow('t', 'y')}`, []],
    ['for something else', `${decide('t')}${after('t', '${approvedBy}').replace('${!approved}', '${amount}')}`, []],
  ])('%s, goes on when it is rejected, and the check says so', async (_name, inside, tasks) => {
    const model = await read(inside)
    expect(model.faults).toEqual([])
    expect(goingOn(model).sort()).toEqual(tasks)
    expect(
      model.warnings
        .filter(({ code }) => code === 'goes-on')
        .map(({ element }) => element)
        .sort(),
    ).toEqual(tasks)
  })

  it('keeps what a model of this product says itself', async () => {
    const model = await read(`${task('', settingsElement({ people: [{ kind: 'starter' }] }))}${after('t')}`)
    expect([goingOn(model), model.warnings]).toEqual([[], []])
  })
})
