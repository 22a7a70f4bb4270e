/**
 * Schedules that are saved or removed while their report is made, and recipients who go while they are told. What rows are locked for is asked on PostgreSQL: on the embedded
 * engine one transaction follows the other.
 */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ScheduleRun } from '../../../../model/contract/report/schedules.ts'
import { lastDue } from '../../../../model/reports/schedule.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { postgres } from '../../../../tests/support/engine.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { DUE, NOTIFYING } from './rows.ts'

const PATH = '/api/report/schedule'
const day = lastDue('Asia/Shanghai', { rhythm: 'day', runAt: '00:00', offsetDays: 0 }, Date.now()).day

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer({ outboxSecrets: true })
  tenant = await buildTenant(server, { users: [buildUser({ username: 'guest' })] })
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])
async function add(more: object = {}): Promise<string> {
  const answer = await admin.post<{ id: string }>(`${PATH}/addReportSchedule`, {
    ...{ scheduleName: `schedule ${unique()}`, reportCode: 'availability', rhythm: 'day', runAt: '00:00', issues: 0 },
    ...{ scheduleFormats: 'xlsx', scheduleLanguage: 'en', scheduleStatus: 1, ...more },
  })
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return answer.data.id
}
const plan = (kind: string, key: string, payload: object) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    server.services.scheduler.schedule(tx, { kind, key, dueAt: new Date(), payload }),
  )
const comesDue = (id: string) => plan(DUE, id, { day })
const runs = async (id: string) => (await admin.get<{ list: ScheduleRun[] }>(`${PATH}/queryScheduleRun`, { id })).data.list
const poll = <Value>(ask: () => Promise<Value>) => expect.poll(ask, { timeout: 60_000, interval: 50 })
/** The next period is planned: nobody is at this one any more. */
const isOver = (id: string) =>
  poll(async () =>
    (
      await rows<{ later: boolean }>(
        `select due_at > now() + interval '1 minute' as later from scheduled_work where tenant_id = $1 and key = $2`,
        [id],
      )
    ).map(({ later }) => later),
  ).toEqual([true])
/** Which of the addresses were sent a link. */
const mailed = async (...addresses: readonly string[]) =>
  (await rows<{ recipient: string }>('select recipient from messages where tenant_id = $1 and recipient = any($2)', [addresses])).map(
    ({ recipient }) => recipient,
  )
const address = () => `${unique()}@example.com`
const blobs = async () => (await rows<{ id: string }>('select id from blobs where tenant_id = $1 order by id', [])).map(({ id }) => id)
const files = async () =>
  (await rows<{ id: string }>('select blob_id as id from schedule_files where tenant_id = $1 order by blob_id', [])).map(({ id }) => id)

/** The report is made, and thrown away since its schedule is another one by then; it is taken up again at once, as it would be when the lease is over. */
async function isMadeInVain(id: string, begin: () => Promise<unknown>): Promise<void> {
  const discarded = vi.spyOn(server.services.blobs, 'discard').mockClear()
  await begin()
  await poll(async () => discarded.mock.calls.length > 0 || (await runs(id))[0]?.state === 'done').toBe(true)
  expect((await runs(id)).map(({ state }) => state)).toEqual(['running'])
  // Whoever was at it lets go of it in the same moment.
  const free = () =>
    rows('update scheduled_work set taken_by = null, taken_until = null where tenant_id = $1 and key = $2 returning 1', [id])
  expect(await free()).toHaveLength(1)
  await comesDue(id)
}

/** Does the work while the statement holds what it locks, which it lets go of as soon as so many wait, for it or for each other. */
async function whileHeld(statement: string, values: readonly unknown[], waiting: number, work: () => unknown): Promise<void> {
  await server.database.asOwner(async (owner: pg.ClientBase) => {
    await owner.query('begin')
    try {
      await owner.query(statement, [...values])
      await work()
      const waits = () =>
        rows<{ count: number }>(
          `select count(*)::integer as count from pg_stat_activity where $1::text is not null and datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
        )
      await poll(async () => (await waits())[0]?.count).toBe(waiting)
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback')
      throw error
    }
  })
}

describe('a schedule that is saved while its report is made', () => {
  it('tells those whom it names then, and keeps the files of one report', async () => {
    const [before, after] = [address(), address()]
    const id = await add({ mailTo: before })
    const written: string[] = []
    const { write } = server.services.blobs
    vi.spyOn(server.services.blobs, 'write').mockImplementation(async (...file) => {
      if (written.length === 0) expect((await admin.put(`${PATH}/updateReportSchedule`, { id, version: 1, mailTo: after })).http).toBe(200)
      const done = await write(...file)
      written.push(done.id)
      return done
    })
    await isMadeInVain(id, () => comesDue(id))
    await poll(() => mailed(before, after)).toEqual([after])
    await isOver(id)
    expect((await runs(id)).map(({ state }) => state)).toEqual(['done'])
    // It was made twice, and what was made first belongs to nobody.
    expect(written).toHaveLength(2)
    expect(await blobs()).toEqual([written[1]])
    expect(await mailed(before, after)).toEqual([after])
  })

  it.runIf(postgres)('and is not yet when its report is to be stored, is waited for', async () => {
    const [before, after] = [address(), address()]
    const id = await add({ mailTo: before })
    const change = 'update report_schedules set mail_to = $2, version = version + 1 where id = $1'
    await isMadeInVain(id, () => whileHeld(change, [id, after], 1, () => comesDue(id)))
    await poll(() => mailed(before, after)).toEqual([after])
    await isOver(id)
    expect((await runs(id)).map(({ state }) => state)).toEqual(['done'])
    expect(await mailed(before, after)).toEqual([after])
  })
})

describe.runIf(postgres)('a schedule that is removed while its report is stored', () => {
  it('leaves no file behind', async () => {
    const id = await add()
    const kept = await blobs()
    let removed: Promise<{ http: number }> | undefined
    // Files may be read, and none added.
    await whileHeld('lock table schedule_files in share mode', [], 2, async () => {
      await comesDue(id)
      await poll(
        async () =>
          (await rows(`select 1 from pg_locks where $1::text is not null and not granted and relation = 'schedule_files'::regclass`))
            .length,
      ).toBe(1)
      removed = admin.post(`${PATH}/deleteReportSchedule`, { id: [id] })
    })
    expect((await removed)?.http).toBe(200)
    expect(await rows('select 1 from schedule_runs where tenant_id = $1 and schedule_id = $2', [id])).toEqual([])
    expect(await blobs()).toEqual(kept)
    expect(await files()).toEqual(kept)
  })
})

describe.runIf(postgres)('a recipient who goes while recipients are told', () => {
  it('keeps nobody else from hearing of it', async () => {
    const id = await add()
    await comesDue(id)
    await poll(async () => (await runs(id))[0]?.state).toBe('done')
    const run = (await runs(id))[0]?.id ?? expect.fail('no run')
    const guest = tenant.users['guest'] ?? expect.fail('no guest')
    const [goes] = await rows<{ id: string }>(
      `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'username', 'goes', 'email', 'goes@example.com', 'mobile', '13900000000'))).* from users u where u.tenant_id = $1 and u.id = $2 returning id`,
      [guest],
    )
    await whileHeld('delete from users where id = $1', [goes?.id], 1, () => plan(NOTIFYING, run, { users: [goes?.id, guest], mails: [] }))
    const state = async () => {
      if ((await runs(id))[0]?.recipients === 1) return 'told'
      const failed = await rows(`select 1 from scheduled_work where tenant_id = $1 and key = $2 and last_error is not null`, [run])
      return failed.length > 0 ? 'failed' : 'under way'
    }
    await poll(state).not.toBe('under way')
    expect(await state()).toBe('told')
  })
})
