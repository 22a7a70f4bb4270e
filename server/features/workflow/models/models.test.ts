/** Models of processes: drafts that nobody loses, files in and out, copies, the check, a try, and deploying. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { hiding } from '../../../../tests/support/hiding.ts'
import { bpmn, service, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { processModels } from '../../../../model/index.ts'

const MODEL = '/api/activiti/model'
const PROCESS = '/api/activiti/process'
const english = { 'accept-language': 'en' }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  const blind = hiding(processModels, 'referUserId')
  tenant = await buildTenant(server, { roles: [blind], users: [buildUser({ username: 'blind', roles: [blind.roleCode] })] })
  admin = await tenant.signIn('admin')
  stranger = await (await buildTenant(server)).signIn('admin')
})

const approval = drawn({ tasks: { approve: { people: [{ kind: 'user', username: 'editor' }] } } })

interface Finding {
  readonly code: string
  readonly element: string
  readonly message: string
}
interface Design {
  readonly xml: string | null
  readonly revision: number
  readonly savedBy: string | null
  readonly modelVersion: number
}

async function newModel(key = `p_${unique()}`, client = admin): Promise<{ id: string; key: string }> {
  const values = { name: `model ${key}`, key, category: 'test', orgId: tenant.organisations['root'] }
  const { id } = dataOf<{ id: string }>(await client.post(`${MODEL}/addModel`, values))
  return { id, key }
}
async function drawnModel(xml = approval): Promise<{ id: string; key: string }> {
  const { id, key } = await newModel()
  dataOf(await admin.post(`${MODEL}/saveProcessDesign`, { id, xml: xml(key), revision: 1 }))
  return { id, key }
}
const versionOf = async (id: string) =>
  dataOf<{ list: { version: number }[] }>(await admin.get(`${MODEL}/queryModel`, { id })).list[0]?.version
const designOf = async (id: string) => dataOf<Design>(await admin.get(`${MODEL}/queryProcessDesign`, { id }))
/** Letter by letter as it is kept. */
const textOf = async (modelId: string) => dataOf<string>(await admin.post(`${MODEL}/getModelResource`, { modelId }))

describe('the draft of a model', () => {
  it('is kept with its faults, and told with who saved it', async () => {
    const { id, key } = await newModel()
    expect(await designOf(id)).toMatchObject({ xml: null, revision: 1, savedBy: null, modelVersion: 0 })
    const kept = dataOf<{ revision: number; faults: Finding[] }>(
      await admin.post(`${MODEL}/saveProcessDesign`, {
        id,
        xml: approval(key).replace('targetRef="end"', 'targetRef="gone"'),
        revision: 1,
      }),
    )
    expect(kept).toMatchObject({ revision: 2, faults: [{ code: 'reference', element: 'f1', about: 'targetRef' }] })
    expect(await designOf(id)).toMatchObject({ revision: 2, savedBy: `${tenant.canary} · admin` })
  })

  it('of two who save at once is the first; the second is told who and when, and loses nothing', async () => {
    const { id, key } = await drawnModel()
    const other = approval(key).replace('name="approve"', 'name="other"')
    const refused = await admin.post(`${MODEL}/saveProcessDesign`, { id, xml: other, revision: 1 }, english)
    expect(refused).toMatchObject({ http: 409, savedBy: `${tenant.canary} · admin`, revision: 2 })
    expect(refused.message).toMatch(/ · admin has saved this model at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    expect(await textOf(id)).toBe(approval(key))
  })

  it('as other designers send it is kept, whoever has saved meanwhile, and given as XML', async () => {
    const { id, key } = await drawnModel()
    const jsonXml = approval(key).replace('name="approve"', 'name="批准"')
    dataOf(await admin.post(`${PROCESS}/persistProcess`, { modelId: id, jsonXml, svgXml: '<svg onload="alert(1)"/>' }))
    expect(dataOf(await admin.post(`${MODEL}/getModelResource`, { modelId: id }))).toBe(jsonXml)
  })

  it.each([
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><definitions/>', 'DOCTYPE'],
    ['no BPMN', '<html></html>', 'no model of BPMN'],
    ['no XML', '<definitions', 'no model of BPMN'],
  ])('is refused for %s, naming the field', async (_words, xml, sentence) => {
    const { id } = await newModel()
    const answer = await admin.post(`${MODEL}/saveProcessDesign`, { id, xml, revision: 1 }, english)
    expect(answer).toMatchObject({ http: 422, errors: [{ field: 'xml' }] })
    expect(answer.message).toContain(sentence)
  })
})

describe('a model as a file', () => {
  it('comes in by the encoding that it declares, under the key of its process, and goes out again', async () => {
    const key = `p_${unique()}`
    const text = approval(key).replace('UTF-8', 'ISO-8859-1').replace('name="approve"', 'name="Pr\u00fcfen"')
    const sent = Buffer.from(text, 'latin1')
    const fields = { orgId: tenant.organisations['root'] ?? '', category: 'imported' }
    const send = () => upload<{ id: string }>(server.url, admin, `${MODEL}/uploadModel`, sent, { name: 'model.bpmn', fields })
    const { id } = dataOf<{ id: string }>(await send())
    expect(await textOf(id)).toBe(text.replace('ISO-8859-1', 'UTF-8'))
    const response = await fetch(`${server.url}${MODEL}/downloadModel?modelId=${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(await response.text()).toBe(text.replace('ISO-8859-1', 'UTF-8'))
    expect(response.headers.get('content-disposition')).toContain('.bpmn')
    // The key is taken now.
    expect((await send()).http).toBe(409)
  })

  it('is copied with a key of its own, inside the drawing as well', async () => {
    const { id, key } = await drawnModel()
    const copy = dataOf<{ id: string }>(await admin.post(`${MODEL}/copyModel`, { modelId: id }))
    expect((await designOf(copy.id)).xml).toContain(`id="${key}-2"`)
    const next = dataOf<{ id: string }>(await admin.post(`${MODEL}/copyModel`, { modelId: id }))
    expect((await designOf(next.id)).xml).toContain(`id="${key}-3"`)
    dataOf(await admin.post(`${MODEL}/deployModel`, { modelId: next.id }))
  })
})

describe('a copy of a model', () => {
  it('may be started by those who may start the other one, also where whoever copies it does not see who that is', async () => {
    const { id } = await drawnModel()
    // One of each, as lists write them.
    const starters = { referGroupId: tenant.organisations['branch'], referUserId: tenant.users['editor'] }
    const { referGroupId, referUserId } = starters
    dataOf(await admin.put(`${MODEL}/updateModel`, { id, version: 2, referGroupId: [referGroupId], referUserId: [referUserId] }))
    const copied = async (client: Client) => dataOf<{ id: string }>(await client.post(`${MODEL}/copyModel`, { modelId: id })).id
    const listed = async (modelId: string) =>
      dataOf<{ list: Record<string, unknown>[] }>(await admin.get(`${MODEL}/queryModel`, { id: modelId })).list
    expect(await listed(await copied(admin))).toMatchObject([starters])
    expect(await listed(await copied(await tenant.signIn('blind')))).toMatchObject([starters])
  })
})

describe('deploying', () => {
  it('makes version after version, and tells faults by their elements', async () => {
    const { id, key } = await drawnModel()
    expect(dataOf(await admin.post(`${MODEL}/deployModel`, { modelId: id }))).toMatchObject({ key, definitionVersion: 1 })
    expect(dataOf(await admin.post(`${MODEL}/deployModel`, { modelId: id }))).toMatchObject({ key, definitionVersion: 2 })
    expect(await designOf(id)).toMatchObject({ modelVersion: 2 })
    const broken = drawn({ tasks: { approve: { people: [{ kind: 'user', username: 'nobody-there' }] } } })
    dataOf(await admin.post(`${PROCESS}/persistProcess`, { modelId: id, jsonXml: broken(key) }))
    const refused = await admin.post(`${MODEL}/deployModel`, { modelId: id }, english)
    expect(refused).toMatchObject({ http: 422, faults: [{ code: 'unknown-people', element: 'approve' }] })
  })

  it('is refused for what was never drawn, and for another key than the model has', async () => {
    const { id } = await newModel()
    expect(await admin.post(`${MODEL}/deployModel`, { modelId: id }, english)).toMatchObject({
      http: 409,
      message: expect.stringContaining('Design the process first') as string,
    })
    dataOf(await admin.post(`${PROCESS}/persistProcess`, { modelId: id, jsonXml: approval('another') }))
    expect(await admin.post(`${MODEL}/deployModel`, { modelId: id }, english)).toMatchObject({
      http: 422,
      message: expect.stringContaining('another') as string,
    })
  })

  it('of what calls or starts a process that is for some alone is for those, whoever the instance is then begun by', async () => {
    const { id, key } = await drawnModel()
    const branch = { referGroupId: [tenant.organisations['branch']], referUserId: [] }
    dataOf(await admin.put(`${MODEL}/updateModel`, { id, version: await versionOf(id), ...branch }))
    dataOf(await admin.post(`${MODEL}/deployModel`, { modelId: id }))
    const calling = `<callActivity id="other" calledElement="${key.toUpperCase()}"/>`
    const starting = service('other', { do: 'start', process: key })
    const model = (inside: string) => (own: string) => bpmn(own, `${inside}<endEvent id="end"/>${way('start > other > end')}`)
    for (const inside of [calling, starting]) {
      const { faults } = dataOf<{ faults: Finding[] }>(await admin.post(`${MODEL}/checkModel`, { xml: model(inside)('x') }, english))
      expect(faults).toMatchObject([
        { code: 'not-startable', element: 'other', message: expect.stringContaining('may not start') as string },
      ])
      const caller = await drawnModel(model(inside))
      const deploying = () => admin.post(`${MODEL}/deployModel`, { modelId: caller.id }, english)
      expect(await deploying()).toMatchObject({ http: 422, faults: [{ code: 'not-startable', element: 'other' }] })
      // Whoever may start the one may have it called.
      dataOf(await admin.put(`${MODEL}/updateModel`, { id, version: await versionOf(id), referGroupId: [tenant.organisations['root']] }))
      expect(await deploying()).toMatchObject({ http: 200 })
      dataOf(await admin.put(`${MODEL}/updateModel`, { id, version: await versionOf(id), ...branch }))
    }
  })

  it('is checked beforehand, with what it may mean otherwise', async () => {
    const { faults } = dataOf<{ faults: Finding[] }>(
      await admin.post(`${MODEL}/checkModel`, { xml: drawn({ tasks: { approve: { people: [] } } })('x') }, english),
    )
    expect(faults).toMatchObject([{ code: 'no-people', element: 'approve', message: expect.stringContaining('approve') as string }])
  })

  it('keeps its model while instances run', async () => {
    const { id, key } = await drawnModel()
    const { id: definition } = dataOf<{ id: string }>(await admin.post(`${MODEL}/deployModel`, { modelId: id }))
    const { id: instance } = dataOf<{ id: string }>(
      await admin.post(`${PROCESS}/startProcessInstance`, {
        processDefinitionId: definition,
        description: key,
        startTime: '2026-01-01 08:00:00',
        endTime: '2026-01-02 18:00:00',
      }),
    )
    expect(await admin.post(`${MODEL}/deleteModel`, { id }, english)).toMatchObject({
      http: 409,
      message: expect.stringContaining('1 instances') as string,
    })
    dataOf(await admin.post(`${PROCESS}/terminateProcessInstance`, { processInstanceId: instance, comment: 'over' }))
    dataOf(await admin.post(`${MODEL}/deleteModel`, { id }))
    // What was deployed stays with what was done by it.
    expect(dataOf<{ total: number }>(await admin.get(`${PROCESS}/queryProcessDefinition`, { key })).total).toBe(1)
  })
})

describe('a try', () => {
  it('says who would get each task, what was passed and how it ends; nothing is stored', async () => {
    const { id } = await drawnModel()
    const editor = tenant.users['editor'] ?? ''
    const first = dataOf<{ scenes: { tasks: { node: string; people: { id: string }[] }[]; processStatus: string }[] }>(
      await admin.post(`${MODEL}/simulateModel`, { modelId: id, variables: { amount: 5 } }),
    )
    expect(first.scenes).toMatchObject([{ processStatus: 'running', tasks: [{ node: 'approve', people: [{ id: editor }] }] }])
    const whole = dataOf<{ scenes: unknown[] }>(
      await admin.post(`${MODEL}/simulateModel`, { modelId: id, acts: [{ do: 'complete', node: 'approve', by: editor }] }),
    )
    expect(whole.scenes[1]).toMatchObject({ processStatus: 'approved', path: { flows: ['f1'] }, refused: null })
  })

  it('counts what is due in working time by the calendar of the tenant', async () => {
    const xml = drawn({ tasks: { approve: { people: [{ kind: 'starter' }], due: { after: 'PT1H', working: true } } } })('due')
    // A Sunday.
    const now = Date.parse('2026-11-29T09:00:00+08:00')
    const due = async (of: BuiltTenant) => {
      const client = await of.signIn('admin')
      const values = { name: `model ${unique()}`, key: `p_${unique()}`, category: 'test', orgId: of.organisations['root'] }
      const { id: modelId } = dataOf<{ id: string }>(await client.post(`${MODEL}/addModel`, values))
      const { scenes } = dataOf<{ scenes: { tasks: { due: number }[] }[] }>(
        await client.post(`${MODEL}/simulateModel`, { modelId, xml, now }),
      )
      return new Date(scenes[0]?.tasks[0]?.due ?? 0).toISOString()
    }
    expect(await due(tenant)).toBe('2026-11-30T01:00:00.000Z')
    const rests = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'process.holidays': '2026-11-30' } })
    expect(await due(rests)).toBe('2026-12-01T01:00:00.000Z')
  })
})

it('gives a process its versions alone: no file of the same key becomes one, which everybody would see and start', async () => {
  const { id, key } = await drawnModel()
  dataOf(await admin.post(`${MODEL}/deployModel`, { modelId: id }))
  const deployFile = (of: string) => admin.post('/api/activiti/deployment/deployFile', { fileName: 'a.bpmn', xml: approval(of) }, english)
  for (const each of [key, key.toUpperCase()])
    expect(await deployFile(each), each).toMatchObject({
      http: 409,
      message: expect.stringContaining(`“${each}” has a model`) as string,
      errors: [{ field: 'xml' }],
    })
  const versions = dataOf<{ list: { definitionVersion: number }[] }>(await admin.get(`${PROCESS}/queryProcessDefinition`, { key }))
  expect(versions.list.map(({ definitionVersion }) => definitionVersion)).toEqual([1])
  expect((await deployFile(`${key}-2`)).http).toBe(200)
  expect((await deployFile(`${key}-2`)).http, 'a second version of a file').toBe(200)
})

it('is nothing for another tenant', async () => {
  const { id } = await drawnModel()
  const answers = await Promise.all([
    stranger.get(`${MODEL}/queryProcessDesign`, { id }),
    stranger.post(`${MODEL}/saveProcessDesign`, { id, xml: approval('x'), revision: 2 }),
    stranger.post(`${PROCESS}/persistProcess`, { modelId: id, jsonXml: approval('x') }),
    stranger.post(`${MODEL}/getModelResource`, { modelId: id }),
    stranger.post(`${MODEL}/copyModel`, { modelId: id }),
    stranger.post(`${MODEL}/deployModel`, { modelId: id }),
    stranger.post(`${MODEL}/simulateModel`, { modelId: id }),
    stranger.post(`${MODEL}/downloadModel`, { modelId: id }),
    stranger.post(`${MODEL}/deleteModel`, { id }),
  ])
  expect(answers.map(({ http }) => http)).toEqual(answers.map(() => 404))
})
