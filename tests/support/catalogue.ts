/** What can be wrong with the tables, views, functions and roles of the database, whoever made them and however. */
import type pg from 'pg'

/** Tables that belong to the platform and not to a tenant. A new table is a tenant's unless it is put on this list. */
const PLATFORM = new Set([
  'tenants',
  'attempts',
  'installation',
  'migrations',
  'menus',
  'menu_buttons',
  'urls',
  'packages',
  'package_menus',
  'package_urls',
  'isolation_runs',
  'log_sealing',
  'backups',
  'entry_requests',
  'captchas',
  'signing_keys',
])
/** Platform tables whose rows every tenant may read, all of them or its own. */
const READABLE = new Set(['tenants', 'menus', 'menu_buttons', 'urls', 'package_menus', 'package_urls', 'log_sealing'])
/** Our roles; nobody signs in to the database as them. */
const ROLES = ['outstation_nobody', 'outstation_tenant', 'outstation_platform', 'outstation_scoped']

/** Tables with rows of tenants and built-in ones, which everybody reads and no tenant writes. */
const LAYERED = new Set<string>(['dictionaries', 'regions'])
/** What is kept for ever: rows are added and read, never changed or deleted, whoever asks. */
const KEPT = new Set([
  'changes',
  'logs',
  'log_seals',
  'alarm_events',
  'fault_events',
  'work_order_events',
  'part_moves',
  'former_round_results',
  'limit_set_versions',
  'process_events',
  'process_variable_changes',
  'issued_files',
  'report_signatures',
  'report_template_versions',
  'screen_versions',
])

const OF_THE_TENANT = "tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS \"nullif\")"
const OF_ITSELF = OF_THE_TENANT.replace('tenant_id =', 'id =')
const OF_ITS_PACKAGE = 'package_id = ( SELECT tenants.package_id FROM tenants)'
/** Which of the readable rows a tenant reads; all of them where nothing stands here. */
const READ_BY: Readonly<Record<string, string>> = { tenants: OF_ITSELF, package_menus: OF_ITS_PACKAGE, package_urls: OF_ITS_PACKAGE }
/** What is kept for ever goes with its tenant, once that is marked for deletion (docs/decisions/0023). */
const OF_A_MARKED_TENANT = (table: string) =>
  `EXISTS ( SELECT FROM tenants WHERE ((tenants.id = ${table}.tenant_id) AND (tenants.marked_at IS NOT NULL)))`

/** What is too much for a foreign key: whoever writes it locks the entry of the tenant first (kernel/acquisition/tenant-share-lock.ts, docs/decisions/0045). */
const TIED_BY_BATCH = new Set(['samples', 'sample_minutes', 'sample_hours', 'sample_days'])

interface Policy {
  table: string
  name: string
  roles: string[]
  command: string
  using: string | null
  check: string | null
  permissive: boolean
}
interface Table {
  table: string
  oid: number
  secured: boolean
  forced: boolean
  part: boolean
}
type Read = <Row>(sql: string) => Promise<Row[]>

/** One sentence for each fault; nothing on a sound database. Runs as the owner of the tables. */
export async function findFaults(client: pg.ClientBase): Promise<string[]> {
  const read: Read = async <Row>(sql: string) => (await client.query(sql)).rows as Row[]
  const tables = await read<Table>(`
    select c.relname as table, c.oid::int as oid, c.relrowsecurity as secured, c.relforcerowsecurity as forced, c.relispartition as part
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const owned = new Set(tables.filter(({ table, part }) => !PLATFORM.has(table) && !part).map(({ table }) => table))
  const parts = new Set(tables.filter(({ part }) => part).map(({ table }) => table))
  return [
    ...(await faultsOfTables(read, tables, owned)),
    ...(await faultsOfIndexes(read, owned)),
    ...(await faultsOfForeignKeys(read, owned)),
    ...(await faultsOfPolicies(read, owned)),
    ...(await faultsOfRights(read, owned)),
    ...(await faultsOfPartitions(read, parts)),
    ...(await faultsOfCode(read)),
    ...(await faultsOfRoles(read)),
  ]
}

async function faultsOfTables(read: Read, tables: readonly Table[], owned: ReadonlySet<string>): Promise<string[]> {
  const columns = await read<{ table: string; type: string; required: boolean }>(`
    select c.relname as table, format_type(a.atttypid, null) as type, a.attnotnull as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id' and not a.attisdropped`)
  const tenantColumn = new Map(columns.map((column) => [column.table, column]))
  return tables.flatMap(({ table, secured, forced }) => {
    const column = tenantColumn.get(table)
    // The list of migrations is the owner's: nobody else has any right to it.
    const guarded =
      table === 'migrations'
        ? []
        : [...(secured ? [] : [`${table}: row security is not enabled`]), ...(forced ? [] : [`${table}: row security is not forced`])]
    const owning = !owned.has(table)
      ? []
      : column === undefined
        ? [`${table}: has no tenant_id and is not on the list of platform tables`]
        : column.type !== 'uuid' || !column.required
          ? [`${table}: tenant_id is not "uuid not null"`]
          : []
    return [...guarded, ...owning]
  })
}

/** Hashes of tokens are found before a tenant is known, so their indexes begin with the hash, and are not unique. */
async function faultsOfIndexes(read: Read, owned: ReadonlySet<string>): Promise<string[]> {
  const indexes = await read<{ table: string; name: string; first: string | null; primary: boolean; unique: boolean }>(`
    select t.relname as table, i.relname as name, a.attname as first, x.indisprimary as primary, x.indisunique as unique
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] where t.relnamespace = 'public'::regnamespace`)
  return [
    ...[...owned]
      .filter((table) => !indexes.some((index) => index.table === table && index.primary))
      .map((table) => `${table}: has no primary key`),
    ...indexes
      .filter((index) => owned.has(index.table) && index.unique && index.first !== 'tenant_id')
      .map(({ table, name }) => `${table}: unique index ${name} does not begin with tenant_id`),
  ]
}

async function faultsOfForeignKeys(read: Read, owned: ReadonlySet<string>): Promise<string[]> {
  const keys = await read<{ table: string; target: string; name: string; columns: string[]; targets: string[] }>(`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as target, c.conname as name,
      (select array_agg(a.attname::text order by p.at) from unnest(c.conkey) with ordinality p(num, at) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = p.num) as columns,
      (select array_agg(a.attname::text order by p.at) from unnest(c.confkey) with ordinality p(num, at) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = p.num) as targets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
  const reachesTenants = new Set(keys.filter((key) => key.target === 'tenants' || owned.has(key.target)).map((key) => key.table))
  return [
    ...keys
      .filter((key) => owned.has(key.target) && !(key.columns[0] === 'tenant_id' && key.targets[0] === 'tenant_id'))
      .map(({ table, name }) => `${table}: foreign key ${name} does not begin with tenant_id`),
    ...keys
      .filter((key) => !owned.has(key.table) && owned.has(key.target))
      .map(({ table, name }) => `${table}: a platform table points at a tenant's rows (${name})`),
    ...[...owned]
      .filter((table) => !reachesTenants.has(table) && !TIED_BY_BATCH.has(table))
      .map((table) => `${table}: nothing ties its tenant_id to a tenant`),
  ]
}

async function faultsOfPolicies(read: Read, owned: ReadonlySet<string>): Promise<string[]> {
  const policies = await read<Policy>(`
    select tablename as table, policyname as name, roles::text[] as roles, cmd as command, qual as using, with_check as check, permissive = 'PERMISSIVE' as permissive
    from pg_policies where schemaname = 'public'`)
  const bare = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').replace(/^\((.*)\)$/, '$1')
  const isRight = ({ table, roles, command, using, check, permissive }: Policy): boolean => {
    const [role, ...others] = roles
    if (others.length > 0) return false
    // What it says is compared with the declarations (row-policies.test.ts); a policy that is not restrictive would let through more.
    if (role === 'outstation_scoped') return !permissive
    if (KEPT.has(table) && command === 'DELETE')
      return role === 'outstation_platform' && !permissive && bare(using) === OF_A_MARKED_TENANT(table)
    if (role === 'outstation_platform') return command === 'ALL' && bare(using) === 'true' && bare(check) === 'true'
    if (role !== 'outstation_tenant') return false
    if (LAYERED.has(table)) {
      const own = `((${OF_THE_TENANT}) AND (NOT built_in))`.replace(/^\(|\)$/g, '')
      return command === 'ALL' ? bare(using) === own && bare(check) === own : command === 'SELECT' && bare(using) === 'built_in'
    }
    if (owned.has(table)) return command === 'ALL' && bare(using) === OF_THE_TENANT && bare(check) === OF_THE_TENANT
    return READABLE.has(table) && command === 'SELECT' && bare(using) === (READ_BY[table] ?? 'true')
  }
  const has = (table: string, role: string) =>
    policies.some((policy) => policy.table === table && policy.roles.includes(role) && policy.permissive)
  return [
    ...policies
      .filter((policy) => !isRight(policy))
      .map(({ table, name }) => `${table}: policy ${name} lets through more, or others, than it should`),
    ...[...owned].flatMap((table) =>
      ['outstation_tenant', 'outstation_platform'].filter((role) => !has(table, role)).map((role) => `${table}: has no policy for ${role}`),
    ),
  ]
}

async function faultsOfRights(read: Read, owned: ReadonlySet<string>): Promise<string[]> {
  const rights = await read<{ table: string; role: string; right: string }>(`
    select c.relname as table, coalesce(r.rolname, 'public') as role, a.privilege_type as right
    from pg_class c cross join lateral aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
    where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner`)
  const views = new Set(
    (
      await read<{ name: string }>(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`)
    ).map(({ name }) => name),
  )
  // The right to delete what is kept is none without the policy that narrows it; what that says is checked with the policies.
  const erasable = new Set(
    (
      await read<{ table: string }>(`
    select tablename as table from pg_policies where schemaname = 'public' and cmd = 'DELETE' and permissive = 'RESTRICTIVE'`)
    ).map(({ table }) => table),
  )
  const verbs = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])
  const mayHave = ({ table, role, right }: (typeof rights)[number]): boolean => {
    if (!verbs.has(right)) return false
    if (KEPT.has(table) && right === 'DELETE') return role === 'outstation_platform' && erasable.has(table)
    if (KEPT.has(table) && right !== 'SELECT' && right !== 'INSERT') return false
    // A view has no rows of its own; what it shows is decided by the policies of the tables below it.
    if (views.has(table) && right !== 'SELECT') return false
    if (role === 'outstation_platform') return table !== 'migrations'
    if (role === 'outstation_tenant' && views.has(table)) return true
    return role === 'outstation_tenant' && (owned.has(table) || (READABLE.has(table) && right === 'SELECT'))
  }
  const makers = await read<{ role: string }>(`
    select coalesce(r.rolname, 'public') as role from pg_namespace n cross join lateral aclexplode(n.nspacl) a left join pg_roles r on r.oid = a.grantee
    where n.nspname = 'public' and a.privilege_type = 'CREATE' and a.grantee <> n.nspowner and coalesce(r.rolname, 'public') <> 'pg_database_owner'`)
  return [
    ...rights.filter((right) => !mayHave(right)).map(({ table, role, right }) => `${table}: ${role} may ${right.toLowerCase()}`),
    ...makers.map(({ role }) => `schema public: ${role} may create tables`),
  ]
}

/** A partition inherits no policy: it is closed to everybody, and its rows are reached through its table alone. */
async function faultsOfPartitions(read: Read, parts: ReadonlySet<string>): Promise<string[]> {
  const policies = await read<{ table: string }>(`select distinct tablename as table from pg_policies where schemaname = 'public'`)
  const rights = await read<{ table: string }>(`
    select distinct c.relname as table from pg_class c cross join lateral aclexplode(c.relacl) a where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner`)
  return [
    ...policies.filter(({ table }) => parts.has(table)).map(({ table }) => `${table}: a partition has a policy of its own`),
    ...rights.filter(({ table }) => parts.has(table)).map(({ table }) => `${table}: a partition can be reached past its table`),
  ]
}

/** A view runs with the rights of whoever made it unless told otherwise, and so does a "security definer". */
async function faultsOfCode(read: Read): Promise<string[]> {
  const views = await read<{ name: string; kind: string; options: string[] | null }>(`
    select relname as name, relkind as kind, reloptions as options from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`)
  const functions = await read<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
  )
  return [
    ...views
      .filter(({ kind, options }) => kind === 'm' || !options?.some((option) => /^security_invoker=(true|on|1|yes)$/i.test(option)))
      .map(({ name, kind }) =>
        kind === 'm' ? `${name}: a materialised view knows no row security` : `${name}: the view is not security_invoker`,
      ),
    ...functions.map(({ name }) => `${name}: the function is security definer`),
  ]
}

async function faultsOfRoles(read: Read): Promise<string[]> {
  const roles = await read<{ name: string; dangerous: boolean; member: boolean }>(`
    select rolname as name, rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as dangerous,
      exists (select 1 from pg_auth_members m join pg_roles g on g.oid = m.roleid
        where m.member = r.oid and not (r.rolname = 'outstation_scoped' and g.rolname = 'outstation_tenant')) as member
    from pg_roles r where rolname = any(array[${ROLES.map((name) => `'${name}'`).join(',')}])`)
  return [
    ...ROLES.filter((name) => !roles.some((role) => role.name === name)).map((name) => `${name}: the role is missing`),
    ...roles.filter((role) => role.dangerous).map(({ name }) => `${name}: the role may more than it should`),
    ...roles.filter((role) => role.member).map(({ name }) => `${name}: the role is a member of another and has its rights`),
  ]
}
