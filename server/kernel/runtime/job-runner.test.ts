import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { callerOf } from '../authorization/caller.ts'
import { fail } from '../errors.ts'
import { identityOf } from '../authorization/user-identity.ts'
import type { Job, JobKinds } from './job.ts'
import { newId } from '../ids.ts'
import { build } from '../database/sql.ts'

const seen: Job[] = []
async function* bytes() {
  yield Buffer.from('a file')
}

const kinds: JobKinds = {
  short: async (job) => {
    seen.push(job)
    return { done: 3, result: { taken: 3 }, file: await job.services.blobs.write(bytes()) }
  },
  long: async (job) => {
    seen.push(job)
    for (let done = 0; ; done += 1) {
      job.progress(done, 1000)
      await wait(20, undefined, { signal: job.signal })
    }
  },
  stubborn: async (job) => {
    seen.push(job)
    while (!job.signal.aborted) await wait(20)
    return { done: 1, file: await job.services.blobs.write(bytes()) }
  },
  refused: async () => fail('row.not-found'),
  broken: async () => {
    throw new TypeError('a fault of ours')
  },
}

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer({}, undefined, kinds)
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

async function callerNamed(username: string) {
  const { transactions, grants } = server.services
  const identity = await identityOf(transactions, grants, {
    tenantId: tenant.id,
    userId: tenant.users[username] as string,
    sessionId: newId(),
  })
  if (!identity) throw new Error('no such user')
  return callerOf(identity, undefined)
}

async function enqueue(kind: string, username = 'admin'): Promise<string> {
  const caller = await callerNamed(username)
  return server.services.transactions.inTenant(caller, (tx) =>
    server.services.jobs.enqueue(tx, caller, 'zh', { kind, title: kind, input: { a: 1 } }),
  )
}

const read = (id: string) =>
  server.services.transactions.inTenant(
    { tenantId: tenant.id },
    (tx) => tx.first(build.selectFrom('jobs').selectAll().where('id', '=', id)),
    'read',
  )
const status = (id: string) => expect.poll(async () => (await read(id))?.status, { timeout: 10_000 })
const blobs = () =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.all(build.selectFrom('blobs').select('id')), 'read')

it('does what is asked, for whoever asked and with their file', async () => {
  const id = await enqueue('short')
  await status(id).toBe('done')
  expect(await read(id)).toMatchObject({
    done: '3',
    total: '3',
    result: { taken: 3 },
    blob_id: expect.any(String),
    error: null,
    attempts: 1,
  })
  expect(seen.at(-1)).toMatchObject({ id, input: { a: 1 }, language: 'zh', caller: { userId: tenant.users['admin'], tenantId: tenant.id } })
  expect(seen.at(-1)?.caller.active.map((role) => role.code)).toEqual(['ROLE_ADMIN'])
})

it('says why a job failed, and tells a fault of ours without its text', async () => {
  const [refused, broken] = [await enqueue('refused'), await enqueue('broken')]
  await status(refused).toBe('failed')
  await status(broken).toBe('failed')
  expect(await read(refused)).toMatchObject({ error: 'row.not-found' })
  expect(await read(broken)).toMatchObject({ error: 'server.failed', result: { values: { reference: broken } } })
})

it('tells how far it is, and ends at once when it is cancelled', async () => {
  const caller = await callerNamed('admin')
  const id = await enqueue('long')
  await expect.poll(async () => Number((await read(id))?.done), { timeout: 10_000 }).toBeGreaterThan(5)
  expect(await read(id)).toMatchObject({ total: '1000', status: 'running' })
  await server.services.transactions.inTenant(caller, (tx) => server.services.jobs.cancel(tx, caller, id))
  const job = seen.at(-1) as Job
  await expect.poll(() => job.signal.aborted, { timeout: 3000 }).toBe(true)
  await status(id).toBe('cancelled')
})

it('a job that was cancelled stays so, and its file is thrown away, even when it ends well', async () => {
  const caller = await callerNamed('admin')
  const before = await blobs()
  const id = await enqueue('stubborn')
  await status(id).toBe('running')
  await server.services.transactions.inTenant(caller, (tx) => server.services.jobs.cancel(tx, caller, id))
  await expect.poll(() => (seen.at(-1) as Job).signal.aborted, { timeout: 3000 }).toBe(true)
  await wait(200)
  expect(await read(id)).toMatchObject({ status: 'cancelled', blob_id: null })
  expect(await blobs()).toEqual(before)
})

it('somebody else can neither cancel nor remove a job', async () => {
  const id = await enqueue('long')
  const viewer = await callerNamed('viewer')
  const { transactions, jobs } = server.services
  await expect(transactions.inTenant(viewer, (tx) => jobs.cancel(tx, viewer, id))).rejects.toMatchObject({ code: 'row.not-found' })
  const admin = await callerNamed('admin')
  await expect(transactions.inTenant(admin, (tx) => jobs.remove(tx, admin, id))).rejects.toMatchObject({ code: 'job.running' })
  await transactions.inTenant(admin, (tx) => jobs.cancel(tx, admin, id))
  await expect(transactions.inTenant(viewer, (tx) => jobs.remove(tx, viewer, id))).rejects.toMatchObject({ code: 'row.not-found' })
  await transactions.inTenant(admin, (tx) => jobs.remove(tx, admin, id))
  expect(await read(id)).toBeUndefined()
})

it('a job whose server died is done again, and given up when that happens twice', async () => {
  const { transactions } = server.services
  const dead = async (attempts: number) => {
    const id = newId()
    await transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      tx.run(
        build.insertInto('jobs').values({
          tenant_id: tenant.id,
          id,
          user_id: tenant.users['admin'] as string,
          kind: 'short',
          title: 'dead',
          input: '{}',
          language: 'en',
          role_codes: [],
          status: 'running',
          attempts,
          runner: newId(),
          heartbeat_at: sql<Date>`now() - interval '1 minute'`,
        }),
      ),
    )
    return id
  }
  const [once, twice] = [await dead(1), await dead(2)]
  await status(once).toBe('done')
  expect(await read(once)).toMatchObject({ attempts: 2 })
  await status(twice).toBe('failed')
  expect(await read(twice)).toMatchObject({ error: 'job.interrupted', blob_id: null })
})

it('runs with the rights that are left, and not at all for somebody who was disabled', async () => {
  const { transactions } = server.services
  const setStatus = (value: 0 | 1) =>
    transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      tx.run(
        build
          .updateTable('users')
          .set({ status: value })
          .where('id', '=', tenant.users['editor'] as string),
      ),
    )
  const caller = await callerNamed('editor')
  await setStatus(0)
  const id = await transactions.inTenant(caller, (tx) =>
    server.services.jobs.enqueue(tx, caller, 'en', { kind: 'short', title: 'x', input: {} }),
  )
  await status(id).toBe('failed')
  expect(await read(id)).toMatchObject({ error: 'permission.denied', blob_id: null })
  await setStatus(1)
})

it('does nothing in a tenant that is marked for deletion', async () => {
  const { transactions } = server.services
  const mark = (at: Date | null) =>
    transactions.inPlatform('a test marks its tenant', (tx) =>
      tx.run(build.updateTable('tenants').set({ marked_at: at }).where('id', '=', tenant.id)),
    )
  const caller = await callerNamed('admin')
  await mark(new Date())
  const id = await transactions.inTenant(caller, (tx) =>
    server.services.jobs.enqueue(tx, caller, 'en', { kind: 'short', title: 'x', input: {} }),
  )
  await status(id).toBe('failed')
  expect(await read(id)).toMatchObject({ error: 'permission.denied', blob_id: null })
  await mark(null)
})

it('is not for applications, which may do less than their person', async () => {
  const caller = { ...(await callerNamed('admin')), client: { id: newId(), scopes: ['*'] } }
  const { transactions, jobs } = server.services
  await expect(
    transactions.inTenant(caller, (tx) => jobs.enqueue(tx, caller, 'en', { kind: 'short', title: 'x', input: {} })),
  ).rejects.toMatchObject({ code: 'job.application' })
})

it('one person cannot fill the queue', async () => {
  const caller = await callerNamed('viewer')
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) ids.push(await enqueue('long', 'viewer'))
  await expect(enqueue('long', 'viewer')).rejects.toMatchObject({ code: 'job.too-many' })
  for (const id of ids) await server.services.transactions.inTenant(caller, (tx) => server.services.jobs.cancel(tx, caller, id))
})

it('what was over long ago is forgotten with its file', async () => {
  const id = await enqueue('short')
  await status(id).toBe('done')
  await server.services.jobs.forgetOld()
  expect(await read(id)).toBeDefined()
  const blob = (await read(id))?.blob_id
  await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    tx.run(
      build
        .updateTable('jobs')
        .set({ finished_at: sql`now() - interval '8 days'` })
        .where('id', '=', id),
    ),
  )
  await server.services.jobs.forgetOld()
  expect(await read(id)).toBeUndefined()
  expect((await blobs()).map((row) => row.id)).not.toContain(blob)
})

it('a server that stops gives its job back', async () => {
  const id = await enqueue('long')
  await status(id).toBe('running')
  await server.app.close()
  expect(await read(id)).toMatchObject({ status: 'queued', attempts: 0, runner: null })
})
