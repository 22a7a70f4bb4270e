/** Somebody who sees some sites of a tenant that has many: what a list narrowed by row costs is measured with them. */
import type { Database } from '../../server/kernel/database/database.ts'
import type { Load } from '../load.ts'
import type { Dataset } from './dataset.ts'

export interface Sites {
  readonly all: number
  /** Those that the role names, spread over all of them. */
  readonly chosen: number
}

/** Each site has ten devices, and each device five points. */
const DEVICES_EACH = 10
const POINTS_EACH = 5

/** A user of the tenant with {@link PASSWORD}, and the role that names the sites. */
export interface Keeper {
  readonly tenantId: string
  readonly tenantCode: string
  readonly username: string
  readonly roleId: string
}

/** Gives the tenant its sites, and the users who only have the role of editors some of them; returns one of these users. */
export async function narrow(database: Database, tenant: Dataset['tenants'][number], { all, chosen }: Sites): Promise<Keeper> {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ username: string; role_id: string }>(KEEPER, [tenant.id])
    const [keeper] = rows
    if (!keeper) throw new Error('nobody has the role of editors alone; does dataset.ts give it to somebody?')
    await client.query(SITES, [tenant.id, all])
    await client.query(DEVICES, [tenant.id, DEVICES_EACH])
    await client.query(POINTS, [tenant.id, POINTS_EACH])
    await client.query(`insert into role_scopes (tenant_id, role_id, scoped_table, kind) values ($1, $2, '', 'some')`, [
      tenant.id,
      keeper.role_id,
    ])
    await client.query(CHOSEN, [tenant.id, keeper.role_id, all / chosen])
    await client.query('vacuum analyze')
    return { tenantId: tenant.id, tenantCode: tenant.code, username: keeper.username, roleId: keeper.role_id }
  })
}

const KEEPER = `
  select username, role_id from users join user_roles using (tenant_id) join roles on roles.tenant_id = users.tenant_id and roles.id = role_id
  where users.tenant_id = $1 and user_id = users.id and role_code = 'ROLE_EDITOR' and users.status = 1
    and not exists (select from user_roles more where more.tenant_id = users.tenant_id and more.user_id = users.id and more.role_id <> roles.id)
  order by username limit 1`

const SITES = `
  insert into sites (tenant_id, id, site_code, site_name, created_at)
  select $1, gen_random_uuid(), 'S' || lpad(n::text, 6, '0'), '站点 ' || n, now() - n * interval '97 seconds' from generate_series(1, $2::int) as n`

/** Of each site one, then of each the next: those in scope stand among the others, whatever a list is sorted by. */
const DEVICES = `
  insert into devices (tenant_id, id, device_code, device_name, site_id, created_at)
  select $1, gen_random_uuid(), site_code || '-' || n, '设备 ' || site_code || '-' || n, id, created_at - n * interval '3 days'
  from sites, generate_series(1, $2::int) as n where tenant_id = $1`

const POINTS = `
  insert into points (tenant_id, id, device_id, point_key, point_name)
  select $1, gen_random_uuid(), id, 'p' || n, '测点 ' || n from devices, generate_series(1, $2::int) as n where tenant_id = $1`

const CHOSEN = `
  insert into role_scope_sites (tenant_id, role_id, scoped_table, site_id)
  select $1, $2, '', id from (select id, row_number() over (order by site_code) as n from sites where tenant_id = $1) as numbered
  where n % $3::int = 0`

/** The pages of devices that the keeper is asked for, of our server and of a bare one without row security. */
export function pagesOfKeeper({ roleId, tenantId }: Keeper, token: string, pageSize: number): Record<'ours' | 'bare', Load['requests']> {
  const pages = Array.from({ length: 10 }, (_, index) => `currentPage=${1 + index}&pageSize=${pageSize}`)
  const asked = (path: string, authority: string) =>
    pages.map((page) => ({ method: 'GET' as const, path: `${path}${page}`, headers: { authorization: `Bearer ${authority}` } }))
  return { ours: asked('/api/acquisition/device/queryDevice?', token), bare: asked(`/of-sites?role=${roleId}&`, tenantId) }
}
