/**
 * What a noun refuses it refuses in the same words, whoever brings the row: a form, a file, or a call by the noun's name. And
 * neither an undo nor a restore brings a row into a state that no change could.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '../model/field.ts'
import {
  alarmRules,
  deviceTypes,
  dictionaries,
  equipment,
  limitSets,
  menus,
  organisations,
  posts,
  roles,
  runs,
  tenants,
  urls,
  userPosts,
} from '../model/index.ts'
import { limitsOf } from '../model/messages.ts'
import type { Resource } from '../model/resource.ts'
import { writableFields } from '../model/resource.ts'
import { pathOf } from '../model/noun-calls.ts'
import type { RoleSeed } from '../seeds/tenant.ts'
import '../server/app.ts'
import type { Importable } from '../server/exchange/index.ts'
import { everyImportable } from '../server/exchange/index.ts'
import type { Caller } from '../server/kernel/authorization/caller.ts'
import { callerOf } from '../server/kernel/authorization/caller.ts'
import { inScopeOf } from '../server/kernel/authorization/in-scope-of.ts'
import { Failure } from '../server/kernel/errors.ts'
import { inWords } from '../server/kernel/http/failures.ts'
import { translatorFor } from '../server/kernel/http/language.ts'
import type { Order } from '../server/kernel/resources/perform-write.ts'
import { write } from '../server/kernel/resources/perform-write.ts'
import type { NounWrites } from '../server/kernel/resources/noun-writes.ts'
import { everyWrites } from '../server/kernel/resources/noun-writes.ts'
import { storeBuiltIn } from '../server/seed/built-in.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildPlatform, buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { importRows } from './support/uploads.ts'
import { addRow, newValues, pathsOf, valueOf } from './support/values.ts'

type Changes = Record<string, unknown>

/** Writes people, posts and clients, and may do nothing else: so most roles are not theirs to give. */
const narrow: RoleSeed = {
  roleCode: 'NARROW',
  roleName: 'Narrow',
  roleDescription: '',
  menus: ['sysuser', 'sysuserpost', 'appclient', 'sysrole'],
  urls: ['/admin/sysuser/*', '/admin/sysuserpost/*', '/uaa/appclient/*', '/admin/sysrole/*'],
  hiddenButtons: [],
  hiddenFields: [],
}
/** Sees no telephone numbers, and nothing of them. */
const blind: RoleSeed = {
  ...narrow,
  roleCode: 'BLIND',
  roleName: 'Blind',
  menus: ['sysorg'],
  urls: ['/admin/sysorg/*'],
  hiddenFields: [{ menu: 'sysorg', fields: ['orgDescription'] }],
}

let server: TestServer
let tenant: BuiltTenant
const clients = {} as Record<'admin' | 'narrow' | 'blind' | 'viewer' | 'operator', Client>
beforeAll(async () => {
  server = await startServer()
  const people = [
    buildUser({ username: 'narrow', roles: ['NARROW'] }),
    buildUser({ username: 'blind', roles: ['BLIND'] }),
    buildUser({ username: 'plain', roles: ['NARROW'] }),
  ]
  tenant = await buildTenant(server, { roles: [narrow, blind], users: people })
  for (const name of ['admin', 'narrow', 'blind', 'viewer'] as const) clients[name] = await tenant.signIn(name)
  clients.operator = await (await buildPlatform(server)).signIn('admin')
  await server.services.transactions.inPlatform('a test needs what comes with the product', (tx) => storeBuiltIn(tx))
})
afterAll(() => server.stop())

const translate = translatorFor('en')
const asking = async (client: Client): Promise<{ caller: Caller; t: typeof translate; services: TestServer['services'] }> => ({
  caller: callerOf(await server.services.sessions.authenticate(client.token), undefined, 'en'),
  t: translate,
  services: server.services,
})

/** Writes by the noun's name, in the scope in which its rows are written. */
async function ordered(client: Client, of: Resource, order: Omit<Order, 'noun'> & { noun?: Order['noun'] }): Promise<unknown> {
  const who = await asking(client)
  return inScopeOf(server.services.transactions, of, who.caller, (tx) => write(tx, who, { noun: of.name, ...order }), 'write')
}

type Finding = { field: string; message: string }
const sorted = (findings: readonly Finding[]) => findings.map(({ field, message }) => `${field}: ${message}`).sort()

interface Found {
  readonly form: string[]
  readonly file: string[]
  readonly name: string[]
}

/** What each of the three ways finds wrong with rows, of which a file brings all together. None of them may take one. */
async function refusals(client: Client, of: Resource, rows: readonly Changes[], without: readonly string[] = []): Promise<Found[]> {
  const names = writableFields(of, 'add').filter((name) => !without.includes(name))
  const cells = rows.map((values) => names.map((name) => [values[name] ?? ''].flat().join(',')))
  const { data } = await importRows(server.url, client, of, [names, ...cells], { mode: 'check' })
  const found: Found[] = []
  for (const [at, values] of rows.entries()) {
    const form = await client.post(pathsOf(of).add, values, { 'accept-language': 'en' })
    const named = await ordered(client, of, { operation: 'add', values }).catch((error: unknown) => error)
    found.push({
      form: form.http < 400 ? [`taken: ${form.http}`] : sorted(form.errors ?? [{ field: '', message: form.message }]),
      name: named instanceof Failure ? sorted(inWords(named, translate).errors ?? []) : [`taken: ${String(named)}`],
      // The headings are the first row.
      file: sorted((data?.report.errors ?? []).filter(({ row }) => row === at + 2)),
    })
  }
  return found
}

/** A row of what a noun needs, and what its rule looks at. */
const needed = (client: Client, of: Resource, changes: Changes = {}) =>
  newValues(client, of, {
    ...Object.fromEntries(
      writableFields(of, 'add')
        .filter((name) => !of.fields[name]?.required && !of.rule?.over.includes(name))
        .map((name) => [name, undefined]),
    ),
    ...changes,
  })

/** New values of what is unique, so that rows of one file differ. */
const fresh = (of: Resource): Changes =>
  Object.fromEntries(
    [...(of.unique ?? []), ...Object.keys(of.uniqueWithin ?? {})]
      .filter((name) => of.fields[name]?.required)
      .map((name) => [name, valueOf(of.fields[name] as Field)]),
  )

const writerOf = ({ scope }: Resource): 'admin' | 'operator' => (scope === 'platform' || scope === 'shared' ? 'operator' : 'admin')

/** Nouns that files add rows to. */
const importables = everyImportable().filter(({ special }) => special.by === undefined)

/** Values that the declaration alone refuses, by field. */
function* declared({ of, special }: Importable): Generator<[string, unknown]> {
  for (const name of writableFields(of, 'add')) {
    const field = of.fields[name] as Field
    if (special.without?.includes(name) || field.link) continue
    if (field.required) yield [name, '']
    const { max } = limitsOf(field)
    if (field.kind === 'text' && max !== undefined && max < 10_000) yield [name, 'a'.repeat(max + 1)]
    if (field.kind === 'integer' || field.kind === 'decimal') yield [name, 'many']
    if (field.kind === 'choice') yield [name, 'no such choice']
  }
}

describe.each(importables.map((importable) => [importable.of.name, importable] as const))('%s', (_name, importable) => {
  const { of, special } = importable
  it('refuses what its fields do not take, in the same words to a form, a file and a call by its name', async () => {
    const client = clients[writerOf(of)]
    const sound = await needed(client, of)
    // A line of a file with nothing in it is none.
    const wrong = [...declared(importable)].filter(
      ([name, value]) => value !== '' || Object.entries(sound).some(([other, text]) => other !== name && text !== undefined),
    )
    const found = await refusals(
      client,
      of,
      wrong.map(([name, value]) => ({ ...sound, ...fresh(of), [name]: value })),
      special.without,
    )
    expect(found.length).toBeGreaterThan(1)
    for (const [at, { form, file, name: named }] of found.entries()) {
      const [name, value] = wrong[at] as [string, unknown]
      expect(form, `${name} = ${String(value)}`).toEqual(expect.arrayContaining([expect.stringMatching(`^${name}: `)]))
      expect([file, named], `${name} = ${String(value)}`).toEqual([form, form])
    }
  })

  it('refuses a value that is taken in the same words', async () => {
    const client = clients[writerOf(of)]
    const unique = of.unique ?? []
    if (unique.length === 0) return
    const before = await addRow(client, of, await needed(client, of))
    const sound = await needed(client, of)
    const rows = unique.map((name) => ({ ...sound, ...fresh(of), [name]: before.values[name] }))
    for (const { form, file, name } of await refusals(client, of, rows, special.without)) {
      expect(form).toHaveLength(1)
      expect([file, name]).toEqual([form, form])
    }
  })
})

type Violation = readonly [what: string, who: keyof typeof clients, values: () => Promise<Changes>, code: string]

const idOf = async (client: Client, of: Resource, query: Record<string, string>) => {
  const { data } = await client.get<{ list: { id: string; children?: { id: string }[] }[] }>(pathsOf(of).query, {
    pageSize: 1000,
    ...query,
  })
  const [row] = data.list
  if (!row) throw new Error(`no row of ${of.name} is like ${JSON.stringify(query)}`)
  return row.id
}

/** A rule over a point that is nowhere. */
async function withoutPoint(changes: Changes): Promise<Changes> {
  const { deviceId, deviceTypeId } = await newValues(clients.admin, alarmRules)
  return { alarmKind: 'bad-quality', deviceId, deviceTypeId, pointKey: 'nowhere', ...changes }
}

/** What the nouns refuse beyond their declaration. */
const violations: Record<string, readonly Violation[]> = {
  users: [
    [
      "a role that is not the caller's to give",
      'narrow',
      async () => ({ orgId: tenant.organisations['root'], roleId: [tenant.roles['ROLE_ADMIN']] }),
      'grant.exceeds',
    ],
  ],
  'user-posts': [
    [
      'a post that the user has',
      'admin',
      async () => {
        const { values } = await addRow(clients.admin, userPosts, { userId: tenant.users['plain'], postType: 2 })
        return { userId: values['userId'], postId: values['postId'], postType: 2 }
      },
      'user-post.twice',
    ],
    [
      'a second main post',
      'admin',
      async () => {
        const { values } = await addRow(clients.admin, userPosts, { postType: 1 })
        return { userId: values['userId'], postType: 1 }
      },
      'user-post.main',
    ],
    [
      'a user who may do more',
      'narrow',
      async () => ({ userId: tenant.users['admin'], postId: (await addRow(clients.admin, posts)).id, postType: 2 }),
      'user.exceeds',
    ],
  ],
  menus: [
    ['the path of another entry', 'operator', async () => ({ menuPath: '/admin/sysuser' }), 'menu.path-taken'],
    [
      'a place below a link',
      'operator',
      async () => ({ parentId: (await addRow(clients.operator, menus, { menuPath: `https://${unique()}.example.com/` })).id }),
      'menu.link-parent',
    ],
  ],
  dictionaries: [
    ['a type that the product has', 'admin', async () => ({ dictType: 'priority', parentId: '0' }), 'row.taken'],
    [
      'a value that the product has',
      'admin',
      async () => {
        const type = `t${unique()}`
        const { id } = await addRow(clients.admin, dictionaries, { dictType: type, dictValue: type, parentId: '0' })
        await addRow(clients.admin, dictionaries, { dictType: type, dictValue: 'once', parentId: id })
        return { dictType: type, dictValue: 'ONCE', parentId: id }
      },
      'dictionary.taken',
    ],
  ],
  parameters: [['a key of the platform', 'admin', async () => ({ paramKey: 'backup.hour' }), 'parameter.reserved']],
  regions: [['a code of the product', 'admin', async () => ({ regionCode: '110000' }), 'row.taken']],
  devices: [
    [
      "a place outside of the tenant's networks",
      'admin',
      async () => ({ connection: 'modbus', modbusHost: '10.99.0.1', modbusPort: 502, modbusUnit: 1, pollSeconds: 10 }),
      'modbus.address',
    ],
  ],
  'alarm-channels': [
    [
      'an address of the server itself',
      'admin',
      async () => ({ channelKind: 'webhook', channelAddress: 'https://127.0.0.1/' }),
      'channel.closed',
    ],
    ['no address', 'admin', async () => ({ channelKind: 'webhook', channelAddress: null }), 'channel.address'],
  ],
  'delivery-rules': [['more people than a rule may tell', 'admin', async () => ({ orgId: [await crowd()] }), 'delivery.too-many-people']],
  'alarm-rules': [
    ['a point that its device and its type do not have', 'admin', async () => withoutPoint({}), 'alarm.no-point-of-device'],
    ['a point that its type does not have', 'admin', async () => withoutPoint({ deviceId: null }), 'alarm.no-point-of-type'],
    [
      'a device of another type',
      'admin',
      async () => withoutPoint({ deviceTypeId: (await addRow(clients.admin, deviceTypes)).id }),
      'alarm.other-type',
    ],
  ],
  runs: [
    [
      'a limit set of another kind of curing',
      'admin',
      async () => ({ runKind: 'steam', limitSetId: (await addRow(clients.admin, limitSets, { setKind: 'room' })).id }),
      'limits.kind',
    ],
    [
      'a limit set of which nothing is published',
      'admin',
      async () => ({ runKind: 'room', limitSetId: (await addRow(clients.admin, limitSets, { setKind: 'room' })).id }),
      'limits.unpublished',
    ],
    [
      'a component with an open run of the kind',
      'admin',
      async () => {
        const { values } = await addRow(clients.admin, runs)
        return { runKind: values['runKind'], limitSetId: values['limitSetId'], componentId: values['componentId'] }
      },
      'run.open',
    ],
  ],
  'type-mappings': [
    ['a path that is none', 'admin', async () => ({ valuePath: 'a..b' }), 'mapping.rule'],
    ['a filter that is none', 'admin', async () => ({ topicFilter: 'a/#/b' }), 'mapping.rule'],
  ],
  equipment: [['a state that only its own call gives', 'admin', async () => ({ equipmentState: 'scrapped' }), 'equipment.scrap']],
  'app-clients': [
    ['a scope that does not exist', 'admin', async () => ({ authScope: 'admin.nothing.read' }), 'request.invalid'],
    [
      'no role for a client that acts for itself',
      'admin',
      async () => ({ clientType: 'confidential', authType: 'client_credentials', roleId: [] }),
      'request.invalid',
    ],
    ["a role that is not the caller's to give", 'narrow', async () => ({ roleId: [tenant.roles['ROLE_ADMIN']] }), 'grant.exceeds'],
  ],
  'maintenance-plans': [
    [
      'the use of a machine that names no point',
      'admin',
      async () => ({
        equipmentId: (await addRow(clients.admin, equipment, { usePointId: null, useKind: null })).id,
        ...{ planTrigger: 'meter', meterKind: 'machine', meterEvery: 250 },
      }),
      'plan.no-use',
    ],
  ],
  tenants: [['a network that nobody may have', 'operator', async () => ({ modbusNetworks: '169.254.0.0/16' }), 'tenant.network-closed']],
}

/** The organisation of the administrator, with a thousand people besides. */
async function crowd(): Promise<string> {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ org_id: string }>(
      `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'username', 'crowd' || n, 'email', 'crowd' || n || '@example.com', 'mobile', '138' || lpad(n::text, 8, '0')))).*
        from users u, generate_series(1, 1000) n where u.tenant_id = $1 and u.id = $2 returning org_id`,
      [tenant.id, tenant.users['admin']],
    ),
  )
  return rows[0]?.org_id ?? expect.fail('nobody was added')
}

describe('what a noun refuses beyond its fields', () => {
  it('is asked of every noun that has a judgement of new rows and takes files of them', () => {
    expect(Object.keys(violations)).toEqual(
      expect.arrayContaining(
        everyWrites()
          .filter(({ of, add }) => add.judge && importables.some((importable) => importable.of === of))
          .map(({ of }) => of.name),
      ),
    )
  })

  describe.each(Object.entries(violations))('%s', (name, list) => {
    const { of, special } = importables.find((importable) => importable.of.name === name) ?? expect.fail(`no file is taken of ${name}`)
    it.each(list)('%s is refused in the same words', async (_what, who, changes, code) => {
      const given = await changes()
      const values = await needed(clients[who === 'narrow' ? 'admin' : who], of, given)
      const [found] = await refusals(clients[who], of, [values], special.without)
      const refused = await ordered(clients[who], of, { operation: 'add', values }).catch((error: unknown) => error)
      expect((refused as Failure).code).toBe(code)
      expect(found?.form).toHaveLength(1)
      expect([found?.file, found?.name]).toEqual([found?.form, found?.form])
    })
  })
})

describe('an undo, and a restore', () => {
  it('gives a row nothing back that would not be taken today', async () => {
    const path = '/admin/sysuser/querySysUser'
    const answer = await importRows(server.url, clients.operator, urls, [
      ['URL', 'Description'],
      [path, 'Who works here'],
    ])
    const id = answer.data.report.importId
    await server.database.asOwner((client) =>
      client.query("update changes set before = $2 where operation_id = $1 and table_name = 'urls'", [
        id,
        JSON.stringify({ description: '' }),
      ]),
    )
    const refused = await clients.operator.post('/api/admin/imports/undoImport', { id }, { 'accept-language': 'en' })
    expect(refused).toMatchObject({ http: 422, errors: [{ field: 'description' }] })
    const { data } = await clients.operator.get<{ list: { description: string }[] }>('/api/admin/sysurl/querySysUrl', { url: path })
    expect(data.list[0]?.description).toBe('Who works here')
  })

  it('removes nothing that a deletion would not', async () => {
    const answer = await importRows(server.url, clients.narrow, roles, [
      ['roleCode', 'roleName'],
      [`R${unique()}`, 'Imported'],
    ])
    const id = answer.data.report.importId
    // Meanwhile somebody grants it what the one who takes it back does not have, which is no change of the role itself.
    await server.database.asOwner((client) =>
      client.query(
        "insert into role_urls (tenant_id, role_id, url_id) select tenant_id, row_id, (select id from urls where url = $2) from changes where operation_id = $1 and table_name = 'roles'",
        [id, '/admin/sysorg/deleteSysOrg'],
      ),
    )
    const before = await fingerprint(server, tenant.id)
    const refused = await clients.narrow.post('/api/admin/imports/undoImport', { id }, { 'accept-language': 'en' })
    expect([refused.http, refused.message]).toEqual([403, translate('error.role.exceeds')])
    expect(await fingerprint(server, tenant.id)).toBe(before)
  })

  it('puts no entry of the menu below itself', async () => {
    const above = await idOf(clients.operator, menus, { menuCode: 'admin' })
    const below = (
      await server.database.asOwner((client) => client.query<{ id: string }>('select id from menus where parent_id = $1 limit 1', [above]))
    ).rows[0]?.id
    expect((await clients.operator.put(pathsOf(menus).update, { id: below, parentId: '0' })).http).toBe(200)
    expect((await clients.operator.put(pathsOf(menus).update, { id: above, parentId: below })).http).toBe(200)
    const refused = await clients.operator.post('/api/admin/sysmenu/restoreSysMenu', { id: below })
    expect([refused.http, refused.message]).toEqual([422, translate('error.tree.cycle')])
    for (const id of [above, below]) expect((await clients.operator.post('/api/admin/sysmenu/restoreSysMenu', { id })).http).toBe(200)
  })
})

describe('a write by the name of a noun', () => {
  const added = (client: Client, values: Changes, noun?: Order['noun']) =>
    ordered(client, organisations, { operation: 'add', values, ...(noun === undefined ? {} : { noun }) })
  const refused = async (work: () => Promise<unknown>) => {
    const before = await fingerprint(server, tenant.id)
    const error = await work().catch((failure: unknown) => failure)
    expect(await fingerprint(server, tenant.id), 'a refused write has stored something').toBe(before)
    return error instanceof Failure ? error.code : error
  }
  const team = () => ({ orgName: `Team ${unique()}`, orgType: 'team', parentId: '0' })

  it('adds, changes and removes as the calls of the noun do', async () => {
    const { id } = (await added(clients.admin, team())) as { id: string }
    const changed = await ordered(clients.admin, organisations, { operation: 'change', values: { id, version: 1, orgName: 'Renamed' } })
    expect(changed).toEqual({ id, version: 2 })
    expect(
      await refused(() => ordered(clients.admin, organisations, { operation: 'change', values: { id, version: 1, orgName: 'Late' } })),
    ).toBe('row.changed')
    expect(await ordered(clients.admin, organisations, { operation: 'remove', values: { id } })).toEqual({ deleted: 1 })
  })

  it('is denied unless the caller may make the call of the noun', async () => {
    expect(await refused(() => added(clients.narrow, team()))).toBe('permission.denied')
    expect(await refused(() => added(clients.admin, team(), 'no-such-noun'))).toBe('permission.denied')
    // It is written by no route at all.
    expect(await refused(() => added(clients.admin, {}, 'logs'))).toBe('permission.denied')
    const { caller, ...who } = await asking(clients.admin)
    const order: Order = { noun: 'organisations', operation: 'add', values: team() }
    const preview = { ...caller, limit: 'read-only' as const }
    expect(
      await refused(() =>
        inScopeOf(server.services.transactions, organisations, caller, (tx) => write(tx, { caller: preview, ...who }, order), 'write'),
      ),
    ).toBe('permission.denied')
    // Whatever its roles say, a tenant writes nothing of the platform.
    const bold = { ...caller, urls: new Set([...caller.urls, pathOf(tenants, 'add')]) }
    const tenantOrder: Order = { noun: 'tenants', operation: 'add', values: { tenantCode: `t${unique()}`, tenantName: 'Mine', status: 1 } }
    expect(
      await refused(() => server.services.transactions.inPlatform('a test', (tx) => write(tx, { caller: bold, ...who }, tenantOrder))),
    ).toBe('permission.denied')
  })

  it('writes in the scope of the noun and in no other', async () => {
    const { caller, ...who } = await asking(clients.admin)
    const values = { id: tenant.organisations['team'] }
    const elsewhere = () =>
      server.services.transactions.inPlatform('a test', (tx) =>
        write(tx, { caller, ...who }, { noun: 'organisations', operation: 'remove', values }),
      )
    expect(await refused(elsewhere)).toMatchObject({ message: 'rows of organisations are not written in this scope' })
  })

  it('knows no field that the caller does not see, and none that does not exist', async () => {
    const seen = { ...team(), orgSequence: 1 }
    for (const name of ['orgDescription', 'tenantId']) {
      const error = await added(clients.blind, { ...seen, [name]: 'x' }).catch((failure: unknown) => failure)
      expect(inWords(error as Failure, translate).errors).toEqual([{ field: name, message: translate('check.unknown', { field: name }) }])
    }
    expect(await added(clients.blind, seen)).toMatchObject({ version: 1 })
  })

  it('takes a noun that was declared at run time', async () => {
    // Of a table that is there: what such a noun has is its declaration, and what writing it entails.
    const entailed: string[] = []
    const noun: NounWrites = {
      of: { ...(organisations as Resource), name: 'run-time-organisations' },
      add: {
        apply: async (_tx, _asking, rows, insert) => {
          await insert(rows)
          entailed.push(...rows.map(({ id }) => id))
        },
      },
      change: {},
      remove: {},
    }
    const { id } = (await added(clients.admin, team(), noun)) as { id: string }
    expect(entailed).toEqual([id])
    expect(await refused(() => added(clients.narrow, team(), noun))).toBe('permission.denied')
  })
})
