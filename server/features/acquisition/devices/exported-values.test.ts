/** Files of devices with newest values beside their fields: what stands in them, as which numbers and words, and for whom. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import { absentId } from '../../../../tests/support/values.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { readXlsx } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'

const EXPORT = '/api/acquisition/device/exportDevice'
const URLS = ['/acquisition/device/*', '/acquisition/point/queryPoint', '/acquisition/reading/queryLatestReading', '/admin/jobs/*']

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let codes: [string, string]

beforeAll(async () => {
  server = await sharedServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'UNITLESS', urls: URLS, hiddenFields: [{ menu: 'points', fields: ['pointName', 'unit', 'stateTexts'] }] },
      { ...role, roleCode: 'KEYLESS', urls: URLS, hiddenFields: [{ menu: 'points', fields: ['pointKey'] }] },
      { ...role, roleCode: 'VALUELESS', urls: URLS.filter((url) => !url.includes('reading')) },
      { ...role, roleCode: 'READER', urls: URLS },
    ],
    users: ['unitless', 'keyless', 'valueless', 'reader'].map((username) => buildUser({ username, roles: [username.toUpperCase()] })),
  })
  admin = await tenant.signIn('admin')
  const flow = { point_name: 'Flow', unit: 'm³/h', decimals: 1 }
  const one = await buildDevice(server, tenant, { flow, mode: { state_texts: '0=Stopped, 1=Running' }, level: { unit: 'm' } })
  const other = await buildDevice(server, tenant, { flow, level: { unit: 'mm' } })
  codes = [one.code, other.code]
  const time = Date.now()
  await sendReadings(server, one, [
    { key: 'flow', time: time - 1000, value: 1 },
    { key: 'flow', time, value: 12.345 },
    { key: 'mode', time, value: 1 },
    { key: 'level', time, value: 2 },
  ])
  await sendReadings(server, other, [{ key: 'level', time, value: 250 }])
  await server.services.acquisition.states.flush()
}, 120_000)
afterAll(() => server.stop())

async function asked({ token }: Client, call: string, body: object): Promise<Response> {
  return fetch(`${server.url}${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify(body),
  })
}
/** The heading of the table and the lines of the two devices. */
async function fileFor(client: Client, body: object): Promise<string[][]> {
  const response = await asked(client, EXPORT, { fields: ['deviceCode'], ...body })
  expect(response.status).toBe(200)
  return tableOf(Buffer.from(await response.arrayBuffer()))
}
async function tableOf(bytes: Buffer): Promise<string[][]> {
  const rows = await readXlsx(bytes)
  const heading = rows.findIndex(([first]) => first === 'Device code')
  const [head = [], ...lines] = rows.slice(heading)
  // Cells behind the last that has something are not in the file.
  const whole = (line: readonly string[] = []) => head.map((_, at) => line[at] ?? '')
  return [head, ...codes.map((code) => whole(lines.find(([first]) => first === code)))]
}

it('has the newest value of each key behind the fields: numbers where all are of one unit, words where they are not', async () => {
  expect(await fileFor(admin, { beside: ['flow', 'level', 'mode', 'none'] })).toEqual([
    ['Device code', 'Flow (m³/h)', 'level', 'mode', 'none'],
    [codes[0], '12.3', '2 m', 'Running', ''],
    [codes[1], '', '250 mm', '', ''],
  ])
  expect(await fileFor(admin, {})).toEqual([['Device code'], [codes[0]], [codes[1]]])
})

it('comes as a list with commas as well, and no more than eight keys that can be keys', async () => {
  expect((await fileFor(admin, { beside: 'mode,flow' }))[0]).toEqual(['Device code', 'mode', 'Flow (m³/h)'])
  for (const beside of ['a b', 'a,b,c,d,e,f,g,h,i']) {
    const response = await asked(admin, EXPORT, { beside })
    expect([response.status, ((await response.json()) as { errors: { field: string }[] }).errors[0]?.field]).toEqual([422, 'beside'])
  }
})

it('says nothing that a role hides of points, and has no values for whoever may not ask for them', async () => {
  const beside = ['flow', 'mode']
  expect(await fileFor(await tenant.signIn('reader'), { beside })).toEqual([
    ['Device code', 'Flow (m³/h)', 'mode'],
    [codes[0], '12.3', 'Running'],
    [codes[1], '', ''],
  ])
  expect(await fileFor(await tenant.signIn('unitless'), { beside })).toEqual([
    ['Device code', 'flow', 'mode'],
    [codes[0], '12.3', '1'],
    [codes[1], '', ''],
  ])
  for (const name of ['keyless', 'valueless'])
    expect(await fileFor(await tenant.signIn(name), { beside }), name).toEqual([['Device code'], [codes[0]], [codes[1]]])
  const stranger = await (await buildTenant(server)).signIn('admin')
  expect((await fileFor(stranger, { beside }))[0]).toEqual(['Device code', 'flow', 'mode'])
})

/** A job that somebody asked for, done: how its file is fetched. */
async function fileOfJob(username: string): Promise<() => Promise<Response>> {
  const client = await tenant.signIn(username)
  const { transactions, grants, jobs } = server.services
  const identity = await identityOf(transactions, grants, {
    tenantId: tenant.id,
    userId: tenant.users[username] as string,
    sessionId: absentId(),
  })
  const caller = callerOf(identity ?? expect.unreachable(`${username} is there`), undefined, 'en')
  const id = await transactions.inTenant({ tenantId: tenant.id }, async (tx) =>
    jobs.enqueue(tx, caller, 'en', {
      kind: 'export',
      title: 'devices.xlsx',
      input: { noun: 'devices', format: 'xlsx', asked: { fields: ['deviceCode'], beside: ['flow'] } },
    }),
  )
  const statusOf = async () =>
    (await client.get<{ list: { id: string; status: string }[] }>('/api/admin/jobs/queryJobs', { pageSize: 100 })).data.list.find(
      (job) => job.id === id,
    )?.status
  await expect.poll(statusOf, { timeout: 20_000, interval: 50 }).toBe('done')
  return () => asked(client, '/api/admin/jobs/downloadJob', { id })
}
const tableIn = async (response: Response) => tableOf(Buffer.from(await response.arrayBuffer()))
const HIDDEN = { roleCode: 'READER', menuCode: 'points' }

it('is made as a job as well, whose file is withheld once its reader may not ask for values any more, or what they are called', async () => {
  const file = await fileOfJob('reader')
  expect(await tableIn(await file())).toEqual([
    ['Device code', 'Flow (m³/h)'],
    [codes[0], '12.3'],
    [codes[1], ''],
  ])
  for (const field of ['pointName', 'unit', 'displayUnit', 'decimals', 'stateTexts', 'pointKey']) {
    expect((await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', { ...HIDDEN, dataField: field })).http).toBe(200)
    expect((await file()).status, field).toBe(403)
    expect((await admin.post('/api/admin/sysmenu/deleteDataField', HIDDEN)).http).toBe(200)
    expect((await file()).status, field).toBe(200)
  }
})

it('is given to whoever has no values, and whose job left them out', async () => {
  const file = await fileOfJob('valueless')
  expect(await tableIn(await file())).toEqual([['Device code'], [codes[0]], [codes[1]]])
  const unitless = await fileOfJob('unitless')
  expect((await tableIn(await unitless()))[0]).toEqual(['Device code', 'flow'])
})
