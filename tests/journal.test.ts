/** The log loses nothing it can keep: one bad entry does not take others along, a database that is away is waited for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newTenantId } from '../server/kernel/database/as-tenant-id.ts'
import { LOG_TITLES } from '../model/admin/logs.ts'
import { resources } from '../model/index.ts'
import { features } from '../server/modules.ts'
import type { Entry } from '../server/audit/journal-entry.ts'
import { parametersOf, titleOf, typeOf } from '../server/audit/journal-entry.ts'
import { openJournal } from '../server/audit/journal.ts'
import { newId } from '../server/kernel/ids.ts'
import { build } from '../server/kernel/database/sql.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant } from './support/builders.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const entry = (changes: Partial<Entry> = {}): Entry => ({
  tenant_id: tenant.id,
  id: newId(),
  title: 'users',
  log_type: 'add',
  result: 'ok',
  method: 'POST',
  url: '/x',
  user_id: null,
  username: 'somebody',
  address: '127.0.0.1',
  browser: 'test',
  parameters: {},
  error: null,
  duration: 1,
  operation_id: newId(),
  created_at: new Date().toISOString(),
  ...changes,
})
const kept = async (url: string) =>
  (
    await server.services.transactions.inTenant(
      { tenantId: tenant.id },
      (tx) => tx.all(build.selectFrom('logs').select('id').where('url', '=', url)),
      'read',
    )
  ).length

describe('the journal', () => {
  it('keeps many entries with few statements', async () => {
    const { transactions } = server.services
    let statements = 0
    const journal = openJournal({
      ...transactions,
      inPlatform: (...call) => {
        statements += 1
        return transactions.inPlatform(...call)
      },
    })
    for (let count = 0; count < 1200; count += 1) journal.note(entry({ url: '/many' }))
    await journal.flush()
    expect(await kept('/many')).toBe(1200)
    expect(statements).toBeLessThanOrEqual(3)
  })

  it('keeps the others when one entry cannot be kept, and tells', async () => {
    const journal = openJournal(server.services.transactions)
    const troubles: number[] = []
    journal.onTrouble((_error, lost) => void troubles.push(lost))
    const twin = entry({ url: '/twin' })
    for (const each of [entry({ url: '/twin' }), twin, { ...twin }, entry({ url: '/twin' })]) journal.note(each)
    await journal.flush()
    expect(await kept('/twin')).toBe(3)
    expect(troubles).toEqual([1])
  })

  it('leaves out entries of a tenant that is gone', async () => {
    const journal = openJournal(server.services.transactions)
    for (const each of [entry({ url: '/gone', tenant_id: newTenantId() }), entry({ url: '/gone' })]) journal.note(each)
    await journal.flush()
    expect(await kept('/gone')).toBe(1)
  })

  it('waits for a database that is away, holds what it can meanwhile, and counts what it cannot', async () => {
    const { transactions } = server.services
    let away = true
    let refused = 0
    const journal = openJournal({
      ...transactions,
      inPlatform: (...call) => {
        if (!away) return transactions.inPlatform(...call)
        refused += 1
        return Promise.reject(new Error('away'))
      },
    })
    let lost = 0
    journal.onTrouble((_error, count) => {
      lost += count
    })
    for (let count = 0; count < 10_050; count += 1) journal.note(entry({ url: '/away' }))
    expect(lost).toBe(50)
    await expect.poll(() => refused).toBeGreaterThan(0)
    away = false
    await journal.flush()
    expect(await kept('/away')).toBe(10_000)
  })

  it('stores what waits when the server stops', async () => {
    const journal = openJournal(server.services.transactions)
    for (let count = 0; count < 100; count += 1) journal.note(entry({ url: '/last' }))
    await journal.close()
    expect(await kept('/last')).toBe(100)
  })
})

describe('what an entry says', () => {
  const routes = features.flatMap(({ tag, routes }) => routes.map((route) => ({ tag, route })))

  it('names every noun of the product', () => {
    expect(
      Object.values(resources)
        .map(({ name }) => name)
        .filter((name) => !(LOG_TITLES as readonly string[]).includes(name)),
    ).toEqual([])
    expect(routes.filter((document) => titleOf(document) === 'other').map(({ route }) => route.path)).toEqual([])
  })

  it('calls reads reads and writes writes', () => {
    const typed = (path: string) => typeOf({ path, method: 'POST' })
    expect(
      routes.filter(({ route }) => route.method === 'GET' && !['query', 'export'].includes(typeOf(route))).map(({ route }) => route.path),
    ).toEqual([])
    expect(
      [
        '/admin/sysuser/addSysUser',
        '/admin/sysrole/authorizeUserToRole',
        '/admin/sysuser/importSysUser',
        '/admin/logsystem/backUpDataBase',
        '/uaa/oauth/token',
      ].map(typed),
    ).toEqual(['add', 'grant', 'import', 'execute', 'sign-in'])
  })

  it('takes from the input what the schema names, without secrets, and cuts what is long', () => {
    const { route } = routes.find(({ route: { path } }) => path === '/admin/sysuser/addSysUser') as (typeof routes)[number]
    const body = {
      username: 'x'.repeat(5000),
      password: 'p',
      unknown: 'u',
      roleId: Array.from({ length: 500 }, () => 'r'),
      nickname: 'a\u0000\ud800b',
      orgId: { deep: { token: 't', other: { more: { and: 'more' } } } },
    }
    const parameters = parametersOf(route, { query: { mobile: '1', password: 'q' }, body })
    expect(Object.keys(parameters).sort()).toEqual(['mobile', 'nickname', 'orgId', 'roleId', 'username'])
    expect(String(parameters['username'])).toHaveLength(257)
    expect(parameters['roleId']).toHaveLength(50)
    expect(parameters['nickname']).toBe('a\ufffd\ufffdb')
    expect(JSON.stringify(parameters['orgId'])).toBe('{"deep":{"other":{"more":"…"}}}')
  })
})
