/** Instances as those who manage them see them: lists, the track, the record, and what they do to them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { aField, aForm, buildForm, dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const DEPLOYMENT = '/api/activiti/deployment'
const MODEL = '/api/activiti/model'
const PROCESS = '/api/activiti/process'
const HISTORY = '/api/activiti/history'
const TASK = '/api/activiti/task'
const english = { 'accept-language': 'en' }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let editor: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'plain', roles: [] })] })
  admin = await tenant.signIn('admin')
  editor = await tenant.signIn('editor')
  stranger = await (await buildTenant(server)).signIn('admin')
})

interface Page<Row> {
  readonly list: Row[]
  readonly total: number
}
interface Track {
  readonly marks: { node: string; state: string; times: number; people: string[] }[]
  readonly flows: string[]
  readonly processStatus: string
  readonly xml: string
}

const asked = { people: [{ kind: 'user', username: 'editor' }] }
const twoSteps = (key: string, second = 'two') =>
  bpmn(key, `${task('one', asked)}${task(second, asked)}<endEvent id="end"/>${way(`start > one > ${second} > end`)}`)

/** A version of a process; gives the definition. */
async function deployed(xml: string): Promise<{ deployment: string; definition: string; key: string }> {
  const { id, key } = dataOf<{ id: string; key: string }>(await admin.post(`${DEPLOYMENT}/deployFile`, { fileName: 'a.bpmn', xml }))
  const { list } = dataOf<Page<{ id: string; deploymentId: string }>>(
    await admin.get(`${PROCESS}/queryProcessDefinition`, { key, sorter: 'definitionVersion_descend' }),
  )
  return { deployment: id, definition: list[0]?.id ?? '', key }
}
const start = async (definition: string, variables: object = {}) =>
  dataOf<{ id: string }>(
    await admin.post(`${PROCESS}/startProcessInstance`, {
      processDefinitionId: definition,
      description: 'because',
      variables,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-02 18:00:00',
    }),
  ).id
async function complete(instance: string, comment = 'fine'): Promise<void> {
  const { list } = dataOf<Page<{ id: string }>>(await admin.get(`${TASK}/queryTask`, { processInstanceId: instance }))
  dataOf(await editor.post(`${TASK}/completeTask`, { taskId: list[0]?.id, comment }))
}
const trackOf = async (instance: string) => dataOf<Track>(await admin.get(`${PROCESS}/queryProcessTrack`, { processInstanceId: instance }))

describe('an instance', () => {
  it('is listed while it runs, and afterwards in the history alone', async () => {
    const { definition, key } = await deployed(twoSteps(`p_${unique()}`))
    const id = await start(definition)
    const open = dataOf<Page<Record<string, unknown>>>(await admin.get(`${PROCESS}/queryProcessInstance`, { definitionKey: key }))
    expect(open.list).toMatchObject([{ id, processStatus: 'running', instanceState: 'running', hasIncident: 0, definitionVersion: 1 }])
    await complete(id)
    await complete(id)
    expect(dataOf<Page<unknown>>(await admin.get(`${PROCESS}/queryProcessInstance`, { definitionKey: key })).total).toBe(0)
    const past = dataOf<Page<unknown>>(await admin.get(`${HISTORY}/queryHistoricProcessInstance`, { definitionKey: key }))
    expect(past.list).toMatchObject([{ id, processStatus: 'approved' }])
  })

  it('that has called others stands before these where it is asked for by the number that all of them have', async () => {
    const [outer, inner] = [`p_${unique()}`, `p_${unique()}`]
    await deployed(bpmn(inner, `${task('deep', asked)}<endEvent id="end"/>${way('start > deep > end')}`))
    const calls = `${task('first', asked)}<callActivity id="call" calledElement="${inner}"/><endEvent id="end"/>`
    const { definition } = await deployed(bpmn(outer, `${calls}${way('start > first > call > end')}`))
    const id = await start(definition)
    await complete(id)
    const found = dataOf<Page<{ businessNumber: string }>>(await admin.get(`${PROCESS}/queryProcessInstance`, { id })).list
    const keys = async (path: string, more: object = {}) =>
      dataOf<Page<{ definitionKey: string }>>(await admin.get(path, { businessNumber: found[0]?.businessNumber ?? '', ...more })).list.map(
        ({ definitionKey }) => definitionKey,
      )
    for (const path of [`${PROCESS}/queryProcessInstance`, `${HISTORY}/queryHistoricProcessInstance`]) {
      expect(await keys(path), path).toEqual([outer, inner])
      expect(await keys(path, { sorter: 'startTime_descend' }), path).toEqual([inner, outer])
    }
  })

  it('is tracked: what was passed by which flows, where it is and who has it', async () => {
    const { definition } = await deployed(twoSteps(`p_${unique()}`))
    const id = await start(definition)
    await complete(id)
    const track = await trackOf(id)
    expect(track.marks).toEqual(
      expect.arrayContaining([
        { node: 'one', state: 'done', times: 1, people: ['editor'] },
        { node: 'two', state: 'active', times: 1, people: ['editor'] },
      ]),
    )
    expect(track.flows.toSorted()).toEqual(['one-two', 'start-one'])
    const picture = dataOf<string>(await admin.post(`${PROCESS}/getHighLightedProcessDiagram`, { processInstanceId: id }))
    expect(picture).toMatch(/^<svg .*data-element="two" stroke="#0958d9"/s)
    const { list } = dataOf<Page<unknown>>(await admin.get(`${PROCESS}/queryExecution`, { processInstanceId: id }))
    expect(list).toMatchObject([{ activityId: 'two', activityType: 'user-task', state: 'active', parentId: null }])
  })

  it('is suspended, goes on, and is ended with a reason', async () => {
    const { definition } = await deployed(twoSteps(`p_${unique()}`))
    const id = await start(definition)
    dataOf(await admin.post(`${PROCESS}/suspendProcessInstance`, { processInstanceId: id, comment: 'the pump is away' }))
    const { list } = dataOf<Page<{ id: string }>>(await admin.get(`${TASK}/queryTask`, { processInstanceId: id }))
    expect((await editor.post(`${TASK}/completeTask`, { taskId: list[0]?.id, comment: 'fine' })).http).toBe(409)
    dataOf(await admin.post(`${PROCESS}/activateProcessInstance`, { processInstanceId: id, comment: 'it is back' }))
    // As clients of the API family send them.
    for (const verb of ['suspend', 'activate']) dataOf(await admin.post(`${PROCESS}/${verb}ProcessInstance?processInstanceId=${id}`))
    expect((await admin.post(`${PROCESS}/terminateProcessInstance`, { processInstanceId: id })).http).toBe(422)
    dataOf(await admin.post(`${PROCESS}/terminateProcessInstance`, { processInstanceId: id, comment: 'not needed' }))
    // By whoever started it.
    expect(await trackOf(id)).toMatchObject({ processStatus: 'cancelled' })
    const record = dataOf<Page<{ name: string; comment: string | null; userId: string | null }>>(
      await admin.get(`${HISTORY}/queryHistoricDetail`, { processInstanceId: id }),
    )
    expect(record.list.filter(({ comment }) => comment !== null)).toMatchObject([
      { name: 'start' },
      { name: 'suspend', comment: 'the pump is away', userId: `${tenant.canary} · admin` },
      { name: 'activate', comment: 'it is back', userId: `${tenant.canary} · admin` },
      { name: 'terminate', comment: 'not needed', userId: `${tenant.canary} · admin` },
    ])
  })

  it('is removed with all that was recorded of it, whether it runs or not', async () => {
    const { definition } = await deployed(twoSteps(`p_${unique()}`))
    const [running, over] = [await start(definition), await start(definition)]
    expect((await admin.post(`${HISTORY}/deleteHistoricProcessInstance`, { id: over })).http).toBe(409)
    dataOf(await admin.post(`${PROCESS}/terminateProcessInstance`, { processInstanceId: over, comment: 'x' }))
    dataOf(await admin.post(`${HISTORY}/deleteHistoricProcessInstance`, { id: over }))
    dataOf(await admin.post(`${PROCESS}/deleteProcessInstance`, { id: running }))
    for (const id of [running, over]) expect((await admin.get(`${HISTORY}/queryHistoricDetail`, { processInstanceId: id })).http).toBe(404)
  })
})

describe('the history', () => {
  it('has passages with their durations, acts and values, and the variables', async () => {
    const { definition } = await deployed(twoSteps(`p_${unique()}`))
    const id = await start(definition, { amount: 12.5, note: 'x' })
    await complete(id, 'looks good')
    const activities = dataOf<Page<unknown>>(await admin.get(`${HISTORY}/queryHistoricActivityInstance`, { processInstanceId: id }))
    expect(activities.list).toMatchObject([
      { activityId: 'start', activityType: 'start', state: 'done' },
      { activityId: 'one', activityName: 'one', state: 'done', assignee: 'editor', durationInMillis: expect.any(Number) as number },
      { activityId: 'two', state: 'active', endTime: null, durationInMillis: null },
    ])
    const variables = dataOf<Page<{ variableName: string }>>(
      await admin.get(`${HISTORY}/queryHistoricVariableInstance`, { processInstanceId: id }),
    )
    expect(variables.list.map(({ variableName }) => variableName)).toEqual(expect.arrayContaining(['amount', 'note']))
    expect(variables.list.filter(({ variableName }) => variableName.startsWith('_'))).toEqual([])
    const page = dataOf<Page<{ kind: string; name: string }>>(
      await admin.get(`${HISTORY}/queryHistoricDetail`, { processInstanceId: id, pageSize: 2, currentPage: 2 }),
    )
    expect(page.total).toBeGreaterThan(2)
    expect(page.list).toHaveLength(Math.min(2, page.total - 2))
    const { list: comments } = dataOf<Page<unknown>>(await editor.get(`${TASK}/queryTaskComment`, { processInstanceId: id }))
    expect(comments).toMatchObject([
      { command: 'start', userId: `${tenant.canary} · admin` },
      { userId: 'editor', fullMessage: 'looks good', taskName: 'one' },
    ])
    const plain = await tenant.signIn('plain')
    expect((await plain.get(`${TASK}/queryTaskComment`, { processInstanceId: id })).http).toBe(404)
  })

  it('tells no field of the form that the roles of whoever asks do not see', async () => {
    const form = await buildForm(
      admin,
      aForm(aField('open', 'text'), aField('salary', 'text', { seenBy: ['ROLE_NOBODY_HAS'], name: 'wage' })),
    )
    const key = `p_${unique()}`
    const model = dataOf<{ id: string }>(
      await admin.post(`${MODEL}/addModel`, { name: key, key, category: 'test', orgId: tenant.organisations['root'], formId: form.id }),
    )
    dataOf(await admin.post(`${MODEL}/saveProcessDesign`, { id: model.id, xml: twoSteps(key), revision: 1 }))
    const { id: definition } = dataOf<{ id: string }>(await admin.post(`${MODEL}/deployModel`, { modelId: model.id }))
    // Whoever does not see a field cannot fill it in either: the product itself does.
    const { id } = await server.services.workflow.start(
      { tenantId: tenant.id, userId: tenant.users['admin'] ?? '' },
      { of: { definition }, variables: { open: 'seen', salary: 'not-for-you', wage: 'not-for-you' } },
    )
    const { list } = dataOf<Page<{ id: string }>>(await admin.get(`${TASK}/queryTask`, { processInstanceId: id }))
    const answers = await Promise.all([
      admin.get(`${HISTORY}/queryHistoricVariableInstance`, { processInstanceId: id }),
      admin.get(`${HISTORY}/queryHistoricDetail`, { processInstanceId: id }),
      admin.get(`${TASK}/queryTaskDetails`, { taskId: list[0]?.id ?? '' }),
    ])
    for (const answer of answers) {
      expect(answer.http).toBe(200)
      expect(JSON.stringify(answer.data)).toContain('seen')
      expect(JSON.stringify(answer.data)).not.toContain('not-for-you')
    }
  })
})

describe('versions', () => {
  it('are suspended, with their instances where that is wanted', async () => {
    const { definition } = await deployed(twoSteps(`p_${unique()}`))
    const id = await start(definition)
    dataOf(await admin.post(`${PROCESS}/suspendProcessDefinition`, { processDefinitionId: definition, withInstances: 'true' }))
    expect(
      (
        await admin.post(`${PROCESS}/startProcessInstance`, {
          processDefinitionId: definition,
          description: 'x',
          startTime: '2026-01-01 08:00:00',
          endTime: '2026-01-02 18:00:00',
        })
      ).http,
    ).toBe(409)
    expect((await trackOf(id)) as unknown).toMatchObject({ instanceState: 'suspended' })
    dataOf(await admin.post(`${PROCESS}/activateProcessDefinition`, { processDefinitionId: definition, withInstances: 'true' }))
    expect((await trackOf(id)) as unknown).toMatchObject({ instanceState: 'running' })
    await start(definition)
  })

  it('differ element by element; instances are moved once it was tried that they can be', async () => {
    const key = `p_${unique()}`
    const before = await deployed(twoSteps(key))
    const id = await start(before.definition)
    const after = await deployed(twoSteps(key, 'three'))
    expect(
      dataOf(await admin.get(`${PROCESS}/queryDefinitionDifference`, { from: before.definition, to: after.definition })),
    ).toMatchObject({
      added: expect.arrayContaining([{ element: 'three', name: 'three', kind: 'user-task' }]) as unknown,
      removed: expect.arrayContaining([{ element: 'two', name: 'two', kind: 'user-task' }]) as unknown,
    })
    const moving = { from: before.definition, to: after.definition, comment: 'newer' }
    expect(dataOf(await admin.post(`${PROCESS}/migrateProcessInstance`, { ...moving, dry: true }))).toEqual({
      moved: 1,
      stayed: 0,
      reasons: [],
    })
    expect(await trackOf(id)).toMatchObject({ definitionVersion: 1 })
    expect(dataOf(await admin.post(`${PROCESS}/migrateProcessInstance`, moving))).toEqual({ moved: 1, stayed: 0, reasons: [] })
    expect(await trackOf(id)).toMatchObject({ definitionVersion: 2 })
    await complete(id)
    expect((await trackOf(id)).marks).toEqual(expect.arrayContaining([expect.objectContaining({ node: 'three', state: 'active' })]))
    // There is nothing called three in the first version.
    const back = await admin.post(
      `${PROCESS}/migrateProcessInstance`,
      { from: after.definition, to: before.definition, comment: 'x' },
      english,
    )
    expect(back.data).toMatchObject({ moved: 0, stayed: 1, reasons: [{ node: 'three', count: 1, example: id }] })
  })

  it('stay while instances run by them', async () => {
    const { deployment, definition } = await deployed(twoSteps(`p_${unique()}`))
    const id = await start(definition)
    expect(await admin.post(`${DEPLOYMENT}/deleteDeployment`, { id: deployment }, english)).toMatchObject({
      http: 409,
      message: expect.stringContaining('1 instances') as string,
    })
    dataOf(await admin.post(`${PROCESS}/deleteProcessInstance`, { id }))
    dataOf(await admin.post(`${DEPLOYMENT}/deleteDeployment`, { id: deployment }))
    expect((await admin.post(`${PROCESS}/getProcessResource`, { processDefinitionId: definition })).http).toBe(404)
  })
})

it('is nothing for another tenant', async () => {
  const { deployment, definition } = await deployed(twoSteps(`p_${unique()}`))
  const id = await start(definition)
  const one = { processInstanceId: id }
  const answers = await Promise.all([
    ...['queryProcessTrack', 'queryExecution', 'queryIncident'].map((name) => stranger.get(`${PROCESS}/${name}`, one)),
    ...['queryHistoricTrack', 'queryHistoricActivityInstance', 'queryHistoricDetail', 'queryHistoricVariableInstance'].map((name) =>
      stranger.get(`${HISTORY}/${name}`, one),
    ),
    stranger.get(`${TASK}/queryTaskComment`, one),
    stranger.post(`${PROCESS}/getHighLightedProcessDiagram`, one),
    ...['suspend', 'activate', 'terminate'].map((verb) => stranger.post(`${PROCESS}/${verb}ProcessInstance`, { ...one, comment: 'x' })),
    stranger.post(`${PROCESS}/deleteProcessInstance`, { id }),
    stranger.post(`${DEPLOYMENT}/deleteDeployment`, { id: deployment }),
    stranger.post(`${PROCESS}/getProcessResource`, { processDefinitionId: definition }),
    stranger.post(`${PROCESS}/getProcessImage`, { processDefinitionId: definition }),
    stranger.post(`${PROCESS}/suspendProcessDefinition`, { processDefinitionId: definition }),
    stranger.get(`${PROCESS}/queryDefinitionDifference`, { from: definition, to: definition }),
  ])
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 404))
})
