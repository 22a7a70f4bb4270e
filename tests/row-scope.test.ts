/** Who sees some rows of a tenant sees no others, whatever they ask: in lists, by id, as references, in what follows, and in the database itself. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import type { ScopeKind } from '../model/row-scope.ts'
import type { ScopedTable } from '../model/scoped-nouns.ts'
import { SCOPED_TABLES } from '../model/scoped-nouns.ts'
import { administrator } from '../seeds/roles.ts'
import { readScopes, rowsOf } from '../server/kernel/authorization/row-scope.ts'
import { build } from '../server/kernel/database/sql.ts'
import { buildRule, measure } from './support/alarms.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, newUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { BuiltDevice } from './support/devices.ts'
import { buildDevice } from './support/devices.ts'
import { rowsOfFile } from './support/files.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { pathsOf } from './support/values.ts'

interface Side {
  org: string
  project: string
  site: string
  device: BuiltDevice
  point: string
  rule: string
  canary: string
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let own: Side
let other: Side

beforeAll(async () => {
  server = await sharedServer()
  const scoped = { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' }
  tenant = await buildTenant(server, {
    roles: [scoped],
    users: [buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] })],
  })
  admin = await tenant.signIn('admin')
  own = await buildSide('branch', tenant.organisations['branch'] as string)
  const org = await added('sysorg/addSysOrg', {
    orgName: `far ${unique()}`,
    orgType: 'company',
    orgSequence: 2,
    parentId: tenant.organisations['root'],
  })
  other = await buildSide('far', org)
  await added('sysuser/addSysUser', newUser(tenant, { username: `far-${unique()}`, nickname: other.canary, orgId: org }))
}, 120_000)
afterAll(() => server.stop())

async function added(call: string, body: object, as: Client = admin): Promise<string> {
  const path = call.startsWith('sys') ? `/api/admin/${call}` : `/api/acquisition/${call}`
  const answer = await as.post<{ id: string }>(path, body)
  if (answer.http !== 200) throw new Error(`${call}: ${answer.http} ${answer.message} ${JSON.stringify(answer.errors)}`)
  return answer.data.id
}

/** A project with a site, and there a device with a point that has a value and an alarm. */
async function buildSide(name: string, org: string): Promise<Side> {
  const canary = `${name}-${unique()}`
  const project = await added('project/addProject', { projectCode: canary, projectName: canary, projectStatus: 'active', orgId: org })
  // Without an organisation of its own: it has its project's.
  const site = await added('site/addSite', { siteCode: canary, siteName: canary, projectId: project })
  const device = await buildDevice(server, tenant, { temperature: {} })
  const row = (await admin.get<{ list: { version: number }[] }>('/api/acquisition/device/queryDevice', { id: device.id })).data.list[0]
  const placed = { id: device.id, version: row?.version, siteId: site, deviceName: canary }
  expect((await admin.put('/api/acquisition/device/updateDevice', placed)).http).toBe(200)
  const rule = await buildRule(server, device, { rule_name: canary })
  await measure(server, device, { temperature: 30 })
  const points = await admin.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: device.id })
  return { org, project, site, device, rule, canary, point: points.data.list[0]?.id as string }
}

type Scope = { table?: ScopedTable; kind: ScopeKind; organisations?: string[]; projects?: string[]; sites?: string[] }

/** What the role of `ned` sees from now on; gives him signed in. */
async function seeing(...scopes: Scope[]): Promise<Client> {
  const roleId = tenant.roles['SCOPED']
  const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId,
    scopes: scopes.map((scope) => ({ table: '', ...scope })),
  })
  expect(stored.http, JSON.stringify(stored)).toBe(200)
  return tenant.signIn('ned')
}

const listOf = async (as: Client, of: Resource) => {
  const { data, http, message } = await as.get<{ list: Record<string, unknown>[]; total: number }>(pathsOf(of).query, { pageSize: '200' })
  expect(http, `${of.name}: ${message}`).toBe(200)
  return data
}
const idsOf = async (as: Client, of: Resource) => (await listOf(as, of)).list.map(({ id }) => id)

describe('what is seen', () => {
  it.each<[string, () => Scope]>([
    ['own organisation and below', () => ({ kind: 'below' })],
    ['own organisation', () => ({ kind: 'organisation' })],
    ['an organisation that is named', () => ({ kind: 'some', organisations: [own.org] })],
    ['a project that is named', () => ({ kind: 'some', projects: [own.project] })],
    ['a site that is named', () => ({ kind: 'some', sites: [own.site] })],
  ])('%s: what stands there, and nothing of elsewhere', async (_name, scope) => {
    const ned = await seeing(scope())
    expect(await idsOf(ned, resources.sites)).toEqual([own.site])
    expect(await idsOf(ned, resources.devices)).toEqual([own.device.id])
    expect(await idsOf(ned, resources.points)).toEqual([own.point])
    expect(await idsOf(ned, resources.alarmRules)).toEqual([own.rule])
    const { list, total } = await listOf(ned, resources.alarms)
    expect([list.map(({ ruleName }) => ruleName), total]).toEqual([[own.canary], 1])
  })

  it('own records: what one has added oneself', async () => {
    const ned = await seeing({ kind: 'own' })
    expect(await idsOf(ned, resources.sites)).toEqual([])
    const code = unique()
    const site = await added('site/addSite', { siteCode: code, siteName: code }, ned)
    expect(await idsOf(ned, resources.sites)).toEqual([site])
    expect(await idsOf(ned, resources.users)).toEqual([tenant.users['ned']])
    expect(await idsOf(ned, resources.organisations)).toEqual([own.org])
    expect((await admin.post(`/api/acquisition/site/deleteSite?id=${site}`)).http).toBe(200)
  })

  it('people: those of the organisations, and always oneself', async () => {
    const ned = await seeing({ kind: 'below' })
    const names = (await listOf(ned, resources.users)).list.map(({ username }) => username).sort()
    expect(names).toEqual(['editor', 'ned', 'viewer'])
    expect((await listOf(await seeing({ kind: 'organisation' }), resources.users)).list.map(({ username }) => username).sort()).toEqual([
      'editor',
      'ned',
    ])
  })

  it('a noun may have another scope than the rest, and several roles unite', async () => {
    const ned = await seeing({ kind: 'below' }, { table: 'devices', kind: 'all' }, { table: 'users', kind: 'own' })
    expect((await idsOf(ned, resources.devices)).sort()).toEqual([own.device.id, other.device.id].sort())
    // The site of a device that is seen may be none that is seen: it has no name.
    const devices = (await listOf(ned, resources.devices)).list
    expect(devices.find(({ id }) => id === other.device.id)?.['siteName'] ?? null).toBeNull()
    expect(await idsOf(ned, resources.sites)).toEqual([own.site])
    expect(await idsOf(ned, resources.users)).toEqual([tenant.users['ned']])
    const scope = (kind: ScopeKind) => ({
      id: randomUUID(),
      scopes: new Map([['' as const, { kind, organisations: [], below: [], projects: [], sites: [] }]]),
    })
    const together = rowsOf('00000000-0000-7000-8000-000000000001', undefined, [scope('own'), scope('all')])
    expect(together.key).toBe('')
  })

  it('nothing of elsewhere is told by any list, tree, choice, count, history or trend', async () => {
    const ned = await seeing({ kind: 'below' })
    const { point, device, org, canary, site } = other
    const asked: [string, Record<string, string>][] = [
      ...Object.values<Resource>(resources)
        .filter(({ scope }) => scope === 'tenant' || scope === 'layered')
        .map((of): [string, Record<string, string>] => [pathsOf(of).query, { pageSize: '200' }]),
      ['/api/admin/sysorg/querySysOrgTree', {}],
      ['/api/admin/sysorg/queryOrgUserTree', {}],
      ['/api/admin/sysorg/queryModelOrgUserTree', {}],
      ['/api/admin/sysuser/queryUsername', {}],
      ['/api/acquisition/device/queryDeviceState', { id: device.id }],
      ['/api/acquisition/overview/queryOverview', {}],
      ['/api/acquisition/reading/queryLatestReading', { deviceId: device.id }],
      ['/api/acquisition/reading/queryReadingTrend', { pointId: point, from: String(Date.now() - 3_600_000), to: String(Date.now()) }],
      ['/api/acquisition/alarm/queryAlarmHealth', { from: String(Date.now() - 3_600_000), to: String(Date.now()) }],
      ['/api/admin/syslog/queryHistory', { noun: 'devices', id: device.id }],
      ['/api/acquisition/device/queryDevice', { id: device.id }],
      ['/api/acquisition/device/queryDevice', { siteId: site }],
      ['/api/admin/sysuser/querySysUser', { orgId: org }],
    ]
    for (const [path, query] of asked) {
      const { text } = await textOf(ned, path, query)
      expect(text, path).not.toContain(canary)
      for (const id of [device.id, point, org, site].filter((each) => !Object.values(query).includes(each)))
        expect(text, path).not.toContain(id)
    }
    // The questions are right: who sees all is told of it.
    expect((await textOf(admin, '/api/acquisition/device/queryDevice', {})).text).toContain(canary)
    expect((await textOf(admin, '/api/acquisition/device/queryDeviceState', { id: device.id })).http).toBe(200)
  })
})

async function textOf(as: Client, path: string, query: Record<string, string>): Promise<{ http: number; text: string }> {
  const answer = await as.get(path, query)
  return { http: answer.http, text: JSON.stringify(answer) }
}

/** All that stands in the exported workbook of a noun. */
async function exported(as: Client, { api: { base, noun } }: Resource): Promise<string> {
  const file = await fetch(`${server.url}/api${base}/export${noun}`, { method: 'POST', headers: { authorization: `Bearer ${as.token}` } })
  expect(file.status, noun).toBe(200)
  return JSON.stringify(await rowsOfFile(Buffer.from(await file.arrayBuffer()), file.headers.get('content-type') ?? ''))
}

it('what was changed of a channel is told to whoever sees all devices, and to nobody else', async () => {
  const channelName = unique()
  const id = await added('alarmchannel/addAlarmChannel', {
    channelName,
    channelKind: 'webhook',
    channelStatus: 1,
    channelAddress: 'https://example.com/hook',
  })
  const historyFor = async (as: Client) => (await textOf(as, '/api/admin/syslog/queryHistory', { noun: 'alarm-channels', id })).text
  expect(await historyFor(admin)).toContain(channelName)
  expect(await historyFor(await seeing({ kind: 'below' }))).not.toContain(channelName)
})

describe('every noun, by every operation, in every scope', () => {
  it.each<[string, () => Scope[]]>([
    ['own organisation and below', () => [{ kind: 'below' }]],
    ['own organisation', () => [{ kind: 'organisation' }]],
    ['own records', () => [{ kind: 'own' }]],
    ['a site that is named', () => [{ kind: 'some', sites: [own.site] }]],
    // What differs for one noun opens no other.
    ['own records, and a site for devices', () => [{ kind: 'own' }, { table: 'devices', kind: 'some', sites: [own.site] }]],
  ])('%s: what is elsewhere is not there', async (_name, scopes) => {
    const ned = await seeing(...scopes())
    const { list: people } = await listOf(admin, resources.users)
    const stranger = String(people.find(({ nickname }) => nickname === other.canary)?.['id'])
    const elsewhere: [Resource, string][] = [
      [resources.organisations, other.org],
      [resources.users, stranger],
      [resources.projects, other.project],
      [resources.sites, other.site],
      [resources.devices, other.device.id],
      [resources.points, other.point],
      [resources.alarmRules, other.rule],
    ]
    const before = await Promise.all(elsewhere.map(async ([of, id]) => (await textOf(admin, pathsOf(of).query, { id })).text))
    for (const [of, id] of elsewhere) {
      const found = await ned.get<{ list: unknown[]; total: number }>(pathsOf(of).query, { id })
      // A tree has no filter by id; nothing of it is told all the same.
      expect(JSON.stringify(found.data), of.name).not.toContain(other.canary)
      expect((await ned.put(pathsOf(of).update, { id, version: 1 })).http, `update ${of.name}`).toBe(404)
      expect((await ned.post(`${pathsOf(of).delete}?id=${id}`)).http, `delete ${of.name}`).toBe(404)
      const history = await ned.get('/api/admin/syslog/queryHistory', { noun: of.name, id })
      expect(JSON.stringify(history), `history of ${of.name}`).not.toContain(other.canary)
      const word = of === resources.organisations ? 'far ' : of === resources.points ? other.device.code : other.canary
      expect(await exported(ned, of), `export of ${of.name}`).not.toContain(word)
      // The question is right: who sees all is told.
      expect(await exported(admin, of), of.name).toContain(word)
    }
    const after = await Promise.all(elsewhere.map(async ([of, id]) => (await textOf(admin, pathsOf(of).query, { id })).text))
    expect(after).toEqual(before)
  })
})

describe('what is written', () => {
  it('a row is neither added elsewhere nor moved there, and one of elsewhere is not there', async () => {
    const ned = await seeing({ kind: 'below' })
    const code = unique()
    const elsewhere = await ned.post('/api/acquisition/site/addSite', { siteCode: code, siteName: code, orgId: other.org })
    expect([elsewhere.http, JSON.stringify(elsewhere.errors)]).toEqual([422, expect.stringContaining('orgId')])
    // To no organisation at all is out of scope as well; the refusal says which field.
    const nowhere = await ned.post('/api/acquisition/site/addSite', { siteCode: code, siteName: code })
    expect([nowhere.http, JSON.stringify(nowhere.errors)]).toEqual([403, expect.stringContaining('orgId')])
    const site = await added('site/addSite', { siteCode: code, siteName: code, orgId: own.org }, ned)
    const put = (path: string, body: object) => ned.put(`/api/acquisition/${path}`, body)
    expect((await put('site/updateSite', { id: site, version: 1, orgId: null })).http).toBe(403)
    expect((await put('site/updateSite', { id: other.site, version: 1, siteName: 'x' })).http).toBe(404)
    expect((await put('device/updateDevice', { id: own.device.id, siteId: other.site })).http).toBe(422)
    expect((await put('device/updateDevice', { id: own.device.id, gatewayId: other.device.id })).http).toBe(422)
    expect((await ned.post(`/api/acquisition/site/deleteSite?id=${other.site}`)).http).toBe(404)
    expect((await ned.post(`/api/acquisition/site/deleteSite?id=${site}`)).http).toBe(200)
    expect((await ned.post('/api/admin/sysuser/addSysUser', newUser(tenant, { orgId: other.org, roleId: [] }))).http).toBe(422)
  })

  it('an organisation is added below those that are seen, and is seen with what is below it', async () => {
    const ned = await seeing({ kind: 'below' })
    const org = { orgType: 'team', orgSequence: 1 }
    const first = await added('sysorg/addSysOrg', { ...org, orgName: `a ${unique()}`, parentId: own.org }, ned)
    const second = await added('sysorg/addSysOrg', { ...org, orgName: `b ${unique()}`, parentId: first }, ned)
    const { text } = await textOf(ned, pathsOf(resources.organisations).query, {})
    for (const id of [own.org, first, second]) expect(text).toContain(id)
    expect(text).not.toContain(`${tenant.canary} root`)
    expect(
      (await ned.post('/api/admin/sysorg/addSysOrg', { ...org, orgName: `c ${unique()}`, parentId: tenant.organisations['root'] })).http,
    ).toBe(422)
    expect((await ned.post(`/api/admin/sysorg/deleteSysOrg?id=${first}`)).http).toBe(200)
  })

  it('a rule for all devices of a type is read, and changed by those who see all devices', async () => {
    const type = await added('devicetype/addDeviceType', { typeCode: `T${unique().toUpperCase()}`, typeName: unique() })
    await added('typepoint/addTypePoint', { deviceTypeId: type, pointKey: 'x', pointName: 'x' })
    const values = { ruleName: unique(), deviceTypeId: type, pointKey: 'x', alarmKind: 'bad-quality', alarmPriority: 1, ruleStatus: 1 }
    const rule = await added('alarmrule/addAlarmRule', values)
    const ned = await seeing({ kind: 'below' })
    expect(await idsOf(ned, resources.alarmRules)).toContain(rule)
    expect((await ned.put('/api/acquisition/alarmrule/updateAlarmRule', { id: rule, version: 1, ruleStatus: 0 })).http).toBe(403)
    expect((await ned.post(`/api/acquisition/alarmrule/deleteAlarmRule?id=${rule}`)).http).toBe(403)
    expect((await ned.post('/api/acquisition/alarmrule/addAlarmRule', { ...values, ruleName: unique() })).http).toBe(403)
    expect((await admin.post(`/api/acquisition/alarmrule/deleteAlarmRule?id=${rule}`)).http).toBe(200)
  })
})

describe('who gives it', () => {
  it('nobody gives a role more rows than they see, nor a role that shows more', async () => {
    const ned = await seeing({ kind: 'below' })
    const roleCode = `R${unique()}`
    const roleId = await added('sysrole/addSysRole', { roleCode, roleName: roleCode }, ned)
    const give = (as: Client, ...scopes: Scope[]) =>
      as.post('/api/admin/sysrole/authorizeDataScope', { roleId, scopes: scopes.map((scope) => ({ table: '', ...scope })) })
    // What somebody makes who does not see all begins with the least there is.
    expect((await ned.get('/api/admin/sysrole/queryDataScope', { roleId })).data).toMatchObject([{ table: '', kind: 'own' }])
    expect((await give(ned)).http).toBe(403)
    expect((await give(ned, { kind: 'all' })).http).toBe(403)
    for (const table of SCOPED_TABLES) expect((await give(ned, { kind: 'below' }, { table, kind: 'all' })).http, table).toBe(403)
    // What follows another noun has its scope, and none of its own.
    expect((await give(admin, { kind: 'below' }, { table: 'points', kind: 'all' })).http).toBe(422)
    expect((await give(ned, { kind: 'some', sites: [other.site] })).http).toBe(422)
    expect((await give(ned, { kind: 'some', organisations: [tenant.organisations['root'] as string] })).http).toBe(422)
    expect((await give(ned, { kind: 'some', sites: [own.site], projects: [own.project], organisations: [own.org] })).http).toBe(200)
    expect((await give(ned, { kind: 'below' })).http).toBe(200)
    expect((await give(admin, { kind: 'all' })).http).toBe(200)
    expect((await ned.post('/api/admin/sysrole/authorizeUserToRole', { roleId, userId: [tenant.users['viewer']] })).http).toBe(403)
    // A role that names what they do not see shows more, too, whoever has it read first.
    for (const named of [{ projects: [other.project] }, { sites: [other.site] }, { organisations: [other.org] }]) {
      expect((await give(admin, { kind: 'some', ...named })).http).toBe(200)
      expect((await ned.post('/api/admin/sysrole/authorizeUserToRole', { roleId, userId: [tenant.users['viewer']] })).http).toBe(403)
    }
    expect((await give(admin, { kind: 'own' }, { kind: 'below' })).http).toBe(422)
    expect((await give(admin, { kind: 'some' })).http).toBe(422)
    const administrators = { roleId: tenant.roles['ROLE_ADMIN'], scopes: [{ table: '', kind: 'own' }] }
    expect((await admin.post('/api/admin/sysrole/authorizeDataScope', administrators)).http).toBe(409)
  })

  it('a change of it counts at once, in sessions that are open', async () => {
    const ned = await seeing({ kind: 'own' })
    expect(await idsOf(ned, resources.devices)).toEqual([])
    await seeing({ kind: 'below' })
    expect(await idsOf(ned, resources.devices)).toEqual([own.device.id])
    // The site moves away, and with it what stands there.
    const move = async (orgId: string) => {
      const { version } =
        (await admin.get<{ list: { version: number }[] }>('/api/acquisition/site/querySite', { id: own.site })).data.list[0] ?? {}
      expect((await admin.put('/api/acquisition/site/updateSite', { id: own.site, version, orgId })).http).toBe(200)
    }
    await move(other.org)
    expect(await idsOf(ned, resources.devices)).toEqual([])
    await move(own.org)
    expect(await idsOf(ned, resources.devices)).toEqual([own.device.id])
  })
})

describe('in the database', () => {
  it('somebody whose scope nobody has said sees nothing, and neither does a scope that is empty', async () => {
    const { transactions } = server.services
    const count = (table: 'devices' | 'users' | 'organisations' | 'alarms', rows?: never) =>
      transactions.inTenant(
        { tenantId: tenant.id, userId: randomUUID(), rows } as never,
        (tx) => tx.first(build.selectFrom(table).select(sql<number>`count(*)::int`.as('count'))),
        'read',
      )
    for (const table of ['devices', 'users', 'organisations', 'alarms'] as const) expect(await count(table), table).toEqual({ count: 0 })
  })

  it('of sites, what the roles name that somebody holds, each for the table that it says, and what no other role names', async () => {
    const named = async (...scopes: Scope[]) => {
      const roleCode = `R${unique()}`
      const roleId = await added('sysrole/addSysRole', { roleCode, roleName: roleCode })
      const given = await admin.post('/api/admin/sysrole/authorizeDataScope', {
        roleId,
        scopes: scopes.map((scope) => ({ table: '', ...scope })),
      })
      expect(given.http, JSON.stringify(given)).toBe(200)
      return roleId
    }
    const here = await named({ kind: 'some', sites: [own.site] })
    const there = await named({ kind: 'some', sites: [other.site] })
    const forDevices = await named({ kind: 'own' }, { table: 'devices', kind: 'some', sites: [other.site] })
    const butDevices = await named({ kind: 'some', sites: [own.site, other.site] }, { table: 'devices', kind: 'own' })
    const { transactions } = server.services
    const { id: tenantId } = tenant
    const all = await transactions.inTenant({ tenantId }, (tx) => readScopes(tx, [here, there, forDevices, butDevices]), 'read')
    const seen = (...held: string[]) => {
      const userId = randomUUID()
      const rows = rowsOf(
        userId,
        undefined,
        held.map((id) => ({ id, scopes: all.get(id) ?? new Map() })),
      )
      const ids = (table: 'sites' | 'devices') => build.selectFrom(table).select('id').orderBy('id')
      return transactions.inTenant(
        { tenantId, userId, rows },
        async (tx) => [await tx.all(ids('sites')), await tx.all(ids('devices'))].map((found) => found.map(({ id }) => id)),
        'read',
      )
    }
    const [mine, theirs] = [own.device.id, other.device.id]
    const both = [mine, theirs].sort()
    expect(await seen(here)).toEqual([[own.site], [mine]])
    expect(await seen(here, there)).toEqual([[own.site, other.site].sort(), both])
    expect(await seen(forDevices)).toEqual([[], [theirs]])
    expect(await seen(here, forDevices)).toEqual([[own.site], both])
    expect(await seen(butDevices)).toEqual([[own.site, other.site].sort(), []])
    expect(await seen(butDevices, here)).toEqual([[own.site, other.site].sort(), [mine]])
  })

  it('of sites, also what a server of the version before brings along: the sites themselves, as far as they are of the tenant', async () => {
    const stranger = await buildTenant(server)
    const { data } = await (
      await stranger.signIn('admin')
    ).post<{ id: string }>('/api/acquisition/site/addSite', { siteCode: 'S', siteName: 'S' })
    const { transactions } = server.services
    const seen = (...sites: readonly string[]) => {
      const [userId, scope] = [randomUUID(), (table: string, text: string) => `; set local app.scope${table} = '${text}'`]
      const statements = scope('', `${userId};;;;;;${sites.join(',')};`) + scope('_points', `${userId};;;;;;${sites.join(',')};`)
      const ids = (table: 'sites' | 'devices' | 'points') => build.selectFrom(table).select('id')
      return transactions.inTenant(
        { tenantId: tenant.id, userId, rows: { statements, key: statements } },
        async (tx) =>
          [await tx.all(ids('sites')), await tx.all(ids('devices')), await tx.all(ids('points'))].map((found) => found.map(({ id }) => id)),
        'read',
      )
    }
    expect(await seen(own.site)).toEqual([[own.site], [own.device.id], [own.point]])
    expect(await seen(data.id, randomUUID())).toEqual([[], [], []])
    expect(await seen()).toEqual([[], [], []])
  })

  it('what the server asks beyond a scope is asked of one statement alone', async () => {
    const { transactions } = server.services
    const rows = rowsOf(randomUUID(), undefined, [])
    const [before, whole, after] = await transactions.inTenant(
      { tenantId: tenant.id, userId: randomUUID(), rows },
      (tx) => {
        const devices = build.selectFrom('devices').select(sql<number>`count(*)::int`.as('count'))
        return Promise.all([tx.first(devices), tx.beyondScope('a test counts all').first(devices), tx.first(devices)])
      },
      'read',
    )
    expect([before, after]).toEqual([{ count: 0 }, { count: 0 }])
    expect(whole?.count).toBeGreaterThanOrEqual(2)
  })
})
