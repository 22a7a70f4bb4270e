/** Models as other tools write them, and as nobody should: by hand with what has to become of each, and by chance from what occurs in files. */
import fc from 'fast-check'

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL'

/** Vocabularies that occur beside that of BPMN, by the prefix under which each is usual. */
const VENDORS: Readonly<Record<string, string>> = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  activiti: 'http://activiti.org/bpmn',
  flowable: 'http://flowable.org/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  modeler: 'http://camunda.org/schema/modeler/1.0',
  signavio: 'http://www.signavio.com',
  drools: 'http://www.jboss.org/drools',
  yaoqiang: 'http://bpmn.sourceforge.net',
  bizagi: 'http://www.bizagi.com/bpmn20',
  trisotech: 'http://www.trisotech.com/2014/triso/bpmn',
  tibex: 'http://www.tibco.com/bpm/2.0/extensions',
  custom: 'urn:nobody:has:seen:this',
}
const NAMESPACES = Object.entries(VENDORS)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** What has to become of a model: deployed as it is, told what is wrong at which elements, or not even looked at. */
export interface OddModel {
  readonly name: string
  readonly bytes: Uint8Array
  readonly expected: 'taken' | readonly string[] | { readonly refused: string }
  /** Of one that is taken, all that is told of what was left out: code, element and name. */
  readonly warned: readonly string[]
}

const bytesOf = (text: string) => Buffer.from(text)
const model = (inside: string, { key = 'odd', around = '', attributes = 'isExecutable="true"' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="${BPMN}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" ${NAMESPACES} targetNamespace="odd"><process id="${key}" ${attributes}>${inside}</process>${around}</definitions>`
const flow = (from: string, to: string, inside = '', attributes = '') =>
  `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}" ${attributes}>${inside}</sequenceFlow>`
const ways = (path: string) => {
  const nodes = path.split(' ')
  return nodes.slice(1).map((to, at) => flow(nodes[at] ?? '', to)).join('') // prettier-ignore
}
const START = '<startEvent id="start"/>'
const END = '<endEvent id="end"/>'
const TASK = '<userTask id="task" camunda:assignee="${initiator}"/>'
const PLAIN = `${START}${TASK}${END}${ways('start task end')}`
/** A node between the start and the end. */
const between = (node: string, id = 'x', more = '') => `${START}${node}${END}${ways(`start ${id} end`)}${more}`
const extended = (inside: string) => `<extensionElements>${inside}</extensionElements>`
/** A flow with a condition beside one that is taken else. */
const conditioned = (condition: string) =>
  `${START}<exclusiveGateway id="x" default="x_task"/>${TASK}${END}${ways('start x task end')}${flow('x', 'end', condition)}`
const SIGNALLED = between('<intermediateCatchEvent id="x"><signalEventDefinition signalRef="s"/></intermediateCatchEvent>')
const timer = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>'
const taken = (name: string, text: string, ...warned: string[]): OddModel => ({ name, bytes: bytesOf(text), expected: 'taken', warned })
/** @param faults Code and element of each */
const faulty = (name: string, text: string, ...faults: string[]): OddModel => ({ name, bytes: bytesOf(text), expected: faults, warned: [] })
const refused = (name: string, text: string | Uint8Array, why: string): OddModel => ({
  name,
  bytes: typeof text === 'string' ? bytesOf(text) : text,
  expected: { refused: why },
  warned: [],
})

const COLLABORATION = `<collaboration id="collaboration"><participant id="ours" name="Ours" processRef="odd"/><participant id="theirs" name="Theirs"/><participant id="others" processRef="other"/>
  <messageFlow id="message_flow" sourceRef="theirs" targetRef="task"/><textAnnotation id="note"><text>Read this</text></textAnnotation><association id="to_note" sourceRef="ours" targetRef="note"/></collaboration>
  <process id="other" isExecutable="false"><startEvent id="other_start"/><task id="other_task"/>${flow('other_start', 'other_task')}</process>`
const LANES = `<laneSet id="lanes"><lane id="upper" name="Upper"><flowNodeRef>start</flowNodeRef><childLaneSet id="inner"><lane id="deep"><flowNodeRef>task</flowNodeRef></lane></childLaneSet></lane><lane id="lower"><flowNodeRef>end</flowNodeRef></lane></laneSet>`
const EXPLAINED = `<dataObject id="data"/><dataObjectReference id="data_ref" name="Order" dataObjectRef="data"/><dataStoreReference id="store" name="Ledger"/><textAnnotation id="note"><text>by hand</text></textAnnotation><association id="to_note" sourceRef="task" targetRef="note"/><group id="group" categoryValueRef="value"/>`
const LISTENED = `<userTask id="task" activiti:assignee="\${initiator}" activiti:formKey="form"><extensionElements><activiti:taskListener event="create" class="com.example.Told"/><modeler:colour fill="red"/><custom:anything a="1"><custom:deeper>text</custom:deeper></custom:anything></extensionElements></userTask>`
const shape = (id: string, x: string | number) =>
  `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="0" width="36" height="36"/></bpmndi:BPMNShape>`
const diagram = (inside: string, element = 'odd') =>
  `<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${element}">${inside}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`
const chain = (count: number) =>
  `${START}${Array.from({ length: count }, (_, at) => `<userTask id="t${at}" camunda:candidateGroups="managers"/>`).join('')}${END}${ways(`start ${Array.from({ length: count }, (_, at) => `t${at}`).join(' ')} end`)}`
const withPrefix = (prefix: string) =>
  model(PLAIN)
    .replaceAll(/<(\/?)(process|startEvent|userTask|endEvent|sequenceFlow|definitions)\b/g, `<$1${prefix}:$2`)
    .replace('xmlns=', `xmlns:${prefix}=`)

/** By hand. */
export const oddModels: readonly OddModel[] = [
  // As other tools write what means the same everywhere.
  taken('plain', model(PLAIN)),
  ...['bpmn', 'bpmn2', 'semantic', 'model', 'ns0'].map((prefix) => taken(`with the prefix ${prefix}`, withPrefix(prefix))),
  { name: 'in ISO-8859-1', bytes: Buffer.from(model(PLAIN).replace('UTF-8', 'ISO-8859-1').replace('id="task"', 'id="task" name="Prüfung"'), 'latin1'), expected: 'taken', warned: [] }, // prettier-ignore
  { name: 'in windows-1252', bytes: Buffer.from(model(PLAIN).replace('UTF-8', 'windows-1252').replace('id="task"', 'id="task" name="Pr\u00fcfung"'), 'latin1'), expected: 'taken', warned: [] }, // prettier-ignore
  { name: 'in UTF-16', bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(model(PLAIN).replace('UTF-8', 'UTF-16'), 'utf16le')]), expected: 'taken', warned: [] }, // prettier-ignore
  taken('with a byte order mark', `\uFEFF${model(PLAIN)}`),
  taken('with comments and instructions', model(`<!-- ${'-'.replace('-', 'x')} --><?tool says?>${PLAIN}`)),
  taken('with two pools more, and notes', model(PLAIN, { around: COLLABORATION })),
  taken('with lanes in lanes', model(`${LANES}${PLAIN}`)),
  taken('with data, notes and groups', model(`${PLAIN}${EXPLAINED}`)),
  taken('with listeners and unknown extensions', model(`${START}${LISTENED}${END}${ways('start task end')}`), 'not-taken task taskListener', 'not-taken task anything', 'not-taken task formKey'), // prettier-ignore
  // What has no counterpart is told, and what changes nothing is not.
  taken('that says how another engine carries it out', model(PLAIN.replace('<userTask', '<userTask camunda:asyncBefore="true" camunda:exclusive="false" flowable:async="true" camunda:jobPriority="5" camunda:modelerTemplate="t" custom:fill="red" signavio:any="1"'), { attributes: 'isExecutable="true" camunda:historyTimeToLive="P30D" camunda:versionTag="1"' })), // prettier-ignore
  taken('that some may start', model(PLAIN, { attributes: 'isExecutable="true" camunda:candidateStarterGroups="managers" camunda:candidateStarterUsers="ann"' }), 'not-taken odd candidateStarterGroups', 'not-taken odd candidateStarterUsers'), // prettier-ignore
  taken('with a form in its start', model(PLAIN.replace(START, `<startEvent id="start">${extended('<camunda:formData><camunda:formField id="a"/></camunda:formData>')}</startEvent>`)), 'not-taken start formData'), // prettier-ignore
  taken('with a form in its start, as another tool has it', model(PLAIN.replace(START, `<startEvent id="start">${extended('<activiti:formProperty id="a"/>')}</startEvent>`)), 'not-taken start formProperty'), // prettier-ignore
  taken('with data that have a value', model(`<dataObject id="data" name="d">${extended('<activiti:value>1</activiti:value>')}</dataObject>${PLAIN}`), 'not-taken data value'), // prettier-ignore
  taken('with listeners in a list', model(PLAIN.replace(TASK, TASK.replace('/>', `>${extended('<zeebe:executionListeners><zeebe:executionListener type="a"/></zeebe:executionListeners><zeebe:taskListeners/>')}</userTask>`))), 'not-taken task executionListeners', 'not-taken task taskListeners'), // prettier-ignore
  taken('with a task that is due by a list', model(PLAIN.replace(TASK, TASK.replace('/>', `>${extended('<zeebe:taskSchedule dueDate="=now()"/>')}</userTask>`))), 'not-taken task taskSchedule'), // prettier-ignore
  taken('with an urgency that is calculated', model(PLAIN.replace(TASK, TASK.replace('/>', ' camunda:priority="${urgency}"/>'))), 'not-taken task priority'), // prettier-ignore
  taken('with a message that is found by a key', model(between('<intermediateCatchEvent id="x"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>'), { around: `<message id="m" name="Paid">${extended('<zeebe:subscription correlationKey="=order"/>')}</message>` }), 'not-taken x subscription'), // prettier-ignore
  taken('with an error that is kept in a variable', model(`${PLAIN}<boundaryEvent id="x" attachedToRef="task"><errorEventDefinition camunda:errorCodeVariable="code"/></boundaryEvent>`), 'not-taken x errorCodeVariable'), // prettier-ignore
  taken('with a list that is gone through, as another tool has it', model(PLAIN.replace(TASK, TASK.replace('/>', `><multiInstanceLoopCharacteristics>${extended('<zeebe:loopCharacteristics inputCollection="=people"/>')}</multiInstanceLoopCharacteristics></userTask>`))), 'not-taken task loopCharacteristics'), // prettier-ignore
  taken('with a listener at a flow', model(`${START}${TASK}${END}${flow('start', 'task', extended('<camunda:executionListener event="take" class="a.B"/>'))}${ways('task end')}`), 'not-taken start_task executionListener'), // prettier-ignore
  ...['juel', 'feel', 'https://www.omg.org/spec/DMN/20191111/FEEL/'].map((language) => taken(`with a condition in ${language}`, model(conditioned(`<conditionExpression xsi:type="tFormalExpression" language="${language}">= amount &gt; 3</conditionExpression>`)))), // prettier-ignore
  taken('that calls the newest by its name', model(between('<callActivity id="x" calledElement="odd" camunda:calledElementBinding="latest" flowable:inheritVariables="false" flowable:calledElementType="key"/>'))), // prettier-ignore
  taken('with a signal for everybody', model(SIGNALLED, { around: '<signal id="s" name="S" flowable:scope="global"/>' })),
  taken('not executable, and the only one', model(PLAIN, { attributes: '' })),
  taken('said not to be executable, and the only one', model(PLAIN, { attributes: 'isExecutable="false"' })),
  taken('beside an empty process', model(PLAIN, { attributes: '', around: '<process id="empty"/>' })),
  taken('with a diagram of nothing', model(PLAIN, { around: diagram('') })),
  taken('with a diagram of a part', model(PLAIN, { around: diagram(shape('start', 10)) })),
  taken('with a diagram of what is not there', model(PLAIN, { around: diagram(shape('start', 10)).replace('bpmnElement="odd"', '') })),
  taken('with a diagram that is nowhere', model(PLAIN, { around: diagram(shape('start', 'NaN')) })),
  taken('with a diagram that is far away', model(PLAIN, { around: diagram(shape('start', '1e300')) })),
  taken('with names of the language as ids', model(`<startEvent id="__proto__"/><userTask id="constructor" camunda:assignee="\${initiator}"/>${flow('__proto__', 'constructor')}`)), // prettier-ignore
  // NCNames of XML may be Chinese; the reader of BPMN knows no such ids, and says so at what leads there.
  faulty('with ids in Chinese', model(PLAIN).replaceAll('"task"', '"审批"'), 'reference start_task', 'reference task_end', 'reference '),
  taken('named in Chinese', model(PLAIN).replace('id="task"', 'id="task" name="部门经理审批（加急）"')),
  taken('of 900 tasks in a row', model(chain(900))),
  taken('with a loop that ends by its number', model(between('<task id="x"><standardLoopCharacteristics loopMaximum="3"/></task>'))),
  taken('with a default flow', model(`${START}<exclusiveGateway id="x" default="x_end"/>${TASK}${END}${ways('start x end')}${flow('x', 'task', '<conditionExpression>${amount &gt; 3}</conditionExpression>')}${ways('task end')}`)), // prettier-ignore

  // What cannot be run, by its element.
  faulty('of two processes that can run', model(PLAIN, { around: `<process id="second" isExecutable="true">${PLAIN.replaceAll(/"(start|task|end)/g, '"second_$1')}</process>` }), 'several-processes odd'), // prettier-ignore
  faulty('without a process', `<definitions xmlns="${BPMN}" targetNamespace="odd"/>`, 'no-process '),
  faulty('of an empty process', model('', { attributes: '' }), 'no-process '),
  faulty('of a choreography', `<definitions xmlns="${BPMN}" targetNamespace="odd"><choreography id="dance"><startEvent id="s"/></choreography></definitions>`, 'no-process '), // prettier-ignore
  faulty('without a start', model(`${TASK}${END}${ways('task end')}`), 'no-start '),
  faulty('with two starts', model(`${PLAIN}<startEvent id="again"/>${ways('again task')}`), 'several-starts odd'),
  faulty('that begins with a condition', model(PLAIN.replace(START, '<startEvent id="start"><conditionalEventDefinition><condition>${x}</condition></conditionalEventDefinition></startEvent>')), 'event-place start'), // prettier-ignore
  faulty('that begins with an error', model(PLAIN.replace(START, '<startEvent id="start"><errorEventDefinition/></startEvent>')), 'event-place start'), // prettier-ignore
  faulty('that begins when a variable says', model(PLAIN.replace(START, '<startEvent id="start"><timerEventDefinition><timeDate>${due}</timeDate></timerEventDefinition></startEvent>')), 'timer start'), // prettier-ignore
  faulty('with a sub-process that waits for its start', model(between(`<subProcess id="x"><startEvent id="inner">${timer}</startEvent></subProcess>`)), 'event-place inner'), // prettier-ignore
  faulty('with an event sub-process that begins by itself', model(`${PLAIN}<subProcess id="x" triggeredByEvent="true"><startEvent id="inner"/></subProcess>`), 'event-place inner'), // prettier-ignore
  faulty('with an event sub-process of two beginnings', model(`${PLAIN}<subProcess id="x" triggeredByEvent="true"><startEvent id="i1">${timer}</startEvent><startEvent id="i2">${timer}</startEvent></subProcess>`), 'several-starts x'), // prettier-ignore
  faulty('that waits for nothing', model(between('<intermediateCatchEvent id="x"/>')), 'event-place x'),
  faulty('that throws a timer', model(between(`<intermediateThrowEvent id="x">${timer}</intermediateThrowEvent>`)), 'event-place x'),
  faulty('that ends with a timer', model(`${START}<endEvent id="end">${timer}</endEvent>${ways('start end')}`), 'event-place end'),
  faulty('with an edge without an event', model(`${PLAIN}<boundaryEvent id="x" attachedToRef="task"/>`), 'event-place x'),
  faulty('with an edge that ends', model(`${PLAIN}<boundaryEvent id="x" attachedToRef="task"><terminateEventDefinition/></boundaryEvent>`), 'event-place x'), // prettier-ignore
  faulty('with an event at the edge of a gateway', model(`${START}<exclusiveGateway id="x"/><boundaryEvent id="edge" attachedToRef="x">${timer}</boundaryEvent>${END}${ways('start x end')}`), 'no-edge edge'), // prettier-ignore
  faulty('with several definitions of one event', model(between(`<intermediateCatchEvent id="x">${timer}${timer}</intermediateCatchEvent>`)), 'unsupported x'), // prettier-ignore
  faulty('with a flow out of the end', model(`${PLAIN}<userTask id="after" camunda:assignee="\${initiator}"/>${flow('end', 'after')}`), 'flow-place end_after'), // prettier-ignore
  faulty('with a flow to the start', model(`${PLAIN}${flow('task', 'start')}`), 'flow-place task_start'),
  faulty('with a flow to an edge', model(`${PLAIN}<boundaryEvent id="x" attachedToRef="task">${timer}</boundaryEvent>${flow('start', 'x')}`), 'flow-place start_x'), // prettier-ignore
  faulty('with an event gateway before a task', model(`${START}<eventBasedGateway id="x"/>${TASK}${END}${ways('start x task end')}`), 'after-gateway task'), // prettier-ignore
  faulty('that receives nothing', model(between('<receiveTask id="x"/>')), 'reference x'),
  faulty('with a link to nowhere', model(`${START}<intermediateThrowEvent id="x"><linkEventDefinition name="L"/></intermediateThrowEvent>${ways('start x')}`), 'reference x'), // prettier-ignore
  ...(['complexGateway', 'transaction', 'adHocSubProcess', 'callChoreography'] as const).slice(0, 3).map((kind) => faulty(`with a ${kind}`, model(between(`<${kind} id="x"/>`)), 'unsupported x')), // prettier-ignore
  faulty('with compensation', model(`${PLAIN}<boundaryEvent id="x" attachedToRef="task"><compensateEventDefinition/></boundaryEvent>`), 'unsupported x'), // prettier-ignore
  faulty('with a program of Java', model(between('<serviceTask id="x" camunda:class="com.example.Run"/>')), 'unsupported-service x'),
  faulty('with a job of another engine', model(between('<serviceTask id="x"><extensionElements><zeebe:taskDefinition type="pay"/></extensionElements></serviceTask>')), 'unsupported-service x'), // prettier-ignore
  faulty('with a script', model(between('<scriptTask id="x" scriptFormat="groovy"><script>println "x"; System.exit(1)</script></scriptTask>')), 'unsupported-service x'), // prettier-ignore
  faulty('with a service that says nothing', model(between('<serviceTask id="x"/>')), 'no-service x'),
  faulty('with a condition that calls a program', model(`${START}<exclusiveGateway id="x"/>${END}${ways('start x')}${flow('x', 'end', '<conditionExpression language="juel">${bean.is(execution)}</conditionExpression>')}`), 'expression x_end'), // prettier-ignore
  // A condition that is left out would be one that always holds.
  ...([
    ['in a file', '<conditionExpression language="javascript" camunda:resource="deployment://is.js"/>'],
    ['in a file of no language', '<conditionExpression camunda:resource="is.txt"/>'],
    ['in a file beside a text', '<conditionExpression xsi:type="tFormalExpression" camunda:resource="is.txt">${approved}</conditionExpression>'], // prettier-ignore
    ['that is empty', '<conditionExpression xsi:type="tFormalExpression"> </conditionExpression>'],
    ['in Groovy', '<conditionExpression xsi:type="tFormalExpression" language="groovy">approved</conditionExpression>'],
    ['in XPath', '<conditionExpression xsi:type="tFormalExpression" language="http://www.w3.org/1999/XPath">${approved}</conditionExpression>'], // prettier-ignore
  ] as const).map(([where, condition]) => faulty(`with a condition ${where}`, model(conditioned(condition)), 'expression x_end')), // prettier-ignore
  faulty('that waits for a condition in another language', model(between('<intermediateCatchEvent id="x"><conditionalEventDefinition><condition xsi:type="tFormalExpression" language="groovy">x</condition></conditionalEventDefinition></intermediateCatchEvent>')), 'expression x'), // prettier-ignore
  faulty('with a loop in another language', model(between('<task id="x"><standardLoopCharacteristics><loopCondition xsi:type="tFormalExpression" language="groovy">x</loopCondition></standardLoopCharacteristics></task>')), 'expression x'), // prettier-ignore
  ...['camunda:calledElementBinding="deployment"', 'camunda:calledElementBinding="versionTag" camunda:calledElementVersionTag="1"', 'camunda:calledElementBinding="version"', 'camunda:calledElementVersion="${v}"', 'flowable:calledElementType="id"', 'flowable:inheritVariables="true"', 'flowable:sameDeployment="true"'].map((attribute) => faulty(`that calls with ${attribute}`, model(between(`<callActivity id="x" calledElement="odd" ${attribute}/>`)), 'unsupported x')), // prettier-ignore
  faulty('with a signal for its instance alone', model(SIGNALLED, { around: '<signal id="s" name="S" flowable:scope="processInstance"/>' }), 'unsupported x'), // prettier-ignore
  faulty('with a gateway that waits for all its events', model(`${START}<eventBasedGateway id="x" eventGatewayType="Parallel"/><intermediateCatchEvent id="c">${timer}</intermediateCatchEvent>${END}${ways('start x c end')}`), 'unsupported x'), // prettier-ignore
  faulty('with a repetition that hands over', model(between('<subProcess id="x"><multiInstanceLoopCharacteristics camunda:collection="all" camunda:elementVariable="one"/></subProcess>')), 'unsupported x'), // prettier-ignore
  faulty('with a loop that never ends', model(between('<task id="x"><standardLoopCharacteristics/></task>')), 'endless x'),
  faulty('with a timer that is none', model(between('<intermediateCatchEvent id="x"><timerEventDefinition><timeDuration>later</timeDuration></timerEventDefinition></intermediateCatchEvent>')), 'timer x'), // prettier-ignore
  faulty('that calls nothing', model(between('<callActivity id="x"/>')), 'reference x'),
  faulty('with a flow into a sub-process', model(`${PLAIN}<subProcess id="x"><task id="inner"/></subProcess>${flow('task', 'inner')}`), 'flow-across task_inner'), // prettier-ignore
  faulty('of 2,100 elements', model(chain(1050)), 'too-large odd'),

  // What is not even looked at.
  refused('with a DOCTYPE', model(PLAIN).replace('<definitions', '<!DOCTYPE d SYSTEM "file:///etc/passwd"><definitions'), 'unsafe'),
  refused('with a billion laughs', `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${'&a;'.repeat(10)}">`).join('')}]>${model('&a19;')}`, 'unsafe'), // prettier-ignore
  // Before the library builds them: nothing of these is a node or a flow, of which the model counts 2,000.
  refused(
    'of 30,000 data',
    model(`${PLAIN}${Array.from({ length: 30_000 }, (_, at) => `<dataObject id="d${at}"/>`).join('')}`),
    'too-large',
  ),
  refused('of 30,000 extensions', model(`${PLAIN}<task id="x">${extended('<custom:Bounds/>'.repeat(30_000))}</task>`), 'too-large'),
  taken('with a drawing of 10,000 corners', model(PLAIN, { around: diagram(`${shape('start', 10)}<bpmndi:BPMNEdge id="way_di" bpmnElement="start_task">${'<di:waypoint x="1" y="1"/>'.repeat(10_000)}</bpmndi:BPMNEdge>`) })), // prettier-ignore
  refused('20,000 deep', `<definitions xmlns="${BPMN}">${'<process>'.repeat(20_000)}`, 'too-large'),
  refused(
    'with an attribute of two megabytes',
    model(PLAIN).replace('id="task"', `id="task" name="${'x'.repeat(2_000_000)}"`),
    'too-large',
  ),
  refused('of more than two megabytes', model(`${PLAIN}<documentation>${'x'.repeat(2_200_000)}</documentation>`), 'too-large'),
  refused('in an encoding that it does not say', Buffer.from(model(PLAIN).replace('"task"', '"täsk"'), 'latin1'), 'encoding'),
  refused('that is cut off', model(PLAIN).slice(0, -40), 'unreadable'),
  refused('that is a page', '<!doctype html><title>x</title>', 'unreadable'),
  refused(
    'that is a decision',
    '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="x"/>',
    'unreadable',
  ),
  refused('that is an archive', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'unreadable'),
  refused('that is nothing', '', 'unreadable'),
]

/** Fragments that occur in files, some of which nobody should write. */
const NODES: readonly ((id: string) => string)[] = [
  (id) => `<userTask id="${id}" camunda:assignee="\${initiator}"/>`,
  (id) => `<userTask id="${id}" flowable:candidateGroups="managers" name="Prüfen &amp; freigeben"/>`,
  (id) => `<userTask id="${id}"><multiInstanceLoopCharacteristics isSequential="true" activiti:collection="people"/></userTask>`,
  (id) => `<task id="${id}"/>`,
  (id) => `<manualTask id="${id}"/>`,
  (id) => `<exclusiveGateway id="${id}"/>`,
  (id) => `<parallelGateway id="${id}"/>`,
  (id) => `<inclusiveGateway id="${id}"/>`,
  (id) => `<eventBasedGateway id="${id}"/>`,
  (id) => `<complexGateway id="${id}"/>`,
  (id) => `<intermediateCatchEvent id="${id}">${timer}</intermediateCatchEvent>`,
  (id) => `<intermediateCatchEvent id="${id}"><messageEventDefinition messageRef="message"/></intermediateCatchEvent>`,
  (id) => `<intermediateCatchEvent id="${id}"><signalEventDefinition signalRef="gone"/></intermediateCatchEvent>`,
  (id) => `<intermediateThrowEvent id="${id}"/>`,
  (id) => `<intermediateThrowEvent id="${id}"><linkEventDefinition name="L"/></intermediateThrowEvent>`,
  (id) => `<intermediateCatchEvent id="${id}"><linkEventDefinition name="L"/></intermediateCatchEvent>`,
  (id) => `<serviceTask id="${id}" camunda:topic="x" camunda:type="external"/>`,
  (id) => `<scriptTask id="${id}"><script>total = amount * 2</script></scriptTask>`,
  (id) => `<callActivity id="${id}" calledElement="odd"/>`,
  (id) => `<receiveTask id="${id}" messageRef="message"/>`,
  (id) => `<subProcess id="${id}"><startEvent id="${id}_s"/><task id="${id}_t"/>${flow(`${id}_s`, `${id}_t`)}</subProcess>`,
  (id) => `<subProcess id="${id}" triggeredByEvent="true"><startEvent id="${id}_s"><errorEventDefinition/></startEvent></subProcess>`,
  (id) => `<transaction id="${id}"><task id="${id}_t"/></transaction>`,
  (id) => `<endEvent id="${id}"/>`,
  (id) => `<endEvent id="${id}"><terminateEventDefinition/></endEvent>`,
  (id) => `<endEvent id="${id}"><errorEventDefinition errorRef="error"/></endEvent>`,
  (id) => `<startEvent id="${id}"/>`,
  (id) => `<startEvent id="${id}"><messageEventDefinition messageRef="message"/></startEvent>`,
  (id) => `<boundaryEvent id="${id}" attachedToRef="n0" cancelActivity="false">${timer}</boundaryEvent>`,
  (id) => `<boundaryEvent id="${id}" attachedToRef="n1"><errorEventDefinition/></boundaryEvent>`,
  (id) => `<dataObjectReference id="${id}"/>`,
  (id) => `<textAnnotation id="${id}"><text>note</text></textAnnotation>`,
  (id) => `<custom:thing id="${id}"><custom:inner/></custom:thing>`,
  (id) => `<task id="${id}"><extensionElements><custom:${id}>${'deep'.repeat(20)}</custom:${id}></extensionElements></task>`,
]
/** Of them what most models are made of. */
const USUAL = [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 13, 17, 19, 20]
const CONDITIONS = ['', '', '', '${approved}', '= amount > 3', '${bean.run()}', 'x', '${', '= 1 / 0', '#{!ok}']
const CORE = `<message id="message" name="Paid"/><error id="error" errorCode="E1"/>`

/** By chance. */
export const anyModel: fc.Arbitrary<string> = fc
  .record({
    nodes: fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...USUAL) }, { weight: 1, arbitrary: fc.nat(NODES.length - 1) }), {
      minLength: 1,
      maxLength: 10,
    }),
    isChained: fc.boolean(),
    flows: fc.oneof(...[0, 16].map((maxLength) => fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(CONDITIONS.length - 1)), { maxLength }))),
    attributes: fc.constantFrom('isExecutable="true"', 'isExecutable="false"', '', 'isExecutable="perhaps"'),
    around: fc.constantFrom('', COLLABORATION, diagram(''), diagram(shape('n0', 5)), diagram(shape('n0', 'x')), LANES),
    starts: fc.boolean(),
  })
  .map(({ nodes, isChained, flows, attributes, around, starts }) => {
    const drawn = nodes.map((kind, at) => NODES[kind]?.(`n${at}`) ?? '')
    const between = flows.map(([from, to, condition], at) => {
      const expression = CONDITIONS[condition] ?? ''
      const body = expression === '' ? '' : `<conditionExpression><![CDATA[${expression}]]></conditionExpression>`
      return `<sequenceFlow id="f${at}" sourceRef="n${from}" targetRef="n${to}">${body}</sequenceFlow>`
    })
    const chain = isChained ? ways(drawn.map((_node, at) => `n${at}`).join(' ')) : ''
    const begin = starts ? `${START}${flow('start', 'n0')}` : ''
    return model(`${begin}${drawn.join('')}${chain}${between.join('')}`, { attributes, around: `${CORE}${around}` })
  })
