/** A database as a busy installation has it: many tenants with thousands of users each. */
import { roles } from '../../seeds/roles.ts'
import { features } from '../../server/modules.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { migrate } from '../../server/kernel/database/migrate.ts'
import { hashPassword, wirePassword } from '../../server/identity/secrets.ts'
import { openServices } from '../../server/services.ts'
import { syncCatalogue } from '../../server/seed/catalogue.ts'
import { storeTenant } from '../../server/tenancy/store-tenant.ts'

/** Plain password of `admin` in every tenant. */
export const PASSWORD = 'outstation'

export interface Dataset {
  readonly tenants: readonly { id: string; code: string; users: readonly string[] }[]
}

/** Fills an empty database, or one that has the demonstration. Every user of the tenants it makes has an organisation, a role, and a post. */
export async function fill(database: Database, tenants: number, usersEach: number): Promise<Dataset> {
  await migrate(database)
  const services = await openServices(readConfig({}), database)
  const { transactions } = services
  await transactions.inPlatform('the measurement needs the catalogue', (tx) => syncCatalogue(tx, features))
  const hash = await hashPassword(wirePassword(PASSWORD))
  const codes = Array.from({ length: tenants }, (_, index) => String(20001 + index))
  const ids: string[] = []
  for (const code of codes)
    ids.push(
      await transactions.inPlatform('the measurement makes a tenant', (tx) =>
        storeTenant(tx, tenant(code), { of: new Map(), others: hash }),
      ),
    )
  await services.invalidations.close()
  const users = await database.asOwner(async (client) => {
    await client.query(USERS, [usersEach - 1, hash, ids])
    await client.query(ROLES, [ids])
    await client.query(POSTS, [ids])
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ tenant_id: string; ids: string[] }>(
      `select tenant_id, array_agg(id::text) as ids from users where username <> 'admin' and tenant_id = any($1::uuid[]) group by tenant_id`,
      [ids],
    )
    return new Map(rows.map((row) => [row.tenant_id, row.ids]))
  })
  return { tenants: ids.map((id, index) => ({ id, code: codes[index] as string, users: users.get(id) ?? [] })) }
}

function tenant(code: string): Parameters<typeof storeTenant>[1] {
  return {
    tenantCode: code,
    tenantName: `租户 ${code}`,
    tenantContact: '王芳',
    tenantEmail: `contact@${code}.example.com`,
    tenantTel: '',
    organisations: [
      { code: 'root', orgName: '集团总部', orgType: 'group', orgDescription: '', orgSequence: 1 },
      ...Array.from({ length: 20 }, (_, index) => ({
        code: `d${index}`,
        orgName: `部门 ${index}`,
        orgType: 'department' as const,
        orgDescription: '',
        orgSequence: index,
        parent: 'root',
      })),
    ],
    posts: Array.from({ length: 10 }, (_, index) => ({ postCode: `post-${index}`, postName: `岗位 ${index}`, postSequence: index })),
    roles,
    users: [
      {
        username: 'admin',
        nickname: '管理员',
        email: `admin@${code}.example.com`,
        prefix: '86',
        mobile: '13000000000',
        org: 'root',
        roles: ['ROLE_ADMIN'],
        status: 1,
        createdDaysAgo: 0,
      },
    ],
  }
}

const USERS = `
  with places as (select tenant_id, array_agg(id order by org_sequence, id) as ids from organisations where tenant_id = any($3::uuid[]) group by tenant_id)
  insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status, created_at)
  select tenant_id, gen_random_uuid(), 'user' || lpad(n::text, 6, '0'), '用户 ' || n, $2, 'user' || n || '@example.com', '86',
    '13' || lpad(n::text, 9, '0'), ids[1 + n % array_length(ids, 1)], (n % 10 <> 0)::int, now() - n * interval '97 seconds'
  from places, generate_series(1, $1::int) as n`

const ROLES = `
  insert into user_roles (tenant_id, user_id, role_id)
  select users.tenant_id, users.id, roles.id from users join roles using (tenant_id)
  where tenant_id = any($1::uuid[])
    and (role_code = case when username like '%5' then 'ROLE_EDITOR' else 'ROLE_VIEWER' end or (role_code = 'ROLE_EDITOR' and username like '%7'))
  on conflict do nothing`

const POSTS = `
  with offices as (select tenant_id, array_agg(id order by post_sequence) as ids from posts where tenant_id = any($1::uuid[]) group by tenant_id)
  insert into user_posts (tenant_id, user_id, post_id, post_type)
  select tenant_id, users.id, ids[1 + (hashtext(users.username) & 7)], 1 from users join offices using (tenant_id)`
