/** Backups: consistent while others write, rehearsed, encrypted, for the operator of the platform alone. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, newUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { absentId } from '../../../../tests/support/values.ts'
import {
  openBackups,
  decryptFile,
  extractFiles,
  differenceOf,
  backUpWhenDue,
  DAILY_BACKUP,
  newKeyPair,
  startBackupSchedule,
} from '../../../backups/index.ts'
import { marksOf } from '../../../kernel/database/embedded/space.ts'
import { folderStore } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { backupsFeature } from './routes.ts'

interface Row {
  id: string
  fileName: string
  backupState: string
  verdict: string
  sizeKb: number
  recipients: string | null
  sha256: string
  tableCount: number
  rowCount: number
  pauseMs: number
  startedBy: string | null
  remark: string | null
  marked: number
}

const BASE = '/api/admin/logsystem'
const folder = mkdtempSync(join(tmpdir(), 'outstation-backups-'))
const keys = await newKeyPair()
let server: TestServer
let tenant: BuiltTenant
let admin: Client
let operator: Client
beforeAll(async () => {
  server = await startServer({ dataDir: folder, backupRecipients: [keys.recipient] })
  operator = await (await buildPlatform(server)).signIn('admin')
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const rows = async (query: Record<string, string | number> = {}) =>
  (await operator.get<{ list: Row[] }>(`${BASE}/queryLogSystem`, query)).data.list
const rowOf = async (id: string) => (await rows({ id }))[0] as Row

async function backUp(): Promise<Row> {
  const { data, http, message } = await operator.post<{ id: string }>(`${BASE}/backUpDataBase`)
  expect(http, message).toBe(200)
  await server.services.backups.settled()
  return rowOf(data.id)
}

describe('backups', () => {
  it('belong to the operator of the platform', async () => {
    for (const { method, path } of backupsFeature.routes) {
      const body = method === 'GET' ? {} : { body: {} }
      expect(await call(server.url, method, `/api${path}`, body), path).toMatchObject({ http: 401, code: 50008 })
      expect(
        await call(server.url, method, `/api${path}`, { ...body, headers: { authorization: `Bearer ${admin.token}` } }),
        path,
      ).toMatchObject({ http: 403 })
    }
  })

  it('are whole while others write, and restoring them is rehearsed', async () => {
    let writing = true
    let written = 0
    // Not as fast as they can: the backup stands back behind whoever works, and each of these hashes a password.
    const writers = [1, 2].map(async () => {
      for (; writing; await sleep(100)) if ((await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant))).http === 200) written += 1
    })
    const row = await backUp()
    writing = false
    await Promise.all(writers)
    expect(written, 'the writers wrote meanwhile').toBeGreaterThan(2)
    expect(row).toMatchObject({ backupState: 'done', verdict: 'passed', remark: null, startedBy: 'admin', marked: 0 })
    expect(row.tableCount).toBeGreaterThan(20)
    expect(row.rowCount).toBeGreaterThan(100)
    expect(row.pauseMs).toBeLessThan(5000)
    const path = join(folder, 'backups', row.fileName)
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(row.sha256)
    expect(Math.ceil(statSync(path).size / 1024)).toBe(row.sizeKb)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(row).toMatchObject({ fileName: expect.stringMatching(/\.zip\.age$/), recipients: keys.recipient })
    expect(readFileSync(path, 'latin1').slice(0, 22), 'encrypted').toBe('age-encryption.org/v1\n')
  }, 120_000)

  it('hold the files that rows name, and say so when one is damaged or missing', async () => {
    const keep = async (text: string) => {
      const written = await server.services.blobs.write(Readable.from([Buffer.from(text)]))
      await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => server.services.blobs.keep(tx, written))
      return join(folder, 'blobs', written.id.slice(-2), written.id)
    }
    const [first, second] = [await keep('first'), await keep('second')]
    const sound = await backUp()
    expect(sound).toMatchObject({ verdict: 'passed', remark: null })
    const restored = join(folder, 'restored')
    const archive = join(folder, 'opened', 'archive')
    await decryptFile(join(folder, 'backups', sound.fileName), archive, [keys.identity])
    expect(await extractFiles(archive, folderStore(restored))).toBe(2)
    expect(
      readdirSync(restored, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual([first, second].map((path) => basename(path)).sort())
    writeFileSync(first, 'other')
    expect(await backUp()).toMatchObject({ backupState: 'done', verdict: 'failed', remark: '(files) 2≠1' })
    rmSync(second)
    expect(await backUp()).toMatchObject({ backupState: 'done', verdict: 'failed', remark: '(files) 2≠0' })
    await server.database.asOwner((client) => client.query('delete from blobs'))
    expect(await backUp()).toMatchObject({ verdict: 'passed', remark: null })
    expect(
      readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.zip.age')),
      'no draft is left',
    ).toEqual([])
  }, 240_000)

  it('are downloaded byte by byte, and not when there is no file', async () => {
    const [row] = (await rows()) as [Row]
    const answer = await fetch(`${server.url}${BASE}/downloadDataBaseFile?id=${row.id}`, {
      headers: { authorization: `Bearer ${operator.token}` },
    })
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent(row.fileName))
    expect(
      createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex'),
    ).toBe(row.sha256)
    expect(await operator.get(`${BASE}/downloadDataBaseFile`, { id: absentId() })).toMatchObject({ http: 404 })
    const place = join(folder, 'backups', row.fileName)
    renameSync(place, `${place}.away`)
    expect(await operator.get(`${BASE}/downloadDataBaseFile`, { id: row.id })).toMatchObject({
      http: 404,
      message: 'The file could not be found',
    })
    renameSync(`${place}.away`, place)
    expect(await operator.get(`${BASE}/downloadDataBaseFile`, { id: '../../etc/passwd' })).toMatchObject({
      http: 422,
      errors: [{ field: 'id' }],
    })
  })

  it('are refused when the disk has no room for them, and the schedule notes why', async () => {
    const { config, transactions, clock } = server.services
    const full = openBackups(
      config,
      server.database,
      transactions,
      folderStore(join(folder, 'blobs')),
      clock,
      async () => config.minFreeMb - 1,
    )
    const before = await rows()
    const refusal = await full.begin('admin').catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'backup.no-room',
      details: { values: { needed: expect.any(Number), free: config.minFreeMb - 1 } },
    })
    const { needed } = (refusal as { details: { values: { needed: number } } }).details.values
    // The embedded engine is copied as it lies; a compressed dump of PostgreSQL is as large as it becomes.
    const copy = server.database.folder === undefined ? 0 : 50
    expect(needed).toBeGreaterThanOrEqual(marksOf(config.minFreeMb).bulk + copy)
    expect(await rows()).toEqual(before)
    const { id } = await full.begin(null)
    await full.settled()
    expect(await rowOf(id)).toMatchObject({
      backupState: 'failed',
      remark: expect.stringMatching(new RegExp(`^not enough disk space: \\d+ MB are needed, ${config.minFreeMb - 1} MB are free$`)),
    })
    expect(
      readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.zip.age')),
      'no draft is left',
    ).toEqual([])
    await operator.post(`${BASE}/deleteLogSystem?id=${id}`)
  })

  it('leave nothing in the plain when they cannot be encrypted; until then all of it is in a folder that nobody else may look into', async () => {
    const { config, transactions, clock } = server.services
    const store = folderStore(join(folder, 'blobs'))
    let there: [names: string[], mode: number] | undefined
    const looking: typeof store.hold = async (path) => {
      there = [readdirSync(join(folder, 'backups')).filter((name) => !name.endsWith('.zip.age')), statSync(dirname(path)).mode & 0o777]
      // What is at work is nothing left over.
      await failing.mend('at the start')
      return store.hold(path)
    }
    // A key that no start would let pass.
    const failing = openBackups({ ...config, backupRecipients: ['age1nobody'] }, server.database, transactions, { hold: looking }, clock)
    const { id } = await failing.begin('admin')
    await failing.settled()
    const row = await rowOf(id)
    expect(row).toMatchObject({ backupState: 'failed', verdict: 'passed', remark: expect.stringContaining('Error'), recipients: null })
    expect(there).toEqual([[`${row.fileName}.draft`], 0o700])
    expect(readdirSync(join(folder, 'backups')).filter((name) => name.includes(row.fileName))).toEqual([])
    await operator.post(`${BASE}/deleteLogSystem?id=${id}`)
  }, 120_000)

  it('are taken one at a time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => operator.post(`${BASE}/backUpDataBase`)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409])
    await server.services.backups.settled()
  }, 120_000)

  it('say so when the rehearsal does not find what was there', () => {
    expect(differenceOf({ users: 3, roles: 1 }, { users: 3, roles: 1 })).toEqual([])
    expect(differenceOf({ users: 3, roles: 1, gone: 2 }, { users: 2, roles: 1, more: 4 })).toEqual(['gone 2≠–', 'more –≠4', 'users 3≠2'])
  })

  it('are marked, and deleted together with their file', async () => {
    const [row] = (await rows()) as [Row]
    expect(await operator.put(`${BASE}/updateLogSystemByMark`, { id: [row.id] })).toMatchObject({ http: 200 })
    expect(await rowOf(row.id)).toMatchObject({ marked: 1 })
    expect(await operator.post(`${BASE}/deleteLogSystem?id=${row.id}`)).toMatchObject({ http: 200, data: { deleted: 1 } })
    await expect.poll(() => readdirSync(join(folder, 'backups')).includes(row.fileName)).toBe(false)
  })

  it('that were interrupted are told as failed', async () => {
    const id = absentId()
    await server.services.transactions.inPlatform('a test leaves one behind', (tx) =>
      tx.run(
        build.insertInto('backups').values({
          id,
          file_name: 'left.dump',
          backup_state: 'running',
          engine: 'embedded',
          engine_version: '1',
          started_by: 'somebody',
          updated_at: new Date(Date.now() - 120_000),
        }),
      ),
    )
    await server.services.backups.mend()
    expect(await rowOf(id)).toMatchObject({ backupState: 'failed', remark: 'interrupted' })
  })

  it('of a server that was killed leave nothing: its next start throws away what was not encrypted yet', async () => {
    const place = (name: string) => join(folder, 'backups', name)
    const killed = 'outstation-20260102-030405-abcdef.zip.age'
    await server.services.transactions.inPlatform('a test leaves one behind', (tx) =>
      tx.run(
        build.insertInto('backups').values({
          id: absentId(),
          file_name: killed,
          backup_state: 'running',
          verdict: 'passed',
          engine: 'embedded',
          engine_version: '1',
          started_by: 'somebody',
        }),
      ),
    )
    const folders = [place(`${killed}.draft`), join(folder, 'restoring-2147483647')]
    for (const each of folders) {
      mkdirSync(each)
      writeFileSync(join(each, 'archive'), 'rows of all tenants')
    }
    // Of an earlier version, and of nobody: a backup of the first version was a dump alone.
    writeFileSync(place('outstation-20260102-030405-abcdef.zip.part'), 'rows of all tenants')
    writeFileSync(place('outstation-20250102-030405.dump'), 'a backup')
    const stop = startBackupSchedule(server.services, () => undefined)
    await expect
      .poll(() =>
        readdirSync(folder)
          .concat(readdirSync(join(folder, 'backups')))
          .filter((name) => /draft|part|restoring/.test(name)),
      )
      .toEqual([])
    await stop()
    expect((await rows({ fileName: killed }))[0]).toMatchObject({ backupState: 'failed', remark: 'interrupted' })
    expect(readFileSync(place('outstation-20250102-030405.dump'), 'utf8')).toBe('a backup')
    rmSync(place('outstation-20250102-030405.dump'))
  })

  it('are taken daily, once, and only so many are kept; what somebody asked for or marked stays', async () => {
    const { services } = server
    const settings = (keep: number) => ({
      ...services,
      settings: {
        ...services.settings,
        ofPlatform: async () => ({
          ...(await services.settings.ofPlatform()),
          'backup.daily': true,
          'backup.hour': 0,
          'backup.keep': keep,
        }),
      },
    })
    await services.transactions.inPlatform('a test makes old ones', async (tx) => {
      for (let day = 1; day <= 3; day += 1) {
        writeFileSync(join(folder, 'backups', `old-${day}`), 'x')
        await tx.run(
          build.insertInto('backups').values({
            id: absentId(),
            file_name: `old-${day}`,
            backup_state: 'done',
            verdict: 'passed',
            engine: 'embedded',
            engine_version: '1',
            marked: day === 3 ? 1 : 0,
            created_at: new Date(Date.now() - day * 86_400_000),
          }),
        )
      }
    })
    expect(await backUpWhenDue(settings(2))).toBe(true)
    expect(await backUpWhenDue(settings(2)), 'once a day').toBe(false)
    const scheduled = (await rows({ pageSize: 50 })).filter((row) => row.startedBy === null).map((row) => row.fileName)
    expect(scheduled).toEqual([expect.stringMatching(/^outstation-/), 'old-1', 'old-3'])
    expect(readdirSync(join(folder, 'backups'))).not.toContain('old-2')
  }, 120_000)

  it('are looked for at each full hour, and at once when a parameter changes, as one piece of scheduled work', async () => {
    const { services } = server
    const rows = async () =>
      (
        await server.database.asOwner((owner) =>
          owner.query<{ due_at: Date; taken_by: string | null; wait: number; tenant_code: string }>(
            `select due_at, taken_by, extract(epoch from due_at - now())::float8 as wait, tenant_code from scheduled_work
             join tenants on tenants.id = tenant_id where kind = $1`,
            [DAILY_BACKUP],
          ),
        )
      ).rows
    const stops = [startBackupSchedule(services, () => undefined), startBackupSchedule(services, () => undefined)]
    await expect.poll(rows).toMatchObject([{ tenant_code: '10000', taken_by: null }])
    const [first] = await rows()
    expect(first?.wait).toBeGreaterThan(14 * 60)
    expect(first?.wait).toBeLessThanOrEqual(15 * 60)
    await services.transactions.inPlatform('a test changes a parameter', (tx) =>
      services.invalidations.publish(tx, { kind: 'parameters-changed', tenantId: asTenantId(absentId()) }),
    )
    await expect
      .poll(async () => (await rows()).map(({ due_at: due, taken_by: by }) => [due.getTime() % 3_600_000, by]), { timeout: 60_000 })
      .toEqual([[0, null]])
    expect((await rows())[0]?.wait).toBeGreaterThan(0)
    await Promise.all(stops.map((stop) => stop()))
  }, 90_000)
})

describe('system information', () => {
  it('has real numbers', async () => {
    const { http, data } = await operator.get<{
      memory: { totalMb: number; processMb: number }
      disk: { totalMb: number; freeMb: number }
      database: { sizeMb: number; connections: number; migrations: number; deadWork: number }
    }>(`${BASE}/querySystemInfo`)
    expect(http).toBe(200)
    expect(data).toMatchObject({
      node: process.version,
      encryptsBackups: true,
      database: { engine: server.database.engine, version: server.database.version },
    })
    expect(data.memory.processMb).toBeGreaterThan(20)
    expect(data.disk.freeMb).toBeLessThanOrEqual(data.disk.totalMb)
    expect(data.database.sizeMb).toBeGreaterThan(5)
    expect(data.database.migrations).toBeGreaterThanOrEqual(8)
    expect(data.database.deadWork).toBe(0)
    await server.database.asOwner((owner) =>
      owner.query(
        "insert into scheduled_work (tenant_id, kind, key, due_at, dead_at) select id, 'test', 'given up', now(), now() from tenants where tenant_code = '10000'",
      ),
    )
    expect((await operator.get(`${BASE}/querySystemInfo`)).data).toMatchObject({ database: { deadWork: 1 } })
    await server.database.asOwner((owner) =>
      owner.query(
        "insert into dead_events (tenant_id, subscriber, event_id, kind, subject, payload, happened_at, attempts, error) select id, 'test', 1, 'test', 'x', '{}', now(), 9, 'x' from tenants where tenant_code = '10000'",
      ),
    )
    expect((await operator.get(`${BASE}/querySystemInfo`)).data).toMatchObject({ database: { deadWork: 2 } })
  })
})
