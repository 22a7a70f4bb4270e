/** One tenant can neither read nor change nor even guess at another: over HTTP, and in the database itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant } from './support/builders.ts'
import { features } from '../server/modules.ts'
import { findingsOf, probe } from '../server/features/tenant/isolation/probe.ts'
import { tenantTables } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, sampleOf, seedOf } from './support/thorough.ts'

/** One of so many questions. */
const part = amount({ quick: 8, ci: 5, touched: 4, thorough: 1 })

let world: { server: TestServer; tenant: BuiltTenant; other: BuiltTenant }
beforeAll(async () => {
  const server = await startServer()
  world = { server, tenant: await buildTenant(server), other: await buildTenant(server) }
})
afterAll(() => world.server.stop())

describe('over HTTP', () => {
  it('no id of another tenant opens, changes or tells anything, whatever the parameter and the role', async () => {
    // As administrator and viewer it is asked where the self-test is tested.
    const [role = ''] = part < 8 ? ['editor'] : sampleOf('role of the isolation probe', ['admin', 'editor', 'viewer'], 1)
    const first = seedOf('pairs of the isolation probe')
    const report = await probe(world.server.app, world.server.services, features, {
      roles: [role],
      isAsked: (place) => (first + place) % part === 0,
    })
    expect(findingsOf(report)).toEqual([])
    expect(report.calls).toBeGreaterThan(4000 / part)
    expect(report.routes.flatMap(({ path, parameters }) => parameters.map((parameter) => `${path} ${parameter}`))).toEqual(
      expect.arrayContaining([
        '/admin/sysuser/querySysUser orgId',
        '/admin/sysuser/addSysUser roleId',
        '/admin/sysuser/deleteSysUser id',
        '/admin/sysorg/updateSysOrg parentId',
        '/account/sysuserdetail/queryCurrentAuthority postCode',
        '/account/sysuserdetail/updatePassword id',
      ]),
    )
  }, 600_000)
})

describe('in the database', () => {
  /** Runs statements as one of the product's roles, in a transaction that is always taken back. */
  async function as<Result>(
    role: string,
    tenantId: string | undefined,
    work: (
      query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>,
    ) => Promise<Result>,
  ): Promise<Result> {
    return world.server.database.asOwner(async (client) => {
      await client.query('begin')
      try {
        await client.query(`set local role ${role}`)
        if (tenantId !== undefined) await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
        return await work((text, values) => client.query(text, values))
      } finally {
        await client.query('rollback')
      }
    })
  }
  /** The PostgreSQL state a statement fails with. */
  const stateOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no failure',
      (error: { code?: string }) => error.code,
    )
  const addRole = "insert into roles (tenant_id, id, role_name, role_code) values ($1, gen_random_uuid(), 'x', gen_random_uuid()::text)"
  const DENIED = '42501'

  it('the role of tenants sees its own rows and no others', async () => {
    const { server, tenant, other } = world
    for (const table of await tenantTables(server)) {
      const seen = await as('outstation_tenant', tenant.id, (query) => query(`select distinct tenant_id from ${table}`))
      for (const row of seen.rows) expect(row['tenant_id'], table).toBe(tenant.id)
      const aimed = await as('outstation_tenant', tenant.id, (query) => query(`select 1 from ${table} where tenant_id = $1`, [other.id]))
      expect(aimed.rows, table).toEqual([])
    }
    expect((await as('outstation_tenant', tenant.id, (query) => query('select id from users'))).rows.length).toBeGreaterThanOrEqual(3)
    expect((await as('outstation_tenant', tenant.id, (query) => query('select id from tenants'))).rows).toEqual([{ id: tenant.id }])
  })

  it.each([
    ['no tenant', undefined],
    ['an empty tenant', ''],
    ['a tenant that is not there', '00000000-0000-7000-8000-000000000000'],
  ])('with %s nothing is seen and nothing can be added', async (_name, tenantId) => {
    for (const table of [...(await tenantTables(world.server)), 'tenants']) {
      expect((await as('outstation_tenant', tenantId, (query) => query(`select 1 from ${table}`))).rows, table).toEqual([])
    }
    expect(await stateOf(as('outstation_tenant', tenantId, (query) => query(addRole, [world.tenant.id])))).toBe(DENIED)
  })

  it("a row of another tenant can be neither added, nor changed, nor made of one's own", async () => {
    const { tenant, other } = world
    expect(await stateOf(as('outstation_tenant', tenant.id, (query) => query(addRole, [tenant.id])))).toBe('no failure')
    expect(await stateOf(as('outstation_tenant', tenant.id, (query) => query(addRole, [other.id])))).toBe(DENIED)
    expect(await stateOf(as('outstation_tenant', tenant.id, (query) => query('update posts set tenant_id = $1', [other.id])))).toBe(DENIED)
    for (const statement of ["update users set nickname = 'x' where tenant_id = $1", 'delete from user_roles where tenant_id = $1']) {
      expect((await as('outstation_tenant', tenant.id, (query) => query(statement, [other.id]))).rowCount).toBe(0)
    }
  })

  it('a row cannot point at a row of another tenant', async () => {
    const { tenant, other } = world
    const point = (org: string | undefined) =>
      stateOf(as('outstation_tenant', tenant.id, (query) => query('update users set org_id = $1', [org])))
    expect(await point(other.organisations['branch'])).toBe('23503')
    expect(await point('00000000-0000-7000-8000-000000000000')).toBe('23503')
    expect(await point(tenant.organisations['root'])).toBe('no failure')
  })

  it('the role of tenants can read the shared catalogue and write none of it', async () => {
    for (const table of ['menus', 'menu_buttons', 'urls']) {
      expect((await as('outstation_tenant', world.tenant.id, (query) => query(`select 1 from ${table} limit 1`))).rows).toHaveLength(1)
      expect(await stateOf(as('outstation_tenant', world.tenant.id, (query) => query(`delete from ${table}`)))).toBe(DENIED)
    }
    for (const statement of [
      'update tenants set status = 1',
      'select 1 from attempts',
      'select 1 from installation',
      'select 1 from migrations',
      'create table public.mine (id int)',
    ]) {
      expect(await stateOf(as('outstation_tenant', world.tenant.id, (query) => query(statement))), statement).toBe(DENIED)
    }
  })

  it('a connection outside a transaction has no right at all', async () => {
    const tables = await world.server.database.asOwner((client) =>
      client.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'"),
    )
    expect(tables.rows.length).toBeGreaterThan(15)
    for (const { name } of tables.rows) {
      for (const statement of [`select 1 from ${name}`, `delete from ${name}`, `insert into ${name} default values`]) {
        expect(await stateOf(as('outstation_nobody', world.tenant.id, (query) => query(statement))), statement).toBe(DENIED)
      }
    }
    // What the pool lends is that powerless role.
    expect(await stateOf(world.server.database.pool.query('select 1 from users'))).toBe(DENIED)
  })
})
