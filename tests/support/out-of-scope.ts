/**
 * A tenant of two sides: what somebody sees whose scope is narrow, and a row of every noun that is out of it; and the questions to ask of those rows. Longer than
 * other files, since it is one list of nouns, each of which is made of those before it.
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { resources } from '../../model/index.ts'
import { pathOf } from '../../model/noun-calls.ts'
import type { Resource } from '../../model/resource.ts'
import { writableFields } from '../../model/resource.ts'
import type { OwnedBy } from '../../model/row-scope.ts'
import { OWNED_TABLES } from '../../model/row-scope.ts'
import { administrator } from '../../seeds/roles.ts'
import type { Route } from '../../server/kernel/http/http.ts'
import { features } from '../../server/modules.ts'
import { belongingsFor, giveBelongings } from '../../server/features/tenant/isolation/belongings.ts'
import type { Caller } from '../../server/features/tenant/isolation/probe-client.ts'
import { callerAs } from '../../server/features/tenant/isolation/probe-client.ts'
import type { Target } from '../../server/features/tenant/isolation/questions.ts'
import { targetsOf } from '../../server/features/tenant/isolation/questions.ts'
import { notifyRoles } from '../../server/messaging/index.ts'
import { build } from '../../server/kernel/database/sql.ts'
import { newId } from '../../server/kernel/ids.ts'
import { buildRule, measure } from './alarms.ts'
import type { BuiltTenant } from './builders.ts'
import { buildTenant, buildUser, newUser, unique } from './builders.ts'
import { buildDevice } from './devices.ts'
import { until } from './process.ts'
import { bpmn, deployRows, inTenant, task, way } from './processes.ts'
import type { TestServer } from './server.ts'
import { addRow, isWritable, newValues, nounNamed } from './values.ts'

/** The nouns whose rows are somebody's. */
export const ownedNouns = Object.values<Resource>(resources).filter(({ ownedBy }) => ownedBy !== undefined && ownedBy !== 'tenant')

export interface ScopeWorld {
  readonly tenant: BuiltTenant
  readonly admin: Caller
  /** Has the role `SCOPED`, which may do everything, and belongs to the branch. */
  readonly ned: Caller
  /** A row in scope of each of some nouns, by the name of the noun. */
  readonly mine: Readonly<Record<string, string>>
  /** A row out of scope of each noun that has any, by its name. */
  readonly far: ReadonlyMap<string, string>
  /** Every id out of scope, by the table it is of; and all of them together. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  readonly ids: ReadonlySet<string>
  /** A word that stands in rows out of scope and nowhere else. */
  readonly canary: string
}

/** The two sides, new in a tenant of their own. */
export async function buildScopeWorld(server: TestServer): Promise<ScopeWorld> {
  const tenant = await buildTenant(server, {
    roles: [{ ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' }],
    users: [
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'stranger', org: 'root', roles: ['ROLE_VIEWER'] }),
    ],
  })
  const canary = `far-${unique()}`
  const caller = (name: string) =>
    callerAs(server.app, server.services, name, { tenantId: tenant.id, userId: tenant.users[name] as string })
  const [admin, stranger, ned] = [caller('admin'), caller('stranger'), caller('ned')]
  const far = await buildFar(server, tenant, { admin, stranger, canary })
  const branch = ['branch', 'team'].map((name) => tenant.organisations[name] as string)
  const people = ['ned', 'editor', 'viewer'].map((name) => tenant.users[name] as string)
  const tables = await idsOutOfScope(server, tenant, new Set([...branch, ...people]))
  const mine = await buildMine(server, tenant, admin)
  const found = ownedNouns.flatMap(({ name, table }): [string, string][] => {
    const known = tables.get(table) ?? []
    const id = known.find((each) => each === far.get(name)) ?? known[0]
    return id === undefined ? [] : [[name, id]]
  })
  return { tenant, admin, ned, mine, far: new Map(found), tables, ids: new Set([...tables.values()].flat()), canary }
}

/** Everything that an administrator who names no place of the branch makes; each row with what it belongs to. */
async function buildFar(
  server: TestServer,
  tenant: BuiltTenant,
  { admin, stranger, canary }: { admin: Caller; stranger: Caller; canary: string },
): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  const site = await addRow(admin, resources.sites)
  const device = await buildDevice(server, tenant, { temperature: {} })
  const placed = { id: device.id, siteId: site.id, deviceName: canary }
  expect(await admin.ask({ method: 'PUT', path: `/api${pathOf(resources.devices, 'update')}`, body: placed })).toMatchObject({ http: 200 })
  // Nobody has started its process: it is out of scope with its alarm. Whom it asks is no matter, as long as it is nobody of the branch.
  const key = `far_${unique()}`
  const asks = task('repair', { people: [{ kind: 'user', username: 'admin' }] })
  await deployRows(server, tenant, bpmn(key, `${asks}<endEvent id="end"/>${way('start > repair > end')}`))
  const rule = await buildRule(server, device, { rule_name: canary, process_key: key })
  await measure(server, device, { temperature: 30 })
  const instance = await instanceOfAlarm(server, tenant, rule)
  for (const { name } of [resources.processInstances, resources.historicProcessInstances]) rows.set(name, instance)
  await storeWhatIsOnlyRead(server, tenant, device.id, canary)
  // A shift of no site is everybody's.
  const placedAt: Readonly<Record<string, Record<string, unknown>>> = { [resources.shifts.name]: { siteId: site.id } }
  for (const of of ownedNouns.filter(isWritable)) rows.set(of.name, (await addRow(admin, of, placedAt[of.name])).id)
  await storePlanDate(server, tenant, rows.get(resources.maintenancePlans.name) as string)
  const users = { ...tenant.users, viewer: tenant.users['stranger'] as string }
  const { process_models: model } = await giveBelongings(
    { id: tenant.id, canary, users, callers: { admin, viewer: stranger } },
    server.services,
  )
  // What everybody may start is seen by everybody who may; this one is one person's.
  const starters = { id: model, referUserId: [tenant.users['stranger']] }
  expect(await admin.ask({ method: 'PUT', path: `/api${pathOf(resources.processModels, 'update')}`, body: starters })).toMatchObject({
    http: 200,
  })
  return rows
}

/** The instance that the alarm of a rule has begun, once it has. */
async function instanceOfAlarm(server: TestServer, tenant: BuiltTenant, rule: string): Promise<string> {
  const found = () =>
    inTenant(server, tenant, (tx) => tx.first(build.selectFrom('process_starts').select('instance_id').where('rule_id', '=', rule)))
  await until('the process of an alarm has begun', async () => typeof (await found())?.instance_id === 'string')
  return (await found())?.instance_id ?? ''
}

/** A message that could not be read, what was sent of an alarm, and what ned would read of it if he saw the device: none can be added by a call. */
async function storeWhatIsOnlyRead(
  { services }: TestServer,
  { id: tenant_id, roles }: BuiltTenant,
  device_id: string,
  canary: string,
): Promise<void> {
  await services.transactions.inPlatform('a test stores what is only read', async (tx) => {
    await tx.run(
      build.insertInto('unparsed_messages').values({
        tenant_id,
        id: newId(),
        device_id,
        received_at: new Date(),
        message_source: 'http',
        topic: null,
        payload: Buffer.from(canary),
        message_head: canary,
        fault_code: 'not-json',
        fault_place: '',
      }),
    )
    const alarm = await tx.first(build.selectFrom('alarms').select('id').where('tenant_id', '=', tenant_id))
    if (!alarm) throw new Error('no alarm was raised')
    await tx.run(
      build.insertInto('deliveries').values({
        tenant_id,
        id: newId(),
        rule_id: newId(),
        alarm_id: alarm.id,
        event_id: '1',
        delivery_event: 'raised',
        alarm_name: canary,
        alarm_priority: 2,
        alarm_value: 30,
        delivery_name: canary,
        channel_name: canary,
        channel_kind: 'webhook',
        happened_at: sql<Date>`now()`,
        due_at: sql<Date>`now()`,
      }),
    )
    const notice = { roleIds: [roles['SCOPED'] as string], deviceId: device_id, title: canary, lines: [canary] }
    await notifyRoles(tx, services.invalidations, { tenantId: tenant_id, ...notice, priority: 'high', language: 'en', hours: 24 })
  })
}

/** A date of a plan that nobody was there for: the server notes such as it looks at plans. */
async function storePlanDate({ services }: TestServer, { id: tenant_id }: BuiltTenant, plan_id: string): Promise<void> {
  await services.transactions.inPlatform('a test stores what is only read', (tx) =>
    tx.run(build.insertInto('plan_dates').values({ tenant_id, plan_id, due_on: '2020-02-29', date_outcome: 'missed', order_id: null })),
  )
}

/** A place of the branch with a device and a point. */
async function buildMine(server: TestServer, tenant: BuiltTenant, admin: Caller): Promise<Record<string, string>> {
  const org = tenant.organisations['branch'] as string
  const project = await addRow(admin, resources.projects, { orgId: org })
  const site = await addRow(admin, resources.sites, { orgId: org, projectId: project.id })
  const device = await buildDevice(server, tenant, { temperature: {} })
  const placed = { id: device.id, siteId: site.id }
  expect(await admin.ask({ method: 'PUT', path: `/api${pathOf(resources.devices, 'update')}`, body: placed })).toMatchObject({ http: 200 })
  const user = await admin.post(`/api${pathOf(resources.users, 'add')}`, newUser(tenant))
  const point = await server.services.transactions.inTenant(
    { tenantId: tenant.id },
    (tx) => tx.first(build.selectFrom('points').select('id').where('device_id', '=', device.id)),
    'read',
  )
  return {
    organisations: org,
    users: (user.data as { id: string }).id,
    projects: project.id,
    sites: site.id,
    devices: device.id,
    points: point?.id as string,
  }
}

/** Of each table whose rows are somebody's the ids that there are, but for these. */
async function idsOutOfScope(server: TestServer, { id }: BuiltTenant, but: ReadonlySet<string>): Promise<Map<string, readonly string[]>> {
  const rules = new Map<string, OwnedBy>([
    ...Object.entries(OWNED_TABLES),
    ...ownedNouns.map(({ table, ownedBy }): [string, OwnedBy] => [table, ownedBy as OwnedBy]),
  ])
  return server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' and table_name = any($1)`,
      [[...rules.keys()]],
    )
    const found = new Map<string, readonly string[]>()
    for (const { name } of rows) {
      const rule = rules.get(name)
      // What none of its columns gives to anybody is everybody's. Views may lack the column.
      const named = columnsOf(rule).map((column) => `to_jsonb(t) -> '${column}' is distinct from 'null'`)
      const only = named.length > 0 ? ` and (${named.join(' or ')})` : ''
      const all = await client.query<{ id: string }>(`select id from ${name} t where tenant_id = $1${only} order by id`, [id])
      found.set(
        name,
        all.rows.map((row) => row.id).filter((each) => !but.has(each)),
      )
    }
    return found
  })
}

/** By which columns a row is seen with another one. */
function columnsOf(rule: OwnedBy | undefined): string[] {
  if (typeof rule !== 'object' || !('follows' in rule)) return []
  return [rule.column, ...(typeof rule.without === 'object' ? [rule.without.column] : [])]
}

/** What is stored of the rows out of scope, as one text. */
export async function storedOutOfScope({ database }: TestServer, { tables }: ScopeWorld): Promise<string> {
  return database.asOwner(async (client) => {
    const lines: string[] = []
    for (const [name, ids] of tables) {
      // A view of sessions, which stand here themselves, with how long ago somebody was there.
      if (name === 'online_users') continue
      const line = `md5((to_jsonb(t) - 'last_seen_at')::text)`
      const { rows } = await client.query<{ count: string; hash: string | null }>(
        `select count(*) as count, md5(string_agg(${line}, '' order by id)) as hash from ${name} t where id = any($1)`,
        [ids],
      )
      lines.push(`${name} ${rows[0]?.count} ${rows[0]?.hash}`)
    }
    return lines.join('\n')
  })
}

/** A parameter of a call that can name a row, with the noun of that row, and what the call takes besides. */
export interface ScopeQuestion {
  readonly target: Target
  readonly noun: string
  readonly body: () => Promise<Record<string, unknown>>
  /** What the parameter is when it names this row. */
  readonly value: (id: string) => unknown
}

/** Every call behind a sign-in with each parameter that can name a row of a noun that is somebody's. */
export function scopeQuestions({ admin, mine }: Pick<ScopeWorld, 'admin' | 'mine'>): ScopeQuestion[] {
  const routes = features.flatMap((feature) => feature.routes)
  const plain = targetsOf(features)
    .filter(({ isTaken, route }) => isTaken && route.access !== 'platform' && !route.protocol && !OF_EVERY_NOUN.test(route.path))
    .flatMap((target) =>
      nounsOf(target).map((noun): ScopeQuestion => ({ target, noun, body: () => bodyOf(target.route, admin, mine), value: (id) => id })),
    )
  const ofEvery = routes
    .filter(({ path }) => OF_EVERY_NOUN.test(path))
    .flatMap((route) =>
      ownedNouns.map((of): ScopeQuestion => {
        const isBatch = route.path.endsWith('/updateRows')
        const values = Object.fromEntries([[of.title, 'changed']].filter(([name]) => writableFields(of, 'update').includes(name as string)))
        return {
          target: { route, parameter: isBatch ? 'rows' : 'id', isTaken: true },
          noun: of.name,
          body: async () => ({ noun: of.name, ...(isBatch ? { values } : {}) }),
          value: (id) => (isBatch ? [{ id }] : id),
        }
      }),
    )
  return [...plain, ...ofEvery]
}

/** Calls that say the noun beside the row. */
const OF_EVERY_NOUN = /\/(queryHistory|updateRows|undoRows|restoreRows)$/

/** Which nouns a parameter can be about: where it is an id as such, that of its call or those of its area's paths; otherwise whatever has a link of this name, and all where nothing has. */
function nounsOf({ route, parameter }: Target): string[] {
  const owned = (names: readonly (string | undefined)[]) => ownedNouns.map(({ name }) => name).filter((name) => names.includes(name))
  if (/^(id|ids)$/.test(parameter)) {
    const base = ownedNouns.filter(({ api }) => route.path.startsWith(`${api.base}/`)).map(({ name }) => name)
    return owned([route.of?.name, ...base])
  }
  const linked = Object.values<Resource>(resources).flatMap(({ fields }) => fields[parameter]?.link?.to ?? [])
  return linked.length > 0 ? owned(linked) : ownedNouns.map(({ name }) => name)
}

/** Right values for whatever else a call takes, as far as they are in scope. */
async function bodyOf(route: Route, admin: Caller, mine: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const { of } = route
  if (of && route.path === pathOf(of, 'add')) {
    const links = writableFields(of, 'add').flatMap((name): [string, unknown][] => {
      const { link, kind } = of.fields[name] ?? {}
      const id = mine[nounNamed(link?.to ?? '')?.name ?? '']
      return id === undefined ? [] : [[name, kind === 'references' ? [id] : id]]
    })
    return newValues(admin, of, { ...Object.fromEntries(links), ...(of === resources.alarmRules ? { pointKey: 'temperature' } : {}) })
  }
  if (of && route.path === pathOf(of, 'update')) return { id: mine[of.name] ?? newId() }
  return belongingsFor(route, {}) ?? {}
}
