/** Processes for the browser to look at, deployed and started over HTTP. */
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'

/** A model with a task for somebody, drawn: start, one task or two, and an end. */
export function modelOf(key: string, name: string, tasks: readonly { id: string; name: string; settings?: object }[]): string {
  const nodes = ['start', ...tasks.map(({ id }) => id), 'end']
  const flows = nodes.slice(1).map((to, at) => ({ id: `flow_${at}`, from: nodes[at] ?? '', to }))
  const x = (at: number) => 100 + at * 180
  const shape = (id: string, at: number) => {
    const [width, height] = id === 'start' || id === 'end' ? [36, 36] : [120, 80]
    return `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x(at)}" y="${100 - height / 2}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`
  }
  const edge = ({ id }: { id: string }, at: number) =>
    `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}"><di:waypoint x="${x(at) + (at === 0 ? 36 : 120)}" y="100"/><di:waypoint x="${x(at + 1)}" y="100"/></bpmndi:BPMNEdge>`
  const task = ({ id, name: called, settings }: (typeof tasks)[number]) =>
    `<bpmn:userTask id="${id}" name="${called}">${
      settings
        ? `<bpmn:extensionElements><outstation:settings>${JSON.stringify(settings).replaceAll('"', '&quot;')}</outstation:settings></bpmn:extensionElements>`
        : ''
    }</bpmn:userTask>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:outstation="urn:outstation:bpmn:1" id="definitions" targetNamespace="urn:outstation:tests">
<bpmn:process id="${key}" name="${name}" isExecutable="true"><bpmn:startEvent id="start"/>${tasks.map(task).join('')}<bpmn:endEvent id="end"/>
${flows.map(({ id, from, to }) => `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`).join('')}</bpmn:process>
<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${key}">${nodes.map(shape).join('')}${flows.map(edge).join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`
}

/** The settings of a task that asks one person. */
export const askedOf = (username: string) => ({ people: [{ kind: 'user', username }] })

/** @throws Error with what the server said, where it refused. */
async function answered<Data>(asked: Promise<{ http: number; message: string; errors?: unknown; data: Data }>): Promise<Data> {
  const { http, message, errors, data } = await asked
  if (http !== 200) throw new Error(`${http} ${message} ${JSON.stringify(errors ?? '')}`)
  return data
}

interface Rows {
  readonly list: readonly Readonly<Record<string, unknown> & { id: string }>[]
}

/** A model that is drawn and not deployed yet: its id, key and name. */
export async function drawModel(client: Client, tasks: Parameters<typeof modelOf>[2]): Promise<{ id: string; key: string; name: string }> {
  const [key, name] = [`leave_${unique()}`.replaceAll('-', '_'), `Leave ${unique()}`]
  const { list } = await answered(client.get<Rows>('/api/admin/sysorg/querySysOrg', { pageSize: 1 }))
  const { id } = await answered(
    client.post<{ id: string }>('/api/activiti/model/addModel', { name, key, category: 'Office', orgId: list[0]?.id }),
  )
  await redraw(client, id, modelOf(key, name, tasks))
  return { id, key, name }
}

/** Draws a model anew. */
export async function redraw(client: Client, id: string, xml: string): Promise<void> {
  const { revision } = await answered(client.get<{ revision: number }>('/api/activiti/model/queryProcessDesign', { id }))
  await answered(client.post('/api/activiti/model/saveProcessDesign', { id, xml, revision }))
}

/** Deploys a model as the next version: the id of its definition. */
export async function deployOverHttp(client: Client, modelId: string, key: string): Promise<string> {
  const { definitionVersion } = await answered(
    client.post<{ definitionVersion: number }>(`/api/activiti/model/deployModel?modelId=${modelId}`, {}),
  )
  const { list } = await answered(
    client.get<Rows>('/api/activiti/process/queryProcessDefinition', { key, definitionVersion: String(definitionVersion) }),
  )
  return list[0]?.id ?? ''
}

/** Starts an instance: its id. */
export async function startOverHttp(client: Client, processDefinitionId: string, description: string, variables = {}): Promise<string> {
  const { id } = await answered(
    client.post<{ id: string }>('/api/activiti/process/startProcessInstance', {
      processDefinitionId,
      description,
      variables,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-02 18:00:00',
    }),
  )
  return id
}

/** The open task of an instance. */
export async function taskOf(client: Client, processInstanceId: string): Promise<string> {
  const { list } = await answered(client.get<Rows>('/api/activiti/task/queryTask', { processInstanceId }))
  return list[0]?.id ?? ''
}

/** Approves a task. */
export const completeOverHttp = (client: Client, taskId: string, comment: string) =>
  answered(client.post('/api/activiti/task/completeTask', { taskId, comment }))
