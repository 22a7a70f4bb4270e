/**
 * From trial to production: an installation of the embedded engine comes into PostgreSQL by one command, with everything, whatever the command
 * meets on its way; and so does a backup of it. The user of the database is one that README asks for: no superuser, bound by row security.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PoolClient } from 'pg'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SOURCES } from '../../server/audit/chain-hash.ts'
import { writeBundle } from '../../server/backups/bundle.ts'
import { moveDatabase, readSnapshot } from '../../server/backups/index.ts'
import type { Part, Source } from '../../server/backups/move/source.ts'
import { openSource } from '../../server/backups/move/source.ts'
import type { Target } from '../../server/backups/move/target.ts'
import { openTarget } from '../../server/backups/move/target.ts'
import { packFolder } from '../../server/backups/tarball.ts'
import { openSecretCipher, sealedFor } from '../../server/identity/index.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, variables as demonstration } from '../support/furnished.ts'
import type { Running, Started, Variables } from '../support/process.ts'
import { COMPILED, QUICK, kept, run, temporaryFolder, until } from '../support/process.ts'
import { bpmn, task, way } from '../support/processes.ts'
import type { Scratch } from '../support/scratch.ts'
import { scratchDatabase } from '../support/scratch.ts'
import { upload } from '../support/uploads.ts'

/** One pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))
/** Of an instance that is moved in the middle: a task that has a timer at its edge, and another one behind it. */
const PROCESS = bpmn(
  'moving',
  `${task('one', { people: [{ kind: 'starter' }] })}<boundaryEvent id="edge" attachedToRef="one" cancelActivity="false"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>${task('late', { people: [{ kind: 'starter' }] })}${task('two', { people: [{ kind: 'starter' }] })}<endEvent id="end"/><endEvent id="late-end"/>${way('start > one > two > end')}${way('edge > late > late-end')}`,
)
/** One of the last that are brought. */
const LATE = 'user_roles'
const SAMPLES = 2000
/** The newest so many are looked at, one each minute: so few are told as they are. */
const SHOWN = 30
noteUntested('moving an installation from the embedded engine to')

interface Ended {
  code: number
  out: string
  errors: string
}

function script(name: string, words: readonly string[], variables: Variables): { pid: number; ended: Promise<Ended> } {
  let settle: (ended: Ended) => void = () => undefined
  const child = execFile(
    process.execPath,
    [...QUICK, join(SCRIPTS, name), ...words],
    { env: { ...kept, NODE_COMPILE_CACHE: COMPILED, ...variables } },
    (error, out, errors) => settle({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, errors }),
  )
  return {
    pid: child.pid as number,
    ended: new Promise((resolve) => {
      settle = resolve
    }),
  }
}

type Reader = Pick<PoolClient, 'query'>

/** Rows and a sum over the texts of all rows, of every table: found by another way than the one under test. */
async function contentsOf(client: Reader): Promise<Record<string, string>> {
  await client.query("set timezone = 'UTC'")
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1",
  )
  const { rows } = await client.query<{ name: string; content: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, concat(count(*), ' ', sum(hashtextextended(each::text, 0)::numeric)) as content from ${name} each`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

/** Everything about the tables that is no row: columns, indexes, keys, triggers, partitions, row security, rights. */
async function structureOf(client: Reader): Promise<readonly string[]> {
  await client.query("set timezone = 'UTC'")
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', relname, relkind, relrowsecurity, relforcerowsecurity, pg_get_expr(relpartbound, oid)) as line
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
    union all select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'
    union all select concat_ws(' ', table_name, grantee, privilege_type) from information_schema.role_table_grants where grantee like 'outstation\\_%' and table_schema = 'public'
      and grantee in ('outstation_tenant', 'outstation_platform', 'outstation_nobody')
    union all select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, is_identity, generation_expression)
      from information_schema.columns where table_schema = 'public'
    order by 1`)
  return rows.map(({ line }) => line)
}

describe.runIf(postgres)('a move to PostgreSQL', () => {
  const server = postgres as string
  const folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const embedded: Variables = { ...demonstration, DATA_DIR: data }
  const login = `outstation_mover_${randomBytes(4).toString('hex')}`
  const started: Started[] = []
  const moving = { folder: join(data, 'postgres'), print: () => undefined, onlyUnfinished: false, beforeHandover: () => undefined }
  const scratches: Scratch[] = []
  let admin: Client
  let picture = ''
  let deviceId = ''
  let secret = ''
  const yesterday = Date.now() - 86_400_000
  let trend: unknown
  let pointId = ''
  let source: Running
  let instance = ''

  const start = async (variables: Variables): Promise<Running> => {
    const running = await run(variables)
    started.push(running)
    return running
  }
  const asSuperuser = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  /** An empty database of the user that README describes; `super` sees past row security. */
  const emptyDatabase = async (): Promise<{ url: string; super: string }> => {
    const scratch = await scratchDatabase(server, 'move')
    scratches.push(scratch)
    await asSuperuser(scratch.url, (client) =>
      client.query(`alter database ${scratch.name} owner to ${login}; alter schema public owner to ${login}`),
    )
    const url = new URL(scratch.url)
    url.username = login
    url.password = 'moves'
    return { url: url.href, super: scratch.url }
  }
  const push = async (url: string, values: unknown) => {
    const answer = await fetch(`${url}/api/acquisition/push`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`10001/mover:${secret}`).toString('base64')}`, 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })
    expect(await answer.json()).toMatchObject({ data: { refused: 0 } })
  }
  const readTrend = async (url: string) => {
    const client = await signIn(url, '10001', 'admin', PASSWORD)
    const { data: found } = await client.get<{ list: unknown[] }>('/api/acquisition/reading/queryReadingHistory', {
      pointId,
      from: String(yesterday - SHOWN * 60_000),
      to: String(yesterday + 1000),
    })
    return found.list
  }
  const onSource = async <Result>(work: (client: Reader) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase({ databaseUrl: undefined, dataDir: data, timeZone: 'UTC', evenIfMoved: true })
    return database.asOwner(work).finally(() => database.close())
  }

  beforeAll(async () => {
    source = await start(embedded)
    admin = await signIn(source.url, '10001', 'admin', PASSWORD)
    const add = async (path: string, body: object) => {
      const answer = await admin.post<{ id: string }>(path, body)
      expect(answer, path).toMatchObject({ http: 200 })
      return answer.data.id
    }
    await add('/api/admin/sysorg/addSysOrg', { orgName: 'moved', orgType: 'team', parentId: '0' })
    picture = (await upload<string>(source.url, admin, '/api/account/sysuserdetail/uploadAvatar', PICTURE, { name: 'me.png' })).data
    deviceId = await add('/api/acquisition/device/addDevice', {
      deviceCode: 'mover',
      deviceName: 'Mover',
      deviceStatus: 1,
      connection: 'push',
    })
    pointId = await add('/api/acquisition/point/addPoint', { deviceId, pointKey: 'flow', pointName: 'Flow' })
    secret = (await admin.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id: deviceId })).data.secret
    const rule = { ruleName: 'Too much', deviceId, pointKey: 'flow', alarmKind: 'high', alarmLimit: 5000, alarmPriority: 2, ruleStatus: 1 }
    await add('/api/acquisition/alarmrule/addAlarmRule', rule)
    await push(
      source.url,
      Array.from({ length: SAMPLES }, (_, index) => ({ ts: yesterday - index * 60_000, values: { flow: index / 7 } })),
    )
    await until('the alarm is raised', async () => {
      await push(source.url, { flow: 6000.5 })
      const { data: alarms } = await admin.get<{ list: unknown[] }>('/api/acquisition/alarm/queryAlarm', { deviceId })
      return alarms.list.length > 0
    })
    await until('its values are stored', async () => {
      const shown = await readTrend(source.url)
      trend = shown
      return shown.length >= SHOWN
    })
    await add('/api/activiti/deployment/deployFile', { fileName: 'moving.bpmn', xml: PROCESS })
    const { data: definitions } = await admin.get<{ list: { id: string }[] }>('/api/activiti/process/queryProcessDefinition', {
      key: 'moving',
    })
    instance = await add('/api/activiti/process/startProcessInstance', {
      processDefinitionId: definitions.list[0]?.id,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-01 18:00:00',
      description: 'moves',
    })
    await asSuperuser(server, async (client) => {
      await client.query(`create role ${login} login noinherit createrole password 'moves'`)
      await client.query(
        `do $$ begin grant outstation_nobody, outstation_tenant, outstation_platform to ${login}; exception when undefined_object then null; end $$`,
      )
    })
  })
  afterAll(async () => {
    for (const { signal } of started) signal('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    for (const scratch of scratches) await scratch.drop()
    if (postgres !== undefined) await asSuperuser(server, (client) => client.query(`drop role if exists ${login}`))
    folder.remove()
  })

  it('refuses while a server runs on the folder, and a database that is not empty', async () => {
    const target = await emptyDatabase()
    expect(await script('move.ts', ['--to', target.url], embedded).ended).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is in use by another server'),
    })
    expect(await source.stop()).toBe(0)
    await asSuperuser(target.url, (client) => client.query('create table somebody (id integer)'))
    await expect(moveDatabase({ ...moving, url: target.url })).rejects.toThrow('not empty')
    expect(
      await asSuperuser(
        target.url,
        async (client) => (await client.query('select relname from pg_class where relnamespace = $1::regnamespace', ['public'])).rows,
      ),
    ).toEqual([{ relname: 'somebody' }])
  })

  it('goes on after a kill, and ends with all there is', async () => {
    const target = await emptyDatabase()
    const onPostgres: Variables = { ...embedded, DATABASE_URL: target.url }
    const [contents, structure] = await onSource(async (client) => [await contentsOf(client), await structureOf(client)] as const)

    // Killed while a late table is being brought: the note that it is there waits, which is asked for before the tables are even made.
    const there = await asSuperuser(target.super, async (client) => {
      await client.query(
        'select pg_advisory_lock(1); create schema held; create function held.wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$',
      )
      const child = script('move.ts', ['--to', target.url], embedded)
      await until('the move has begun', async () => {
        const { rows } = await client.query<{ begun: string | null }>("select to_regclass('public.unfinished_move')::text as begun")
        return rows[0]?.begun !== null
      })
      await client.query(
        `create trigger held before insert on unfinished_move for each row when (new.part = '${LATE}') execute function held.wait()`,
      )
      const waiting = `select pid from pg_locks where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
      await until('it waits for the table', async () => (await client.query(waiting)).rowCount !== 0)
      process.kill(child.pid, 'SIGKILL')
      await child.ended
      await client.query(`select pg_terminate_backend(pid, 10000) from (${waiting}) as each`)
      await client.query('select pg_advisory_unlock(1); drop schema held cascade')
      return Number((await client.query<{ count: string }>("select count(*) from unfinished_move where part not like '(%'")).rows[0]?.count)
    })
    expect(there).toBeGreaterThan(20)
    await expect(start(onPostgres)).rejects.toThrow('unfinished move')

    const moved = await script('move.ts', ['--to', target.url], embedded).ended
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(moved.out).toContain(`Goes on with an unfinished move: ${there} of `)
    expect(moved.out).toMatch(/\n {2}samples +\d+ {2}equal \([0-9a-f]{16}\)\n[^]*\nThis took \d[^]*\n {2}10001: sound, \d+ seals/)
    expect(moved.out).toContain('DATABASE_URL')
    expect(moved.out).not.toContain('moves@')
    await asSuperuser(target.super, async (client) => {
      expect(await contentsOf(client)).toEqual(contents)
      expect(await structureOf(client)).toEqual(structure)
    })
    expect(await onSource(contentsOf), 'the source is as it was').toEqual(contents)

    await expect(start(embedded)).rejects.toThrow('was moved to PostgreSQL')

    const running = await start(onPostgres)
    const again = await signIn(running.url, '10001', 'admin', PASSWORD)
    const withOldToken = await fetch(`${running.url}${picture}`, { headers: { authorization: `Bearer ${admin.token}` } })
    expect([withOldToken.status, Buffer.from(await withOldToken.arrayBuffer()).equals(PICTURE)]).toEqual([200, true])
    expect(await readTrend(running.url)).toEqual(trend)
    const { data: alarms } = await again.get<{ list: unknown[] }>('/api/acquisition/alarm/queryAlarm', { deviceId })
    expect(alarms.list).toHaveLength(1)
    // The instance goes on where it was: its timer comes at its time, its tasks are done, and it comes to its end.
    const open = async () =>
      (await again.get<{ list: { id: string; name: string }[] }>('/api/activiti/task/queryTask', { processInstanceId: instance })).data.list
    expect((await open()).map(({ name }) => name)).toEqual(['one'])
    await asSuperuser(target.super, async (client) => {
      await client.query("update scheduled_work set due_at = now() where kind = 'process-timer' and key like $1", [`${instance}:%`])
      await client.query(`select pg_notify('outstation_invalidations', '{"from":"test","invalidation":{"kind":"work-scheduled","at":0}}')`)
    })
    await until('its timer has come', async () => (await open()).some(({ name }) => name === 'late'))
    for (const name of ['one', 'late', 'two']) {
      const taskId = (await open()).find((one) => one.name === name)?.id
      expect(await again.post('/api/activiti/task/completeTask', { taskId, comment: 'done' }), name).toMatchObject({ http: 200 })
    }
    expect(await open()).toEqual([])
    // Numbers go on where they were, and the device's secret is good.
    const last = async () =>
      asSuperuser(
        target.super,
        async (client) =>
          (await client.query('select max(series)::integer as series, (select max(position)::integer from changes) as change from points'))
            .rows[0] as { series: number; change: number },
      )
    const before = await last()
    expect((await again.post('/api/acquisition/point/addPoint', { deviceId, pointKey: 'later', pointName: 'later' })).http).toBe(200)
    const after = await last()
    expect(after.series).toBeGreaterThan(before.series)
    expect(after.change).toBeGreaterThan(before.change)
    await push(running.url, { flow: 7, later: 8 })
    expect(await running.stop()).toBe(0)
    expect(await script('verify-log.ts', [], onPostgres).ended).toMatchObject({ code: 0, out: expect.stringContaining('10001: sound') })
  })

  it('says which files and which key are missing where the new server is to start, and ends with 1 until they are there', async () => {
    const target = await emptyDatabase()
    rmSync(join(data, 'postgres', 'moved-to-postgresql.json'))
    const { rows: blobs } = await onSource((client) => client.query<{ id: string }>('select id from blobs'))
    expect(blobs.length).toBeGreaterThan(0)
    const moved = await script('move.ts', ['--to', target.url], embedded).ended
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(moved.out).toContain(`files: all ${blobs.length} are in ${join(data, 'blobs')}.`)

    // Another folder: nothing is there, then all but one file, then all. The secret is of an authenticator app, sealed with the key of the folder that was moved.
    const elsewhere = join(folder.path, 'new-server')
    const look = () => script('move.ts', ['--to', target.url, '--only-files'], { ...embedded, DATA_DIR: elsewhere }).ended
    await asSuperuser(target.super, async (client) =>
      client.query(
        `insert into totp_secrets (tenant_id, user_id, sealed_secret) select tenant_id, id, $1 from users where username = 'admin' limit 1 returning user_id`,
        [Buffer.alloc(64)],
      ),
    )
    const user = await asSuperuser(
      target.super,
      async (client) => (await client.query<{ id: string }>('select user_id as id from totp_secrets')).rows[0]?.id as string,
    )
    const sealed = await openSecretCipher(data).seal(Buffer.from('a secret'), sealedFor(user))
    await asSuperuser(target.super, (client) => client.query('update totp_secrets set sealed_secret = $1', [sealed]))
    const nothing = await look()
    expect(nothing.code).toBe(1)
    expect(nothing.out).toContain(`files: ${blobs.length} of ${blobs.length} are MISSING in ${join(elsewhere, 'blobs')}.`)
    expect(nothing.out).toMatch(/second-factors\.key is MISSING or another one: it opens 0 of [12]\./)
    expect(existsSync(join(elsewhere, 'second-factors.key'))).toBe(false)
    cpSync(join(data, 'blobs'), join(elsewhere, 'blobs'), { recursive: true })
    cpSync(join(data, 'second-factors.key'), join(elsewhere, 'second-factors.key'))
    const [{ id }] = blobs as [{ id: string }]
    rmSync(join(elsewhere, 'blobs', id.slice(-2), id))
    const almost = await look()
    expect(almost).toMatchObject({ code: 1, out: expect.stringContaining(`files: 1 of ${blobs.length} are MISSING`) })
    expect(almost.out).toMatch(/second-factors\.key opens all [12]\./)
    cpSync(join(data, 'blobs', id.slice(-2), id), join(elsewhere, 'blobs', id.slice(-2), id))
    expect(await look()).toMatchObject({ code: 0, errors: '', out: expect.stringContaining(`files: all ${blobs.length} are in`) })
  })

  it('brings a backup of the embedded engine the same way', async () => {
    const target = await emptyDatabase()
    const path = join(folder.path, 'dump')
    await packFolder(join(data, 'postgres'), path)
    const { counts } = await onSource(readSnapshot)
    const dump = join(folder.path, 'backup.zip')
    const noFiles = { there: async () => new Set<string>(), read: () => Promise.reject(new Error('there are none')) }
    await writeBundle(dump, { path, ending: '.tar.gz', counts, engine: 'embedded', version: '18' }, noFiles, [])
    const elsewhere: Variables = { ...demonstration, DATA_DIR: join(folder.path, 'elsewhere'), DATABASE_URL: target.url }
    expect(await script('restore.ts', [dump], elsewhere).ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /\n {2}samples +\d+ {2}equal[^]*10001: sound[^]*Restored 3 tenants into the database[^]*, as many in each table as when the backup was taken/,
      ),
      errors: '',
    })
    const contents = await onSource(contentsOf)
    expect(await asSuperuser(target.super, contentsOf)).toEqual(contents)
    await expect(moveDatabase({ ...moving, url: target.url })).rejects.toThrow('not empty')
  })

  it('notices a row that somebody has changed, and begins anew after that, or when the source has been written to', async () => {
    const target = await emptyDatabase()
    const prepared = async <Result>(work: (there: ReadonlyMap<string, unknown>, target: Target, source: Source) => Promise<Result>) => {
      const [to, from] = [await openTarget(target.url), await openSource(moving.folder)]
      try {
        return await work(await to.prepare(from, false), to, from)
      } finally {
        await from.close()
        await to.close()
      }
    }
    await prepared(async (there, to, from) => {
      expect(there.size).toBe(0)
      for (const name of ['packages', 'tenants', 'log_sealing']) await to.load(from, from.parts.find((part) => part.name === name) as Part)
    })
    // A row of what is there already: neither the source nor the rows to come tell of it.
    await asSuperuser(target.super, (client) => client.query("update tenants set tenant_name = 'falsified' where tenant_code = '10001'"))
    const printed: string[] = []
    await expect(moveDatabase({ ...moving, url: target.url, print: (line) => void printed.push(line) })).rejects.toThrow(
      /^NOT MOVED[^]*: tenants \(3 rows [0-9a-f]{16} ≠ 3 rows [0-9a-f]{16}\)\. /,
    )
    expect(printed[0]).toContain('Goes on with an unfinished move: 3 of ')
    await prepared(async (there, to, from) => {
      expect(there.size).toBe(0)
      await to.load(from, from.parts.find(({ name }) => name === 'packages') as Part)
    })
    await prepared(async (there) => expect([...there.keys()]).toEqual(['packages']))
    await onSource((client) => client.query("update organisations set org_name = 'written in between' where org_name = 'moved'"))
    await prepared(async (there, to, from) => {
      expect(there.size).toBe(0)
      expect(await asSuperuser(target.super, async (client) => (await client.query('select from packages')).rowCount)).toBe(0)
      await to.load(from, from.parts.find(({ name }) => name === 'log_sealing') as Part)
      // As if the transaction that brought the row had the number that stands in it: then nothing would ever be sealed.
      await asSuperuser(target.super, (client) => client.query('update log_sealing set stored_by = pg_current_xact_id()'))
      await to.finish({ ...from, sequences: [], forced: [] })
      const { rows } = await asSuperuser(target.super, (client) =>
        client.query<{ home: boolean }>('select xmin = stored_by::xid as home from log_sealing'),
      )
      expect(rows.map(({ home }) => home)).toEqual(SOURCES.map(() => false))
    })
  })
})
