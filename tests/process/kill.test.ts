/**
 * What was acknowledged is there, however the process ends: `kill -9` in the middle of parallel writes, again and again.
 * It says nothing of a power failure, against which the embedded engine does not protect.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { wirePassword } from '../../server/identity/secrets.ts'
import { build } from '../../server/kernel/database/sql.ts'
import { openTransactionScopes } from '../../server/kernel/database/tenant.ts'
import type { Client } from '../support/client.ts'
import { clientWith, signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, furnishedInstallation } from '../support/furnished.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { amount, drawn } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 3, thorough: 20 })
const WRITERS = 6
/** Not a speed: a start that takes so long has hung. The speed is printed. */
const READY_WITHIN_MS = 30_000

noteUntested('kills')

/** Names of rows by the noun they belong to: those the server acknowledged, and those it was asked for. */
interface Written {
  users: Set<string>
  organisations: Set<string>
}
const nothing = (): Written => ({ users: new Set(), organisations: new Set() })

describe(`${KILLS} kills on the ${engine} engine`, () => {
  it('lose nothing that was acknowledged and leave nothing half', async () => {
    const folder = temporaryFolder()
    const { variables, scratch } = await furnishedInstallation(postgres, `${folder.path}/data`)
    let running: Running | undefined
    try {
      running = await run(variables)
      const starts: number[] = []
      const acknowledged = nothing()
      const asked = nothing()
      let client = await signIn(running.url, '10001', 'admin', PASSWORD)
      const target = await targetOf(client)
      await liftQuota(running.url, '10001')

      for (let round = 1; round <= KILLS; round += 1) {
        const before = { users: acknowledged.users.size, organisations: acknowledged.organisations.size }
        const writers = Array.from({ length: WRITERS }, (_, writer) => write(client, target, `k${round}w${writer}`, asked, acknowledged))
        await until(
          'some of each are acknowledged',
          () => acknowledged.users.size > before.users + 1 && acknowledged.organisations.size > before.organisations + 1,
        )
        await sleep(drawn(`kill ${round}`, 150, 700))
        await running.kill()
        await Promise.all(writers)

        running = await run(variables)
        starts.push(running.readyAfterMs)
        // The session was acknowledged as well: its token goes on.
        client = clientWith(running.url, client.token)
        await compare(client, asked, acknowledged)
      }

      process.stdout.write(
        `${engine}: ${KILLS} kills, ${acknowledged.users.size} users and ${acknowledged.organisations.size} organisations acknowledged and found; ` +
          `${asked.users.size + asked.organisations.size} asked for; ready again after ${Math.round(median(starts))} ms (median), ${Math.round(Math.max(...starts))} ms (slowest)\n`,
      )
      expect(acknowledged.users.size, 'the writers wrote').toBeGreaterThan(KILLS)
      expect(acknowledged.organisations.size, 'the writers wrote').toBeGreaterThan(KILLS)
      expect(Math.max(...starts), 'ready again').toBeLessThan(READY_WITHIN_MS)

      expect(await running.stop()).toBe(0)
      running = undefined
      const stored = await countUsers(variables)
      expect(stored.all).toBeGreaterThan(acknowledged.users.size)
      expect(stored.withoutRole).toBe(0)
    } finally {
      await running?.kill()
      await scratch?.drop()
      folder.remove()
    }
  })
})

/** The package of the demonstration holds fewer users than these writers make; the operator gives the tenant more. */
async function liftQuota(url: string, tenantCode: string): Promise<void> {
  const operator = await signIn(url, '10000', 'admin', PASSWORD)
  const { data } = await operator.get<{ list: { id: string }[] }>('/api/admin/systenant/querySysTenant', { tenantCode })
  expect(await operator.put('/api/admin/systenant/updateSysTenant', { id: data.list[0]?.id, userQuota: 1_000_000 })).toMatchObject({
    http: 200,
  })
}

/** A role and an organisation that new users are given. */
async function targetOf(client: Client): Promise<{ roleId: string; orgId: string }> {
  const roles = await client.get<{ list: { id: string; roleCode: string }[] }>('/api/admin/sysrole/querySysRole', { pageSize: 100 })
  const organisations = await client.get<{ list: { id: string }[] }>('/api/admin/sysorg/querySysOrg')
  const viewer = roles.data.list.find(({ roleCode }) => roleCode === 'ROLE_VIEWER')
  return { roleId: viewer?.id as string, orgId: organisations.data.list[0]?.id as string }
}

let mobiles = 0

/** Adds users and organisations in turn, one after the other, until the server is gone. */
async function write(
  client: Client,
  { roleId, orgId }: { roleId: string; orgId: string },
  prefix: string,
  asked: Written,
  acknowledged: Written,
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const name = `${prefix}n${count}`
    const noun = count % 2 === 0 ? 'users' : 'organisations'
    mobiles += 1
    const adding =
      noun === 'users'
        ? client.post('/api/admin/sysuser/addSysUser', {
            username: name,
            nickname: name,
            password: wirePassword('kept through a kill'),
            email: `${name}@example.com`,
            prefix: '86',
            mobile: `138${String(mobiles).padStart(8, '0')}`,
            roleId: [roleId],
            orgId,
            status: 1,
          })
        : client.post('/api/admin/sysorg/addSysOrg', { orgName: name, orgType: 'team', parentId: orgId })
    asked[noun].add(name)
    const answer = await adding.catch(() => undefined)
    if (!answer) return
    // Anything but success would make this test say less than it seems to.
    if (answer.http !== 200) throw new Error(`${noun} ${name}: ${answer.http} ${answer.message} ${JSON.stringify(answer.errors)}`)
    acknowledged[noun].add(name)
  }
}

async function compare(client: Client, asked: Written, acknowledged: Written): Promise<void> {
  const users = await client.get<{ list: { username: string; roleId: string | null }[] }>('/api/admin/sysuser/querySysUser', {
    pageSize: 10_000,
    nickname: 'k',
  })
  const organisations = await client.get<{ list: { orgName: string }[] }>('/api/admin/sysorg/querySysOrg', {
    pageSize: 10_000,
    orgName: 'k',
  })
  const isOurs = (name: string) => /^k\d+w\d+n\d+$/.test(name)
  const found = {
    users: users.data.list.map(({ username }) => username).filter(isOurs),
    organisations: organisations.data.list.map(({ orgName }) => orgName).filter(isOurs),
  }
  for (const noun of ['users', 'organisations'] as const) {
    expect(
      [...acknowledged[noun]].filter((name) => !found[noun].includes(name)),
      `lost ${noun}`,
    ).toEqual([])
    expect(
      found[noun].filter((name) => !asked[noun].has(name)),
      `${noun} nobody asked for`,
    ).toEqual([])
    expect(new Set(found[noun]).size, `doubled ${noun}`).toBe(found[noun].length)
  }
  expect(
    users.data.list.filter(({ roleId }) => !roleId),
    'users without a role',
  ).toEqual([])
}

/** Asked of the tables themselves, in every tenant. */
async function countUsers(variables: Variables): Promise<{ all: number; withoutRole: number }> {
  const database = await openDatabase({ databaseUrl: variables['DATABASE_URL'], dataDir: variables['DATA_DIR'] as string, timeZone: 'UTC' })
  try {
    return await openTransactionScopes(database).inPlatform(
      'a test looks at the users of all tenants',
      async (tx) => {
        const all = await tx.all(build.selectFrom('users').select('id'))
        const withRole = new Set((await tx.all(build.selectFrom('user_roles').select('user_id'))).map((row) => row.user_id))
        return { all: all.length, withoutRole: all.filter(({ id }) => !withRole.has(id)).length }
      },
      'read',
    )
  } finally {
    await database.close()
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
