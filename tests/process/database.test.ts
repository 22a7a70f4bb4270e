/** Starting on PostgreSQL and losing it, as an operator meets them. What needs no database server is in embedded/start.test.ts. */
import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isAboveRowSecurity, openDatabase } from '../../server/kernel/database/database.ts'
import { requestToken, signIn } from '../support/client.ts'
import { postgres, noteUntested } from '../support/engine.ts'
import type { Running, Started, Variables } from '../support/process.ts'
import { isReady, launch, run, temporaryFolder, until } from '../support/process.ts'
import type { Scratch } from '../support/scratch.ts'
import { scratchDatabase } from '../support/scratch.ts'
import { onServer } from '../support/template.ts'

noteUntested('starting and losing the database')

const folder = temporaryFolder()
let folders = 0
const newDataDir = () => `${folder.path}/data${(folders += 1)}`

/** Servers of the running test; none survives it, even when it fails. */
const started: Started[] = []
async function runHere(variables: Variables): Promise<Running> {
  const running = await run({ DEMO_PASSWORD: 'outstation', ...variables })
  started.push(running)
  return running
}
afterEach(async () => {
  for (const { signal } of started) signal('SIGKILL')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
})
afterAll(() => folder.remove())

async function isAbove(url: string): Promise<boolean> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', timeZone: 'UTC' })
  try {
    return await isAboveRowSecurity(database)
  } finally {
    await database.close()
  }
}

describe.runIf(postgres)('on PostgreSQL', () => {
  let scratch: Scratch
  beforeAll(async () => {
    scratch = await scratchDatabase(postgres as string, 'start')
  })
  afterAll(() => scratch.drop())

  it('readiness follows the database away and back, while the process stays alive', async () => {
    const dataDir = newDataDir()
    const running = await runHere({ DATA_DIR: dataDir, DATABASE_URL: scratch.url, DEMO: 'off' })
    expect(existsSync(dataDir), 'PostgreSQL needs no data folder').toBe(false)
    expect(running.output().includes('row-level security does not bind'), 'a superuser is warned of').toBe(await isAbove(scratch.url))
    await scratch.drop()
    await until('not ready any more', async () => (await fetch(`${running.url}/readyz`)).status === 503)
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
    expect(await requestToken(running.url, '10000', 'admin', 'outstation')).toMatchObject({ http: 503, code: 503 })
    await scratch.create()
    await until('ready again', () => isReady(running.url))
    expect(await running.stop()).toBe(0)
  })

  it('a statement that waits inside the database is waited for at a stop', async () => {
    await scratch.drop()
    await scratch.create()
    const running = await runHere({ DATA_DIR: newDataDir(), DATABASE_URL: scratch.url, DEMO: 'off' })
    const client = await signIn(running.url, '10000', 'admin', 'outstation')
    const holder = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'UTC' })
    const slow = await holder.asOwner(async (held) => {
      await held.query('begin; lock table roles in access exclusive mode')
      const asked = client.get('/api/admin/sysrole/querySysRole')
      await until('the request waits for the lock', async () => (await held.query('select from pg_locks where not granted')).rowCount !== 0)
      running.signal('SIGTERM')
      await until('the server takes no new connections', () =>
        fetch(`${running.url}/healthz`).then(
          () => false,
          () => true,
        ),
      )
      await held.query('commit')
      return asked
    })
    await holder.close()
    expect(slow.http).toBe(200)
    expect(await running.ended).toBe(0)
  })

  it('a login that row-level security does not bind is told apart from the one of README', async () => {
    const role = `outstation_login_${process.pid}`
    const address = new URL(scratch.url)
    address.username = role
    address.password = role
    const found = []
    try {
      for (const rights of ['superuser', 'bypassrls', 'noinherit createrole']) {
        await onServer(postgres as string, `create role ${role} login password '${role}' ${rights}`)
        found.push(await isAbove(address.href))
        await onServer(postgres as string, `drop role ${role}`)
      }
    } finally {
      await onServer(postgres as string, `drop role if exists ${role}`)
    }
    expect(found).toEqual([true, true, false])
  })

  it('DATABASE_URL of a user who may not log in is refused by name', async () => {
    const role = `outstation_locked_out_${process.pid}`
    await onServer(postgres as string, `create role ${role} nologin`)
    const address = new URL(postgres as string)
    address.username = role
    try {
      const refused = launch({ DATABASE_URL: address.href })
      started.push(refused)
      expect(await refused.ended, 'exit code').toBe(1)
      expect(refused.errors()).toMatch(/^Outstation cannot start: DATABASE_URL: the database does not let this user in \(28000\)\.\n$/)
    } finally {
      await onServer(postgres as string, `drop role ${role}`)
    }
  })
})
