/** Models of BPMN: what is read of them, what is refused by its name, and what is not even looked at. */
import { describe, expect, it } from 'vitest'
import { compileProcess } from '../../model/workflow/core/graph.ts'
import type { ProcessModel } from '../../model/workflow/bpmn/process-model.ts'
import { readBpmn } from '../../server/workflow/index.ts'
import { Instance } from '../support/process-models.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">`

/** A model of one process, with elements in a short spelling: tags without a prefix are BPMN's. */
const xml = (inside: string, around = '') =>
  `${HEAD}${around.replaceAll(/<(\/?)(\w)/g, '<$1bpmn:$2')}<bpmn:process id="leave" name="Leave" isExecutable="true">${inside.replaceAll(/<(\/?)(\w)/g, '<$1bpmn:$2')}</bpmn:process></bpmn:definitions>`
const flow = (id: string, from: string, to: string, inside = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inside}</sequenceFlow>`
const when = (text: string) => `<conditionExpression xsi:type="bpmn:tFormalExpression">${text}</conditionExpression>`

async function read(text: string | Uint8Array): Promise<ProcessModel> {
  const found = await readBpmn(typeof text === 'string' ? Buffer.from(text) : text)
  if ('refused' in found) throw new Error(`${found.refused}: ${found.detail}`)
  return found.model
}
const faultsOf = async (inside: string, around?: string) =>
  (await read(xml(inside, around))).faults.map(({ code, element, about }) => [code, element, ...(about === undefined ? [] : [about])])
const refusal = async (text: string | Uint8Array) => {
  const found = await readBpmn(typeof text === 'string' ? Buffer.from(text) : text)
  return 'refused' in found ? found.refused : 'read'
}

const LEAVE = xml(
  `<startEvent id="start"/><userTask id="ask" name="申请" camunda:assignee="\${starter}"/><exclusiveGateway id="choice" default="f4"/>
   <userTask id="boss" flowable:candidateGroups="managers, hr"/><endEvent id="end"/>
   <boundaryEvent id="late" attachedToRef="boss" cancelActivity="false"><timerEventDefinition><timeDuration>PT48H</timeDuration></timerEventDefinition></boundaryEvent>
   <scriptTask id="remind"><script>late = true</script></scriptTask><endEvent id="end2"/>
   ${flow('f1', 'start', 'ask')}${flow('f2', 'ask', 'choice')}${flow('f3', 'choice', 'boss', when('${days &gt;= 3}'))}${flow('f4', 'choice', 'end')}
   ${flow('f5', 'boss', 'end')}${flow('f6', 'late', 'remind')}${flow('f7', 'remind', 'end2')}`,
)

describe('a model', () => {
  it('is the process that it draws, which the engine walks', async () => {
    const model = await read(LEAVE)
    expect([model.key, model.name, model.faults]).toEqual(['leave', 'Leave', []])
    expect(model.definition.nodes.find(({ id }) => id === 'late')).toEqual({
      id: 'late',
      kind: 'boundary',
      at: 'boss',
      interruptsNot: true,
      trigger: { on: 'timer', timer: 'PT48H' },
    })
    const instance = new Instance(compileProcess(model.definition))
    expect(instance.complete('ask').at, 'without days there is no way but the default').toBe('ended')
  })

  it('says whom its tasks ask, whoever has written it', async () => {
    const { tasks } = await read(LEAVE)
    expect(tasks.get('ask')?.people).toEqual([{ kind: 'starter' }])
    expect(tasks.get('boss')?.people).toEqual([
      { kind: 'group', code: 'managers' },
      { kind: 'group', code: 'hr' },
    ])
    const standard = await read(
      xml(
        `<startEvent id="s"/><userTask id="t"><potentialOwner><resourceAssignmentExpression><formalExpression>user(ann), group(hr)</formalExpression></resourceAssignmentExpression></potentialOwner></userTask>${flow('f', 's', 't')}`,
      ),
    )
    expect(standard.tasks.get('t')?.people).toEqual([
      { kind: 'user', username: 'ann' },
      { kind: 'group', code: 'hr' },
    ])
  })

  it.each([
    ['<multiInstanceLoopCharacteristics camunda:collection="people" camunda:elementVariable="one"/>', { mode: 'all' }],
    ['<multiInstanceLoopCharacteristics isSequential="true" camunda:collection="people"/>', { mode: 'sequential' }],
    [
      '<multiInstanceLoopCharacteristics camunda:collection="people"><completionCondition>${nrOfCompletedInstances/nrOfInstances &gt;= 0.6}</completionCondition></multiInstanceLoopCharacteristics>',
      { mode: 'ratio', percent: 60 },
    ],
    [
      '<multiInstanceLoopCharacteristics camunda:collection="people"><completionCondition>${nrOfCompletedInstances == 1}</completionCondition></multiInstanceLoopCharacteristics>',
      { mode: 'any' },
    ],
  ])('a task that several decide is one task with a rule: %s', async (loop, rule) => {
    const { tasks, definition, faults } = await read(
      xml(`<startEvent id="s"/><userTask id="t" camunda:assignee="\${one}">${loop}</userTask>${flow('f', 's', 't')}`),
    )
    expect(tasks.get('t')).toMatchObject({
      group: rule,
      people: [{ kind: 'variable', variable: loop.includes('elementVariable') ? 'people' : 'one' }],
    })
    expect(definition.nodes.find(({ id }) => id === 't')?.repetition).toBeUndefined()
    expect(faults).toEqual([])
  })

  it('reads sub-processes, events by their names, links, errors and loops', async () => {
    const { definition, faults, called } = await read(
      xml(
        `<startEvent id="s"/><subProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>
           <startEvent id="s2"/><callActivity id="call" calledElement="other"/><endEvent id="e2"><errorEventDefinition errorRef="err"/></endEvent>${flow('i1', 's2', 'call')}${flow('i2', 'call', 'e2')}
           <subProcess id="rescue" triggeredByEvent="true"><startEvent id="s3" isInterrupting="false"><signalEventDefinition signalRef="sig"/></startEvent></subProcess>
         </subProcess>
         <boundaryEvent id="edge" attachedToRef="sub"><errorEventDefinition errorRef="err"/></boundaryEvent>
         <intermediateThrowEvent id="throw"><linkEventDefinition name="L"/></intermediateThrowEvent>
         <intermediateCatchEvent id="catch"><linkEventDefinition name="L"/></intermediateCatchEvent>
         <task id="loop"><standardLoopCharacteristics testBefore="true"><loopCondition>\${again}</loopCondition></standardLoopCharacteristics></task>
         <receiveTask id="receive" messageRef="msg"/><endEvent id="e"><terminateEventDefinition/></endEvent>
         ${flow('f1', 's', 'sub')}${flow('f2', 'sub', 'throw')}${flow('f3', 'catch', 'loop')}${flow('f4', 'loop', 'receive')}${flow('f5', 'receive', 'e')}${flow('f6', 'edge', 'e')}`,
        '<error id="err" errorCode="E1"/><signal id="sig" name="Alarm"/><message id="msg" name="Paid"/>',
      ),
    )
    expect(faults).toEqual([])
    const node = (id: string) => definition.nodes.find((one) => one.id === id)
    expect(node('sub')).toMatchObject({ kind: 'sub-process', repetition: { order: 'parallel', count: { value: 3 } } })
    expect(node('s3')).toEqual({ id: 's3', kind: 'start', inside: 'rescue', trigger: { on: 'signal', name: 'Alarm' }, interruptsNot: true })
    expect(node('rescue')).toMatchObject({ kind: 'event-sub-process', inside: 'sub' })
    expect(node('e2')?.trigger).toEqual({ on: 'error', code: 'E1' })
    expect(node('edge')).toMatchObject({ at: 'sub', trigger: { on: 'error', code: 'E1' } })
    expect(node('loop')?.repetition).toEqual({ order: 'sequential', again: { field: 'again' }, asksBefore: true })
    expect(node('receive')?.trigger).toEqual({ on: 'message', name: 'Paid' })
    expect(called.get('call')).toEqual({ process: 'other', version: 'latest', hand: [], back: [] })
    compileProcess(definition)
  })
})

describe('what keeps a model from being deployed is named', () => {
  const start = '<startEvent id="s"/>'
  it.each<[string, string, unknown[]]>([
    ['a complex gateway', `${start}<complexGateway id="g"/>${flow('f', 's', 'g')}`, [['unsupported', 'g', 'bpmn:ComplexGateway']]],
    ['a transaction', `${start}<transaction id="t"/>${flow('f', 's', 't')}`, [['unsupported', 't', 'bpmn:Transaction']]],
    ['an ad-hoc sub-process', `${start}<adHocSubProcess id="t"/>${flow('f', 's', 't')}`, [['unsupported', 't', 'bpmn:AdHocSubProcess']]],
    [
      'compensation',
      `${start}<endEvent id="e"><compensateEventDefinition/></endEvent>${flow('f', 's', 'e')}`,
      [['unsupported', 'e', 'bpmn:CompensateEventDefinition']],
    ],
    ['a handler of compensation', `${start}<task id="t" isForCompensation="true"/>`, [['unsupported', 't', 'bpmn:Task']]],
    ['a start quantity', `${start}<task id="t" startQuantity="2"/>${flow('f', 's', 't')}`, [['unsupported', 't', 'startQuantity']]],
    [
      'a condition that calls something',
      `${start}<task id="t"/>${flow('f', 's', 't', when('${bean.check()}'))}`,
      [['expression', 'f', '${bean.check()}']],
    ],
    [
      'a timer that is none',
      `${start}<intermediateCatchEvent id="c"><timerEventDefinition><timeDuration>soon</timeDuration></timerEventDefinition></intermediateCatchEvent>`,
      [['timer', 'c', 'soon']],
    ],
    ['a loop without an end', `${start}<task id="t"><standardLoopCharacteristics/></task>`, [['endless', 't']]],
    ['two starts', `${start}<startEvent id="s2"/>`, [['several-starts', 'leave']]],
    ['no start', '<task id="t"/>', [['no-start', '']]],
    [
      'an event at no edge',
      `${start}<boundaryEvent id="b"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`,
      [['no-edge', 'b']],
    ],
    ['a call of nobody', `${start}<callActivity id="c"/>`, [['reference', 'c', 'calledElement']]],
  ])('%s', async (_name, inside, faults) => {
    expect(await faultsOf(inside)).toEqual(faults)
  })

  it('a flow that leads out of a sub-process, and one that leads nowhere', async () => {
    const across = `${start}<subProcess id="sub"><task id="in"/></subProcess>${flow('f', 's', 'in')}`
    expect(await faultsOf(across)).toEqual([['flow-across', 'f', 'in']])
    expect((await faultsOf(`${start}${flow('f', 's', 'gone')}`)).map(([code]) => code)).toContain('reference')
  })

  it('no process, and several of them', async () => {
    expect((await read(`${HEAD}</bpmn:definitions>`)).faults).toEqual([{ code: 'no-process', element: '' }])
    const two = LEAVE.replace('</bpmn:definitions>', '<bpmn:process id="p2" isExecutable="true"/></bpmn:definitions>')
    expect((await read(two)).faults.map(({ code }) => code)).toEqual(['several-processes'])
  })
})

describe('a file', () => {
  it('may be written in other encodings, and says so', async () => {
    const german = LEAVE.replace('申请', 'Prüfung')
    const latin = Buffer.from(german.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(german.replace('UTF-8', 'UTF-16'), 'utf16le')])
    for (const bytes of [latin, wide]) expect((await read(bytes)).definition.nodes.find(({ id }) => id === 'ask')?.name).toBe('Prüfung')
    expect(await refusal(Buffer.from(german, 'latin1')), 'one that is not what it says').toBe('encoding')
    expect(await refusal(LEAVE.replace('UTF-8', 'no-such-code'))).toBe('encoding')
  })

  it.each<[string, string | Uint8Array, string]>([
    ['with a DOCTYPE', LEAVE.replace('<bpmn:definitions', '<!DOCTYPE x [<!ENTITY a "aaaa">]><bpmn:definitions'), 'unsafe'],
    ['with an entity of its own', LEAVE.replace('name="Leave"', 'name="&own;"'), 'unreadable'],
    ['of two megabytes and one byte', 'x'.repeat(2_097_153), 'too-large'],
    ['of 20,000 elements in each other', `${HEAD}${'<bpmn:subProcess id="x">'.repeat(20_000)}`, 'too-large'],
    ['with an attribute of two megabytes', LEAVE.replace('name="Leave"', `name="${'x'.repeat(2_000_000)}"`), 'too-large'],
    [
      'with a thousand attributes',
      LEAVE.replace('name="Leave"', Array.from({ length: 1000 }, (_, at) => `a${at}="1"`).join(' ')),
      'too-large',
    ],
    ['with 50,000 elements', LEAVE.replace('<bpmn:startEvent id="start"/>', `${'<bpmn:task/>'.repeat(50_000)}`), 'too-large'],
    ['that is no XML', 'PK\u0003\u0004', 'unreadable'],
    ['that is cut off', LEAVE.slice(0, 600), 'unreadable'],
    ['that is other XML', '<html/>', 'unreadable'],
    ['that is empty', '', 'unreadable'],
  ])('%s is refused before it is read', async (_name, text, why) => {
    expect(await refusal(text)).toBe(why)
  })

  it('with names of the language itself as ids is read like any other', async () => {
    const model = await read(xml(`<startEvent id="__proto__"/><userTask id="constructor"/>${flow('toString', '__proto__', 'constructor')}`))
    expect(model.faults).toEqual([])
    expect(new Instance(compileProcess(model.definition)).at).toEqual(['constructor'])
    expect(({} as Record<string, unknown>)['kind'], 'nothing of it is everybody’s').toBeUndefined()
  })

  it('of more nodes than a model may have says so', async () => {
    const many = Array.from({ length: 2100 }, (_, at) => `<task id="t${at}"/>`).join('')
    expect((await faultsOf(`<startEvent id="s"/>${many}`)).map(([code]) => code)).toEqual(['too-large'])
  })
})
