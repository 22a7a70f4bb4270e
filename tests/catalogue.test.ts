/** The database is as safe as its tables are declared. What is wrong with it is found; so is what is made wrong on purpose. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { resources } from '../model/index.ts'
import { integer, reference, text } from '../model/fields.ts'
import { resource } from '../model/resource.ts'
import type { Resource } from '../model/resource.ts'
import { schemaDifferences } from '../scripts/schema-difference.ts'
import { findFaults } from './support/catalogue.ts'
import { tenantTables } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Runs `work` after `sql` in a transaction that is taken back. */
function after<Result>(sql: string, work: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  return server.database.asOwner(async (client) => {
    await client.query('begin')
    try {
      await client.query(sql)
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  })
}

const RULE = "(tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))"
const SOUND = `
  create table wells (tenant_id uuid not null references tenants (id), id uuid not null, name text not null, org_id uuid, primary key (tenant_id, id),
    constraint wells_org_id_fkey foreign key (tenant_id, org_id) references organisations (tenant_id, id));
  create unique index wells_name_key on wells (tenant_id, lower(name));
  alter table wells enable row level security; alter table wells force row level security;
  create policy tenant on wells to outstation_tenant using ${RULE} with check ${RULE};
  create policy platform on wells to outstation_platform using (true) with check (true);
  grant select, insert, update, delete on wells to outstation_tenant, outstation_platform;`

describe('the catalogue', () => {
  it('has no fault', async () => {
    expect(await server.database.asOwner(findFaults)).toEqual([])
    expect(await tenantTables(server)).toEqual(
      expect.arrayContaining(['organisations', 'refresh_tokens', 'role_urls', 'roles', 'sessions', 'user_roles', 'users']),
    )
  })

  it('takes a sound new table as it is', async () => {
    expect(await after(SOUND, findFaults)).toEqual([])
  })

  it.each<[string, string, string]>([
    ['a table without tenant_id', 'create table wells (id uuid primary key)', 'wells: has no tenant_id'],
    ['a table without row security', `${SOUND} alter table wells disable row level security`, 'wells: row security is not enabled'],
    ['a table whose owner is let through', `${SOUND} alter table wells no force row level security`, 'wells: row security is not forced'],
    ['an old table whose owner is let through', 'alter table users no force row level security', 'users: row security is not forced'],
    [
      'a nullable tenant_id',
      `${SOUND} alter table wells drop constraint wells_pkey; alter table wells alter column tenant_id drop not null`,
      'wells: tenant_id is not',
    ],
    ['a table without a primary key', `${SOUND} alter table wells drop constraint wells_pkey`, 'wells: has no primary key'],
    [
      'a policy that lets everything through',
      `${SOUND} create policy loose on wells to outstation_tenant using (true)`,
      'wells: policy loose',
    ],
    [
      'a policy that reads right and writes loosely',
      `${SOUND} drop policy tenant on wells; create policy tenant on wells to outstation_tenant using ${RULE} with check (true)`,
      'wells: policy tenant',
    ],
    ['a policy for everybody', `${SOUND} create policy everybody on wells using ${RULE} with check ${RULE}`, 'wells: policy everybody'],
    [
      'a policy that allows no tenant',
      `${SOUND} drop policy tenant on wells; create policy tenant on wells to outstation_tenant using (tenant_id is null or ${RULE}) with check ${RULE}`,
      'wells: policy tenant',
    ],
    ['a table without a policy', `${SOUND} drop policy tenant on wells`, 'wells: has no policy for outstation_tenant'],
    [
      'a loose policy on the tenants themselves',
      'create policy all_of_them on tenants for select to outstation_tenant using (true)',
      'tenants: policy all_of_them',
    ],
    ['a unique index across tenants', `${SOUND} create unique index wells_bad on wells (lower(name))`, 'wells: unique index wells_bad'],
    [
      'a primary key across tenants',
      `${SOUND} alter table wells drop constraint wells_pkey; alter table wells add primary key (id, tenant_id)`,
      'wells: unique index wells_pkey',
    ],
    [
      'a plain foreign key',
      `${SOUND} create unique index organisations_bad on organisations (id); alter table wells add constraint wells_bad foreign key (org_id) references organisations (id)`,
      'wells: foreign key wells_bad',
    ],
    [
      "a platform table that points at a tenant's rows",
      'alter table attempts add tenant_id uuid, add org_id uuid, add constraint attempts_bad foreign key (tenant_id, org_id) references organisations (tenant_id, id)',
      'attempts: a platform table points',
    ],
    [
      'a table that no tenant stands behind',
      `${SOUND} alter table wells drop constraint wells_tenant_id_fkey, drop constraint wells_org_id_fkey`,
      'wells: nothing ties its tenant_id',
    ],
    ["a view with its maker's rights", 'create view people as select * from users', 'people: the view is not security_invoker'],
    [
      'a view that says so',
      'create view people with (security_invoker = false) as select * from users',
      'people: the view is not security_invoker',
    ],
    ['a materialised view', 'create materialized view people as select * from users', 'people: a materialised view'],
    [
      "a function with its maker's rights",
      "create function peek() returns bigint language sql security definer as 'select count(*) from users'",
      'peek: the function is security definer',
    ],
    ['a right for everybody', 'grant select on users to public', 'users: public may select'],
    ["a right for nobody's role", 'grant select on users to outstation_nobody', 'users: outstation_nobody may select'],
    ['a right to empty a table', 'grant truncate on users to outstation_tenant', 'users: outstation_tenant may truncate'],
    ['a catalogue tenants can write', 'grant update on urls to outstation_tenant', 'urls: outstation_tenant may update'],
    ['a history that can be rewritten', 'grant update on changes to outstation_platform', 'changes: outstation_platform may update'],
    ['a history that can be shortened', 'grant delete on changes to outstation_tenant', 'changes: outstation_tenant may delete'],
    ['a history that the platform can shorten', 'drop policy erase on changes', 'changes: outstation_platform may delete'],
    [
      'an exception that does not narrow',
      'drop policy erase on changes; create policy erase on changes for delete to outstation_platform using (exists (select from tenants where tenants.id = changes.tenant_id and marked_at is not null))',
      'changes: policy erase',
    ],
    [
      'an exception for every tenant',
      'drop policy erase on changes; create policy erase on changes as restrictive for delete to outstation_platform using (true)',
      'changes: policy erase',
    ],
    [
      'an exception for tenants that are not marked',
      'drop policy erase on changes; create policy erase on changes as restrictive for delete to outstation_platform using (exists (select from tenants where tenants.id = changes.tenant_id))',
      'changes: policy erase',
    ],
    [
      'an exception for a tenant itself',
      'create policy erase_own on changes as restrictive for delete to outstation_tenant using (exists (select from tenants where tenants.id = changes.tenant_id and marked_at is not null))',
      'changes: policy erase_own',
    ],
    [
      'a partition that a tenant reads past its table',
      'grant select on samples_short to outstation_tenant',
      'samples_short: a partition can be reached past its table',
    ],
    [
      'a partition that the platform reads past its table',
      'grant select on samples_short to outstation_platform',
      'samples_short: a partition can be reached past its table',
    ],
    [
      'a partition with a policy of its own',
      'create policy platform on samples_short to outstation_platform using (true) with check (true)',
      'samples_short: a partition has a policy of its own',
    ],
    [
      'a partition without row security',
      'alter table samples_short disable row level security',
      'samples_short: row security is not enabled',
    ],
    [
      'a new partition as PostgreSQL makes it',
      "create table samples_short_bad partition of samples_short for values from ('2001-01-01') to ('2001-01-02')",
      'samples_short_bad: row security is not forced',
    ],
    [
      'a package that every tenant reads',
      'drop policy own on package_urls; create policy own on package_urls for select to outstation_tenant using (true)',
      'package_urls: policy own',
    ],
    ['a schema tenants can create in', 'grant create on schema public to outstation_tenant', 'schema public: outstation_tenant may create'],
    ['a role that passes row security', 'alter role outstation_tenant bypassrls', 'outstation_tenant: the role may more'],
    ['a role that can sign in', 'alter role outstation_nobody login', 'outstation_nobody: the role may more'],
    ['a role inside another', 'grant outstation_platform to outstation_tenant', 'outstation_tenant: the role is a member'],
  ])('finds %s', async (_name, sql, fault) => {
    const faults = await after(sql, findFaults)
    expect(faults).toEqual(expect.arrayContaining([expect.stringContaining(fault)]))
  })
})

describe('the model', () => {
  const wells = resource({
    name: 'wells',
    api: { base: '/x/wells', noun: 'Wells' },
    table: 'wells',
    scope: 'tenant',
    ownedBy: 'tenant',
    menu: 'wells',
    title: 'siteName',
    order: ['siteName', 'ascend'],
    unique: ['siteName'],
    fields: {
      siteName: text({ max: 64, required: true }),
      siteRank: integer({}),
      orgId: reference({ to: 'organisations', show: 'org_name', required: true }),
    },
  })
  const withWells: Resource[] = [...Object.values<Resource>(resources), wells]
  const compare = (sql: string) => after(sql, (client) => schemaDifferences(client)).then((found) => found.map(({ message }) => message))

  it('is what the migrations make', async () => {
    expect(await server.database.asOwner((client) => schemaDifferences(client))).toEqual([])
  })

  it.each([
    ['alter table users drop column phone', 'users.phone: the column is missing'],
    ['alter table users add column shoe_size integer', 'users.shoe_size: the column is not in the model'],
    ['alter table users alter column phone type varchar(20)', 'users.phone: is character varying(20), the model says text'],
    ['alter table users alter column email drop not null', 'users.email: is nullable, the model requires it'],
    ['alter table users alter column phone set not null', 'users.phone: is not null, the model does not require it'],
    [
      'alter table organisations alter column parent_id set not null',
      'organisations.parent_id: is not null, the model does not require it',
    ],
    ['drop index users_email_key', 'users: the unique index users_email_key is missing or different'],
    [
      'drop index users_email_key; create unique index users_email_key on users (tenant_id, email)',
      'users: the unique index users_email_key is missing or different',
    ],
    [
      'drop index users_email_key; create index users_email_key on users (tenant_id, lower(email))',
      'users: the unique index users_email_key is missing or different',
    ],
    ['drop trigger history_of_updating on users', 'users: the trigger history_of_updating is missing'],
    ['alter table users drop constraint users_org_id_fkey', 'users: the foreign key users_org_id_fkey is missing or different'],
  ])('differs after: %s', async (sql, difference) => {
    expect(await compare(sql)).toEqual([difference])
  })

  it('gives the SQL for a new noun, and that SQL makes a table without fault or difference', async () => {
    const [missing, ...others] = await server.database.asOwner((client) => schemaDifferences(client, withWells))
    expect(others).toEqual([])
    expect(missing?.message).toBe('wells: the table is missing')
    const [faults, differences] = await after(missing?.sql as string, async (client) => [
      await findFaults(client),
      await schemaDifferences(client, withWells),
    ])
    expect(faults).toEqual([])
    expect(differences).toEqual([])
  })

  it('gives the SQL that mends what can be mended', async () => {
    const broken =
      'alter table users drop column phone; drop index roles_role_code_key; alter table users drop constraint users_org_id_fkey; alter table users alter column address set not null'
    const left = await after(broken, async (client) => {
      for (const { sql } of await schemaDifferences(client)) await client.query(sql as string)
      return schemaDifferences(client)
    })
    expect(left).toEqual([])
  })
})
