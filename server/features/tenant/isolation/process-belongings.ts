/** A process of a tenant for the self-test: a model that is drawn and deployed, an instance, and its task. */
import { randomBytes } from 'node:crypto'
import { processModels } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { SETTINGS_NAMESPACE } from '../../../../model/workflow/settings.ts'
import type { Route } from '../../../kernel/http/http.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { addRow } from './values.ts'
import { formOf } from './wire.ts'

type Ids = Readonly<Record<string, string>>

/** One task, which asks whoever started it: names of people mean others where a defence is taken out for a test. */
const modelOf = (key: string, canary: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:o="${SETTINGS_NAMESPACE}" targetNamespace="t">
<process id="${key}" name="${canary}" isExecutable="true"><startEvent id="start"/>
<userTask id="task" name="${canary} task"><extensionElements><o:settings><![CDATA[{"people":[{"kind":"starter"}]}]]></o:settings></extensionElements></userTask>
<endEvent id="end"/><sequenceFlow id="f1" sourceRef="start" targetRef="task"/><sequenceFlow id="f2" sourceRef="task" targetRef="end"/></process></definitions>`

/** Gives the ids, by the tables. */
export async function giveProcess(
  admin: Caller,
  canary: string,
  dataOf: <Data>(answer: ProbeAnswer) => Data,
): Promise<Record<string, string>> {
  const post = async <Data>(path: string, body: object) => dataOf<Data>(await admin.post(`/api/activiti/${path}`, body))
  const listed = async (path: string) => {
    const { list } = dataOf<{ list: Record<string, string>[] }>(await admin.ask({ method: 'GET', path: `/api/activiti/${path}` }))
    return list[0] ?? {}
  }
  const key = `probe-${randomBytes(4).toString('hex')}`
  // Everybody may start it.
  const { id: modelId } = await addRow(admin, processModels, { key, name: `${canary} model`, referGroupId: [], referUserId: [] })
  await post('process/persistProcess', { modelId, jsonXml: modelOf(key, canary) })
  const { id: definitionId } = await post<{ id: string }>('model/deployModel', { modelId })
  const { id: instanceId } = await post<{ id: string }>('process/startProcessInstance', {
    processDefinitionId: definitionId,
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 18:00:00',
    description: canary,
    variables: { canary },
  })
  const { id: deploymentId = '' } = await listed(`deployment/queryDeployment?key=${key}`)
  const { id: taskId = '' } = await listed(`task/queryTask?processInstanceId=${instanceId}`)
  await post('process/copyProcessInstance', { processInstanceId: instanceId, users: ['admin'], comment: canary })
  const { id: copyId = '' } = await listed('process/queryCopy')
  const { id: phraseId } = await post<{ id: string }>('phrase/savePhrase', { text: canary })
  const { id: absenceId } = await post<{ id: string }>('absence/saveAbsence', {
    deputy: 'viewer',
    startTime: '2099-01-01 00:00:00',
    comment: canary,
  })
  await post('task/consultTask', { taskId, users: ['viewer'], comment: canary })
  const asked = await listed(`task/queryConsultation?processInstanceId=${instanceId}`)
  const form = await formOf([['processInstanceId', instanceId]], { name: `${canary}.txt`, content: canary })
  const attached = dataOf<{ id: string }>(await admin.ask({ method: 'POST', path: '/api/activiti/process/addProcessAttachment', ...form }))
  return {
    process_consultations: asked['id'] ?? '',
    process_attachments: attached.id,
    process_copies: copyId,
    process_phrases: phraseId,
    process_absences: absenceId,
    process_models: modelId,
    process_deployments: deploymentId,
    process_definitions: definitionId,
    process_instances: instanceId,
    process_tasks: taskId,
  }
}

/** What a call about processes needs besides; nothing of those that every noun has. */
export function processFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  if (!path.startsWith('/activiti/') || path.startsWith(pathOf(processModels, 'add'))) return undefined
  const verb = path.slice(path.lastIndexOf('/') + 1)
  const [model, definition, instance, task] = ['process_models', 'process_definitions', 'process_instances', 'process_tasks'].map(
    (table) => mine[table],
  )
  const xml = modelOf('probe', 'probe')
  const known: Readonly<Record<string, object>> = {
    queryProcessDesign: { id: model },
    saveProcessDesign: { id: model, xml, revision: 2 },
    persistProcess: { modelId: model, jsonXml: xml },
    getModelResource: { modelId: model },
    copyModel: { modelId: model },
    deployModel: { modelId: model },
    downloadModel: { modelId: model },
    // Without a time of its own it begins at the moment it is asked, and no two answers are the same.
    simulateModel: { modelId: model, now: Date.UTC(2026, 0, 1) },
    checkModel: { xml },
    deployFile: { fileName: 'probe.bpmn', xml: modelOf(`probe-${randomBytes(4).toString('hex')}`, 'probe') },
    getProcessResource: { processDefinitionId: definition },
    getProcessImage: { processDefinitionId: definition },
    suspendProcessDefinition: { processDefinitionId: definition },
    activateProcessDefinition: { processDefinitionId: definition },
    queryDefinitionDifference: { from: definition, to: definition },
    queryProcessOf: { subjectKind: 'alarm', subjectId: mine['alarms'] ?? instance },
    migrateProcessInstance: { from: definition, to: definition, dry: true, comment: 'probe' },
    startProcessMigration: { from: definition, to: instance, comment: 'probe' },
    queryProcessMigration: { jobId: definition },
    undoProcessMigration: { jobId: definition, comment: 'probe' },
    startProcessInstance: {
      processDefinitionId: definition,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-01 18:00:00',
      description: 'probe',
    },
    queryStartForm: { processDefinitionId: definition },
    previewStart: { processDefinitionId: definition },
    // When it was kept stands in the answer, and no two are the same: it is asked about what is none.
    saveStartDraft: { processDefinitionId: instance },
    deleteStartDraft: { processDefinitionId: definition },
    uploadProcessFile: { processDefinitionId: definition, field: 'file' },
    queryMyProcessDetails: { processInstanceId: instance },
    printProcessInstance: { processInstanceId: instance },
    saveTaskDraft: { taskId: definition },
    // What can be done once, and what gives a new id each time, is asked about what is none.
    addSigner: { taskId: definition, users: ['admin'], how: 'parallel', comment: 'probe' },
    removeSigner: { taskId: definition, comment: 'probe' },
    cancelProcessInstance: { processInstanceId: definition, comment: 'probe' },
    copyProcessInstance: { processInstanceId: definition, users: ['admin'] },
    remindProcessInstance: { processInstanceId: instance },
    exportHistoricInstance: { processInstanceId: instance, part: 'detail', fileFormat: 'csv' },
    queryProcessAttachment: { processInstanceId: instance },
    addProcessAttachment: { processInstanceId: definition },
    deleteProcessAttachment: { id: definition },
    downloadProcessAttachment: { id: mine['process_attachments'] },
    consultTask: { taskId: definition, users: ['admin'], comment: 'probe' },
    queryConsultation: { processInstanceId: instance },
    answerConsultation: { id: definition, comment: 'probe' },
    withdrawConsultation: { id: definition },
    readCopy: { id: definition },
    handOverAllTask: { userId: definition, assigneeId: definition, comment: 'probe' },
    queryOpenTaskCount: { userId: definition },
    saveAbsence: { deputy: 'nobody', startTime: '2099-01-01 00:00:00' },
    deleteAbsence: { id: definition },
    savePhrase: { id: definition, text: 'probe' },
    deletePhrase: { id: definition },
    saveSharedPhrase: { id: definition, text: 'probe' },
    deleteSharedPhrase: { id: definition },
    resolveIncident: { id: instance, way: 'retry', comment: 'probe' },
    queryJumpTarget: { processInstanceId: instance, execution: 2 },
    jumpProcessInstance: { processInstanceId: definition, execution: 2, target: 'end', comment: 'probe' },
    queryReviveTarget: { processInstanceId: instance },
    holdProcessInstance: { processInstanceId: definition, comment: 'probe' },
    reviveProcessInstance: { processInstanceId: definition, target: 'task', comment: 'probe' },
    queryProcessVariable: { processInstanceId: instance },
    changeProcessVariable: { processInstanceId: definition, variables: {}, comment: 'probe' },
    occurEvent: { processInstanceId: definition, wait: 1, comment: 'probe' },
    correlateMessage: { processInstanceId: instance, messageName: 'probe' },
    broadcastSignal: { signalName: 'probe' },
  }
  const named = known[verb]
  if (named) return { ...named }
  if (/^(query(ProcessTrack|Execution|Incident|TaskComment|Historic(Track|ActivityInstance|Detail|VariableInstance)))$|^getHigh/.test(verb))
    return { processInstanceId: instance }
  if (/^(suspend|activate)ProcessInstance$/.test(verb)) return { processInstanceId: instance, comment: 'probe' }
  // What ends an instance or a task can be done once, and would answer the second of two questions otherwise: it is asked about what is none.
  if (verb === 'terminateProcessInstance') return { processInstanceId: definition, comment: 'probe' }
  if (verb === 'queryPersonalTask') return { taskStatus: 'candidate' }
  if (/Task(Details)?$|^queryReturnTarget$/.test(verb) && !/^(query|export\w*)(Historic)?Task$/.test(verb))
    return {
      taskId: /^query/.test(verb) ? task : definition,
      comment: 'probe',
      ...(/^(delegate|transfer)/.test(verb) ? { assignee: 'admin' } : {}),
      ...(verb === 'returnTask' ? { target: 'task' } : {}),
    }
  return undefined
}
