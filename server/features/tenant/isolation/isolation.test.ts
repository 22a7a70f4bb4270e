/** The self-test as the operator starts it: it passes on a sound server, turns red on a broken one, and leaves nothing behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { fingerprint, tenantTables } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { amount, seedOf } from '../../../../tests/support/thorough.ts'
import { features } from '../../../modules.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { IsolationReport as Report } from '../../../../model/contract/tenant/isolation.ts'
import { findingsOf } from './probe.ts'
import { KIND, isolationJobs, sweepThrowaways } from './run.ts'
import { buildWorld } from './world.ts'

const PATH = '/api/admin/isolation'
interface State {
  running: { id: string; done: number; total: number | null } | null
  list: { verdict: string; username: string; report: Report | null }[]
}

/** Every parameter of these features that takes an id. */
const OF_FILES_AND_NOTIFICATIONS = [
  'queryFile parentId',
  'uploadFile id',
  'uploadFile replaces',
  'downloadFile id',
  'downloadFile versionId',
  'picture id',
  'addFolder id',
  'addFolder parentId',
  'updateFileName id',
  'updateFileIsShared id',
  'moveFile id',
  'moveFile parentId',
  'deleteFile id',
  'restoreFile id',
  'eraseFile id',
  'queryFileVersion id',
  'restoreFileVersion id',
  'restoreFileVersion versionId',
  'queryFileShare id',
  'queryFileShareOptions id',
  'updateFileShare id',
  'updateFileShare userId',
  'updateFileShare roleId',
  'updateFileShare orgId',
  'addFileLink id',
  'queryFileLink id',
  'deleteFileLink linkId',
  'upload HEAD',
  'upload PATCH',
  'upload DELETE',
  'upload parentId',
  'upload replaces',
  'content id',
  'content versionId',
  'downloadTicket id',
  'playTicket id',
  'queryNotification id',
  'queryNotification userId',
  'queryNotification roleId',
  'queryNotification orgId',
  'addNotification userId',
  'addNotification roleId',
  'addNotification orgId',
  'updateNotification id',
  'updateNotification userId',
  'updateNotification roleId',
  'updateNotification orgId',
  'deleteNotification id',
  ...['exportNotification', 'exportWordNotification', 'exportPDFNotification'].flatMap((call) => [
    `${call} id`,
    `${call} userId`,
    `${call} roleId`,
    `${call} orgId`,
  ]),
  'publishNotification id',
  'withdrawNotification id',
  'queryNotificationReader id',
  'readNotification id',
  'starNotification id',
]

/** One of so many questions, drawn by the commit, on PostgreSQL. tests/isolation.test.ts asks another part, as a third role. */
const part = amount({ quick: 8, ci: 8, touched: 8, thorough: 1 })

let server: TestServer
let platform: BuiltTenant
let operator: Client
beforeAll(async () => {
  const first = seedOf('questions of the self-test')
  server = await startServer({}, undefined, {
    [KIND]: (run) =>
      isolationJobs(server.app, () => features, { isAsked: (place) => (first + place) % part === 0 })[KIND]?.(run) ??
      expect.fail('no such job'),
  })
  platform = await buildPlatform(server)
  operator = await platform.signIn('admin')
})
afterAll(() => server.stop())

const start = () => operator.post<{ id: string }>(`${PATH}/startIsolationTest`, {})
const state = async () => (await operator.get<State>(`${PATH}/queryIsolationTest`)).data
const over = () => expect.poll(async () => (await state()).running, { timeout: 420_000, interval: 500 }).toBeNull()
const throwaways = () =>
  server.services.transactions.inPlatform(
    'a test looks',
    (tx) => tx.all(build.selectFrom('tenants').select('id').where('throwaway', '=', true)),
    'read',
  )

describe('on a sound server', () => {
  it('asks thousands of questions on every route, finds nothing, changes nothing and leaves nothing', async () => {
    const bystander = await buildTenant(server)
    const before = await fingerprint(server, bystander.id)
    const tables = await tenantTables(server)
    expect((await start()).http).toBe(200)
    expect(await start(), 'one at a time').toMatchObject({ http: 409 })
    await expect.poll(async () => (await state()).running?.done ?? Infinity, { timeout: 240_000 }).toBeGreaterThan(10)
    const listed = await operator.get<{ list: { tenantCode: string }[] }>('/api/admin/systenant/querySysTenant', { pageSize: 100 })
    expect(JSON.stringify(listed.data), 'its tenants are shown to nobody').not.toContain('selftest')
    await over()
    const [last] = (await state()).list
    expect(last?.report && findingsOf(last.report)).toEqual([])
    expect(last).toMatchObject({ verdict: 'passed', username: 'admin' })
    const report = last?.report as Report
    expect(report.calls).toBeGreaterThan(10_000 / part)
    const behind = features
      .flatMap(({ routes }) => routes)
      .filter(({ access, path }) => access !== 'public' && path !== '/uaa/users/signOut')
    expect(report.routes).toHaveLength(behind.length)
    expect(report.kinds).toEqual(
      expect.arrayContaining([
        'organisations',
        'users',
        'roles',
        'posts',
        'sessions',
        'uploads',
        'file_links',
        'files: folder',
        'files: file',
        'files: shared',
        'files: in the bin',
        'files: picture',
        'blobs: former version',
        'notifications: draft',
        'notifications: scheduled',
        'notifications: published',
        'notifications: withdrawn',
      ]),
    )
    const asked = report.routes
      .filter(({ path }) => /^\/(file|notification)\//.test(path))
      .flatMap(({ path, parameters }) =>
        parameters.filter((parameter) => !/^tenant|orgIds/.test(parameter)).map((parameter) => `${path.split('/').at(-1)} ${parameter}`),
      )
    expect(asked.sort()).toEqual([...OF_FILES_AND_NOTIFICATIONS].sort())
    expect(await throwaways()).toEqual([])
    expect(await fingerprint(server, bystander.id)).toBe(before)
    await server.database.asOwner(async (client) => {
      for (const table of tables) {
        const { rows } = await client.query(`select 1 from ${table} where tenant_id not in (select id from tenants) limit 1`)
        expect(rows, table).toEqual([])
      }
    })
  }, 450_000)

  it('erases what a run that died has left, and nothing while one is at work', async () => {
    await buildWorld(server.app, server.services, [])
    expect(await throwaways()).toHaveLength(2)
    const job = {
      tenant_id: platform.id,
      id: '00000000-0000-7000-8000-0000000000aa',
      user_id: platform.users['admin'] as string,
      kind: 'isolation-test',
      title: 'x',
      input: '{}',
      role_codes: [],
      language: 'en',
    }
    await server.services.transactions.inPlatform('a test plants a run of another server', (tx) =>
      tx.run(
        build
          .insertInto('jobs')
          .values({ ...job, status: 'running', runner: platform.id, heartbeat_at: new Date(Date.now() + 3_600_000) } as never),
      ),
    )
    await sweepThrowaways(server.services)
    expect(await throwaways()).toHaveLength(2)
    await server.services.transactions.inPlatform('a test ends it', (tx) => tx.run(build.deleteFrom('jobs').where('id', '=', job.id)))
    await sweepThrowaways(server.services)
    expect(await throwaways()).toEqual([])
  })
})

describe('on a broken server', () => {
  let broken: TestServer
  beforeAll(async () => {
    // The questions about two nouns are enough to find the fault; all of them take minutes.
    const some = features.filter(({ tag }) => tag === 'organisations' || tag === 'dictionaries')
    broken = await startServer({}, undefined, {
      [KIND]: (run) => isolationJobs(broken.app, () => some)[KIND]?.(run) ?? expect.fail('no such job'),
    })
  })
  afterAll(() => broken.stop())

  it('turns red and says where', async () => {
    const asker = await (await buildPlatform(broken)).signIn('admin')
    const look = async () => (await asker.get<State>(`${PATH}/queryIsolationTest`)).data
    const loose = (table: string) =>
      `alter table ${table} no force row level security; drop policy tenant on ${table}; create policy tenant on ${table} using (true) with check (true);`
    // The history would refuse the change of a row of another tenant by itself.
    await broken.database.asOwner((client) => client.query(`${loose('organisations')} ${loose('changes')}`))
    expect((await asker.post(`${PATH}/startIsolationTest`, {})).http).toBe(200)
    await expect.poll(async () => (await look()).running, { timeout: 200_000, interval: 500 }).toBeNull()
    const [last] = (await look()).list
    expect(last?.verdict).toBe('failed')
    const report = last?.report as Report
    const of = (path: string) =>
      report.routes.find((route) => route.path === path)?.findings.map(({ code, parameter }) => `${code} ${parameter}`) ?? []
    expect(of('/admin/sysorg/querySysOrg')).toEqual(expect.arrayContaining(['text id']))
    expect(of('/admin/sysorg/updateSysOrg')).toEqual(expect.arrayContaining(['differs id']))
    expect(of('/admin/sysdict/querySysDict')).toEqual([])
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'changed' }))
    expect(
      await broken.services.transactions.inPlatform(
        'a test looks',
        (tx) => tx.all(build.selectFrom('tenants').select('id').where('throwaway', '=', true)),
        'read',
      ),
    ).toEqual([])
  }, 240_000)
})
