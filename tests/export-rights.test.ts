/** Exports with many rows: who waits for the file gets it, and nobody gets what they may not see by then. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parameters } from '../model/index.ts'
import type { RoleSeed } from '../seeds/tenant.ts'
import { callerOf } from '../server/kernel/authorization/caller.ts'
import { identityOf } from '../server/kernel/authorization/user-identity.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { rowsOfFile } from './support/files.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { absentId } from './support/values.ts'

/** The smallest number of rows from which an export may become a job. */
const JOB_ROWS = 1000
const EXPORT = '/api/admin/sysuser/exportSysUser'
const ASYNC = { prefer: 'handling=lenient, respond-async; wait=5' }

const clerkRole: RoleSeed = {
  roleCode: 'CLERK',
  roleName: 'CLERK',
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [],
}
const HIDDEN = { roleCode: 'CLERK', menuCode: 'sysuser' }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let clerk: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { roles: [clerkRole], users: [buildUser({ username: 'clerk', roles: ['CLERK'] })] })
  admin = await tenant.signIn('admin')
  clerk = await tenant.signIn('clerk')
  await server.database.asOwner((client) =>
    client.query(
      `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status)
      select $1, gen_random_uuid(), 'many' || n, 'many', 'x', 'many' || n || '@example.com', '86', '17' || lpad(n::text, 9, '0'), $2, 1
      from generate_series(1, $3::int) n`,
      [tenant.id, tenant.organisations['branch'], JOB_ROWS],
    ),
  )
  const { base, noun } = parameters.api
  const { data } = await admin.get<{ list: { id: string }[] }>(`/api${base}/query${noun}`, { paramKey: 'export.jobRows' })
  expect((await admin.put(`/api${base}/update${noun}`, { id: data.list[0]?.id, paramValue: String(JOB_ROWS) })).http).toBe(200)
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  await admin.post('/api/admin/sysmenu/deleteDataField', HIDDEN)
})

const hide = async (dataField: string) =>
  expect((await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', { ...HIDDEN, dataField })).http).toBe(200)
const show = async () => expect((await admin.post('/api/admin/sysmenu/deleteDataField', HIDDEN)).http).toBe(200)

async function jobOf(client: Client, id: string) {
  const { data } = await client.get<{ list: { id: string; status: string; error: string | null }[] }>('/api/admin/jobs/queryJobs', {
    pageSize: 100,
  })
  return data.list.find((job) => job.id === id)
}
const ended = async (client: Client, id: string) => {
  await expect.poll(async () => (await jobOf(client, id))?.status, { timeout: 20_000, interval: 50 }).not.toMatch(/queued|running/)
  return jobOf(client, id)
}
const fetched = (client: Client, id: string) => client.post('/api/admin/jobs/downloadJob', { id })
const clerkNow = async () => {
  const identity = await identityOf(server.services.transactions, server.services.grants, {
    tenantId: tenant.id,
    userId: tenant.users['clerk'] as string,
    sessionId: absentId(),
  })
  return callerOf(identity ?? expect.unreachable('the clerk is there'), undefined, 'en')
}

describe('a finished file', () => {
  it('is withheld once a field that stands in it is hidden from the person, and given when it is not any more', async () => {
    const { data } = await clerk.post<{ jobId: string; queued: boolean }>(EXPORT, {}, ASYNC)
    expect(data).toEqual({ jobId: expect.any(String) as string, queued: true })
    expect(await ended(clerk, data.jobId)).toMatchObject({ status: 'done' })
    expect((await fetched(clerk, data.jobId)).headers.get('content-disposition')).toContain('attachment')
    await hide('mobile')
    expect(await fetched(clerk, data.jobId)).toMatchObject({ http: 403, message: 'Your role does not permit this' })
    await show()
    expect((await fetched(clerk, data.jobId)).http).toBe(200)
  })

  it('is given without the field when that was hidden before', async () => {
    await hide('mobile')
    const { data } = await clerk.post<{ jobId: string }>(EXPORT, {}, ASYNC)
    await ended(clerk, data.jobId)
    expect(String((await fetched(clerk, data.jobId))['text'])).not.toMatch(/17000000\d\d\d/)
  })
})

it('a job that was asked for with a filter is refused when the field has been hidden before its turn', async () => {
  await hide('mobile')
  const { jobs, transactions } = server.services
  const caller = await clerkNow()
  // As it stands in the queue of somebody who saw the field when they asked.
  const id = await transactions.inTenant({ tenantId: tenant.id }, async (tx) =>
    jobs.enqueue(tx, caller, 'en', {
      kind: 'export',
      title: 'users.xlsx',
      input: { noun: 'users', format: 'xlsx', asked: { mobile: '17' } },
    }),
  )
  expect(await ended(clerk, id)).toMatchObject({ status: 'failed', error: 'Your role does not permit this' })
})

describe('a client that does not say that it understands jobs', () => {
  const download = (signal?: AbortSignal, verb = 'exportSysUser') =>
    fetch(`${server.url}/api/admin/sysuser/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clerk.token}` },
      ...(signal ? { signal } : {}),
    })

  it.each(['exportSysUser', 'exportWordSysUser', 'exportPDFSysUser'])('gets the file of %s in the answer', async (verb) => {
    const answer = await download(undefined, verb)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null])
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const rows = (await rowsOfFile(bytes, answer.headers.get('content-type') ?? '')) as string[][]
    const { total } = (await clerk.get<{ total: number }>('/api/admin/sysuser/querySysUser')).data
    expect(rows.length).toBe(1 + total)
  })

  it('is not given fields that are hidden', async () => {
    await hide('mobile')
    expect(String((await clerk.post(EXPORT))['text'])).not.toMatch(/17000000\d\d\d/)
  })

  it('gives the job up by hanging up', async () => {
    const newest = async () =>
      (await clerk.get<{ list: { id: string; status: string }[] }>('/api/admin/jobs/queryJobs', { pageSize: 1 })).data.list[0]
    const before = (await newest())?.id
    const hangUp = new AbortController()
    const answer = download(hangUp.signal, 'exportPDFSysUser').catch(() => undefined)
    await expect.poll(async () => (await newest())?.id, { timeout: 20_000, interval: 5 }).not.toBe(before)
    hangUp.abort()
    await answer
    await expect.poll(async () => (await newest())?.status, { timeout: 20_000, interval: 20 }).toBe('cancelled')
  })

  it('waits no longer than it may', async () => {
    const { jobs, transactions } = server.services
    const caller = await clerkNow()
    // No server has a hand for this kind.
    const id = await transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      jobs.enqueue(tx, caller, 'en', { kind: 'nobody takes this', title: '-', input: {} }),
    )
    const begun = performance.now()
    expect(await jobs.ended(caller, id, 300, new AbortController().signal)).toBeUndefined()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(250)
    await transactions.inTenant({ tenantId: tenant.id }, (tx) => jobs.cancel(tx, caller, id))
    expect(await jobs.ended(caller, id, 60_000, new AbortController().signal)).toMatchObject({ status: 'cancelled' })
  })
})
