/**
 * Weak granters try everything that can change who may do what, in random order: roles, users, posts, URLs, menus,
 * buttons, fields. Whatever they do, nobody comes to more than they had and the granters hold: compared in the tables.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import { rowFields } from '../model/resource.ts'
import type { RoleSeed } from '../seeds/tenant.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, newUser } from './support/builders.ts'
import { absentId } from './support/values.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, seedOf } from './support/thorough.ts'

const RUNS = amount({ quick: 5, ci: 40, touched: 50, thorough: 250 })
const STEPS = 20

const USER_CALLS = [
  '/admin/sysuser/querySysUser',
  '/admin/sysuser/addSysUser',
  '/admin/sysuser/updateSysUser',
  '/admin/sysuser/deleteSysUser',
]
const GRANT_CALLS = [
  '/admin/sysuser/authorizeRoleToUser',
  '/admin/sysrole/authorizeUserToRole',
  '/admin/sysurl/authorizeUrlToRole',
  '/admin/sysurl/authorizeRoleToUrl',
  '/admin/sysmenu/authorizeMenuToRole',
  '/admin/sysmenu/authorizeMenuButtonToRole',
  '/admin/sysmenu/authorizeMenuDataToRole',
  '/admin/sysmenu/deleteDataField',
  '/admin/sysrole/addSysRole',
  '/admin/sysrole/updateSysRole',
  '/admin/sysrole/deleteSysRole',
]
const OTHER_CALLS = [
  '/admin/sysorg/addSysOrg',
  '/admin/sysorg/updateSysOrg',
  '/admin/sysorg/deleteSysOrg',
  '/admin/sysrole/querySysRole',
  '/admin/sysurl/querySysUrl',
]

const role = (roleCode: string, changes: Partial<RoleSeed>): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: ['sysuser'],
  urls: USER_CALLS,
  hiddenButtons: [],
  hiddenFields: [],
  ...changes,
})
const hides = (...fields: string[]) => [{ menu: 'sysuser' as const, fields }]
const granterA = role('GRANTER_A', {
  urls: [...USER_CALLS, ...GRANT_CALLS, OTHER_CALLS[0] as string],
  menus: ['sysuser', 'sysrole'],
  hiddenButtons: ['sysuser:delete'],
  hiddenFields: hides('mobile'),
})
const granterB = role('GRANTER_B', {
  urls: [...USER_CALLS, ...GRANT_CALLS, OTHER_CALLS[1] as string],
  menus: ['sysuser', 'sysorg'],
  hiddenButtons: ['sysorg:delete'],
  hiddenFields: hides('mobile', 'email'),
})
const roles = [
  granterA,
  granterB,
  role('WEAK_A', { urls: USER_CALLS.slice(0, 2), hiddenButtons: ['sysuser:delete', 'sysuser:add'], hiddenFields: hides('mobile') }),
  role('WEAK_B', { urls: USER_CALLS.slice(0, 1), hiddenButtons: ['sysorg:delete'], hiddenFields: hides('mobile', 'email', 'username') }),
  role('WEAK_BOTH', {
    urls: USER_CALLS.slice(0, 1),
    hiddenButtons: ['sysuser:delete', 'sysorg:delete'],
    hiddenFields: hides('mobile', 'email'),
  }),
  role('MORE_URLS', {
    urls: [...USER_CALLS, ...OTHER_CALLS],
    hiddenButtons: ['sysuser:delete', 'sysorg:delete'],
    hiddenFields: hides('mobile', 'email'),
  }),
  role('MORE_MENUS', {
    menus: ['sysuser', 'sysurl'],
    hiddenButtons: ['sysuser:delete', 'sysorg:delete'],
    hiddenFields: hides('mobile', 'email'),
  }),
  role('MORE_FIELDS', { hiddenButtons: ['sysuser:delete', 'sysorg:delete'] }),
  role('MORE_BUTTONS', { hiddenFields: hides('mobile', 'email') }),
]
const people = ['GRANTER_A', 'GRANTER_B', 'WEAK_A', 'WEAK_B', 'WEAK_BOTH', 'MORE_URLS', 'MORE_MENUS', 'MORE_FIELDS', 'MORE_BUTTONS']
const TABLES = ['user_roles', 'user_post_roles', 'role_urls', 'role_menus', 'role_hidden_buttons', 'role_hidden_fields']

type Step = {
  kind:
    | 'roleToUser'
    | 'userToRole'
    | 'urlToRole'
    | 'roleToUrl'
    | 'menuToRole'
    | 'buttons'
    | 'fields'
    | 'showFields'
    | 'addRole'
    | 'updateRole'
    | 'deleteRole'
    | 'updateUser'
    | 'addUser'
  by: number
  one: number
  other: number
  many: number[]
  /** Keeps mostly to what the granter hides, as somebody who knows the rules would. */
  careful: boolean
  header: string | undefined
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'roleToUser',
    'roleToUser',
    'userToRole',
    'urlToRole',
    'roleToUrl',
    'menuToRole',
    'buttons',
    'fields',
    'fields',
    'showFields',
    'addRole',
    'updateRole',
    'deleteRole',
    'updateUser',
    'addUser',
  ),
  by: fc.nat(1),
  one: fc.nat(40),
  other: fc.nat(40),
  many: fc.array(fc.nat(40), { minLength: 0, maxLength: 5 }),
  careful: fc.integer({ min: 0, max: 3 }).map((value) => value > 0),
  header: fc.constantFrom(undefined, undefined, undefined, 'GRANTER_A', 'WEAK_A', 'ROLE_ADMIN,GRANTER_B', '[]'),
})

let server: TestServer
let tenant: BuiltTenant
const tokens: string[] = []
let urls: { id: string; url: string }[]
let menus: { id: string; menu_code: string }[]
const posts: string[] = []

beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, { roles, users: people.map((code) => buildUser({ username: code, roles: [code] })) })
  for (const code of ['GRANTER_A', 'GRANTER_B']) tokens.push((await tenant.signIn(code)).token)
  await server.database.asOwner(async (client) => {
    urls = (
      await client.query<{ id: string; url: string }>('select id, url from urls where url = any($1)', [
        [...USER_CALLS, ...GRANT_CALLS, ...OTHER_CALLS, '/admin/sysurl/updateSysUrl'],
      ])
    ).rows
    menus = (
      await client.query<{ id: string; menu_code: string }>(
        `select id, menu_code from menus where menu_code in ('sysuser', 'sysrole', 'sysorg', 'sysurl', 'systenant', 'workbench')`,
      )
    ).rows
    for (const name of ['first', 'second']) {
      const id = absentId()
      posts.push(name)
      await client.query('insert into posts (tenant_id, id, post_code, post_name) values ($1, $2, $3, $3)', [tenant.id, id, name])
      await client.query(
        'insert into user_posts (tenant_id, user_id, post_id, post_type) select $1, id, $2, 2 from users where tenant_id = $1 and username <> $3',
        [tenant.id, id, name === 'first' ? 'WEAK_B' : 'admin'],
      )
    }
    await client.query(`insert into user_post_roles select $1, $2, id, $3 from posts where tenant_id = $1 and post_code = 'first'`, [
      tenant.id,
      tenant.users['WEAK_A'],
      tenant.roles['MORE_URLS'],
    ])
    for (const table of TABLES) await client.query(`create table kept_${table} as select * from ${table} where tenant_id = '${tenant.id}'`)
  })
}, 120_000)
afterAll(() => server.stop())

/** Everything as it was, and every server knows. */
async function restore(): Promise<void> {
  await server.database.asOwner(async (client) => {
    for (const table of [...TABLES].reverse()) await client.query(`delete from ${table} where tenant_id = '${tenant.id}'`)
    await client.query(`delete from users where tenant_id = '${tenant.id}' and not id = any($1)`, [Object.values(tenant.users)])
    await client.query(`delete from roles where tenant_id = '${tenant.id}' and not id = any($1)`, [Object.values(tenant.roles)])
    for (const [code, id] of Object.entries(tenant.roles)) await client.query('update roles set role_code = $2 where id = $1', [id, code])
    await client.query(`update users set status = 1 where tenant_id = '${tenant.id}'`)
    await client.query(
      `insert into roles (tenant_id, id, role_name, role_code) select '${tenant.id}', id, code, code from unnest($1::uuid[], $2::text[]) as kept (id, code) on conflict do nothing`,
      [Object.values(tenant.roles), Object.keys(tenant.roles)],
    )
    for (const table of TABLES) await client.query(`insert into ${table} select * from kept_${table}`)
  })
  await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id }),
  )
}

/** What each user may do and see: URLs, menus, fields and buttons, read from the tables. */
async function rights(): Promise<Map<string, Set<string>>> {
  return server.database.asOwner(async (client) => {
    const read = async (sql: string) => (await client.query<{ owner: string; name: string }>(sql, [tenant.id])).rows
    const held = Map.groupBy(
      await read('select user_id as owner, role_id as name from held_roles where tenant_id = $1'),
      (row) => row.owner,
    )
    const given = Map.groupBy(
      [
        ...(await read("select role_id as owner, 'url ' || url as name from role_urls join urls on urls.id = url_id where tenant_id = $1")),
        ...(await read(
          "select role_id as owner, 'menu ' || menu_code as name from role_menus join menus on menus.id = menu_id where tenant_id = $1",
        )),
      ],
      (row) => row.owner,
    )
    const hidden = Map.groupBy(
      [
        ...(await read(
          "select role_id as owner, 'field ' || menu_code || ':' || field as name from role_hidden_fields join menus on menus.id = menu_id where tenant_id = $1",
        )),
        ...(await read(
          "select role_id as owner, 'button ' || menu_code || ':' || button as name from role_hidden_buttons join menus on menus.id = menu_id where tenant_id = $1",
        )),
      ],
      (row) => row.owner,
    )
    const buttons = (
      await client.query<{ name: string }>(
        "select 'button ' || menu_code || ':' || button as name from menu_buttons join menus on menus.id = menu_id",
      )
    ).rows.map((row) => row.name)
    const fields = Object.values<Resource>(resources).flatMap((of) => rowFields(of).map((name) => `field ${of.menu}:${name}`))
    return new Map(
      [...held].map(([user, rows]) => [
        user,
        new Set(
          rows.flatMap(({ name: roleId }) => {
            const hides = new Set((hidden.get(roleId) ?? []).map((row) => row.name))
            return [...(given.get(roleId) ?? []).map((row) => row.name), ...[...buttons, ...fields].filter((name) => !hides.has(name))]
          }),
        ),
      ]),
    )
  })
}

async function send(
  method: 'POST' | 'PUT',
  path: string,
  payload: object,
  { by, header }: Step,
): Promise<{ http: number; id: string | undefined }> {
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    payload,
    headers: { authorization: `Bearer ${tokens[by]}`, ...(header === undefined ? {} : { rolecode: header }) },
  })
  expect(answer.statusCode, `${path} ${JSON.stringify(payload)}: ${answer.body}`).toBeLessThan(500)
  return { http: answer.statusCode, id: (answer.json() as { data?: { id?: string } }).data?.id }
}

/** One try. New users and roles become targets of later ones. */
async function take(made: Step, targets: { users: string[]; roles: string[]; codes: string[] }): Promise<number> {
  const { kind, one, other, many, careful, by } = made
  const at = <Value>(list: readonly Value[], index: number) => list[index % list.length] as Value
  const own = by === 0 ? granterA : granterB
  const weak = (name: string) => name.startsWith('NEW_') || name === `WEAK_${own.roleCode.slice(-1)}` || name === 'WEAK_BOTH'
  const codes = targets.codes.filter((code) => !careful || weak(code))
  const roleIds = targets.roles.filter((_, index) => !careful || weak(targets.codes[index] as string))
  const userIds = careful
    ? [
        ...targets.users.slice(Object.keys(tenant.users).length),
        tenant.users[`WEAK_${own.roleCode.slice(-1)}`] as string,
        tenant.users['WEAK_BOTH'] as string,
      ]
    : targets.users
  const user = at(userIds, one)
  const roleId = at(roleIds, one)
  const roleCode = at(codes, one)
  const someRoles = many.map((index) => at(roleIds, index))
  const mine = urls.filter(({ url }) => !careful || (own.urls as string[]).includes(url))
  switch (kind) {
    case 'roleToUser':
      return (
        await send(
          'POST',
          '/admin/sysuser/authorizeRoleToUser',
          { userId: user, roleId: someRoles, ...(other % 2 ? { postCode: at(posts, other) } : {}) },
          made,
        )
      ).http
    case 'userToRole':
      return (
        await send(
          'POST',
          '/admin/sysrole/authorizeUserToRole',
          { roleId, userId: many.map((index) => `${at(userIds, index)}|${index % 3 ? '' : at(posts, other)}`) },
          made,
        )
      ).http
    case 'urlToRole':
      return (await send('POST', '/admin/sysurl/authorizeUrlToRole', { roleId, urlId: many.map((index) => at(mine, index).id) }, made)).http
    case 'roleToUrl':
      return (await send('POST', '/admin/sysurl/authorizeRoleToUrl', { urlId: at(mine, other).id, roleId: someRoles }, made)).http
    case 'menuToRole':
      return (
        await send(
          'POST',
          '/admin/sysmenu/authorizeMenuToRole',
          {
            roleId,
            menuId: many.map(
              (index) =>
                at(
                  menus.filter(({ menu_code }) => !careful || own.menus.includes(menu_code as never)),
                  index,
                ).id,
            ),
          },
          made,
        )
      ).http
    case 'buttons':
      return (
        await send(
          'POST',
          '/admin/sysmenu/authorizeMenuButtonToRole',
          {
            roleCode,
            menuButton: [
              ...(careful ? own.hiddenButtons : []),
              ...many.map((index) => at(['sysuser:add', 'sysuser:delete', 'sysorg:delete', 'sysrole:add'], index)),
            ],
          },
          made,
        )
      ).http
    case 'fields':
      return (
        await send(
          'POST',
          '/admin/sysmenu/authorizeMenuDataToRole',
          {
            roleCode,
            menuCode: 'sysuser',
            dataField: [
              ...(careful ? own.hiddenFields.flatMap(({ fields }) => fields) : []),
              ...many.map((index) => at(['mobile', 'email', 'username', 'status'], index)),
            ].join(','),
          },
          made,
        )
      ).http
    case 'showFields':
      return (await send('POST', '/admin/sysmenu/deleteDataField', { roleCode, menuCode: 'sysuser' }, made)).http
    case 'addRole': {
      const code = `NEW_${absentId().slice(-12)}`
      const { http, id } = await send('POST', '/admin/sysrole/addSysRole', { roleName: code, roleCode: code }, made)
      if (http === 200 && id) {
        targets.roles.push(id)
        targets.codes.push(code)
      }
      return http
    }
    case 'updateRole':
      return (
        await send(
          'PUT',
          '/admin/sysrole/updateSysRole',
          { id: roleId, roleName: 'renamed', ...(other % 3 ? {} : { roleCode: at(['ROLE_ADMIN', 'GRANTER_A', 'OTHER'], other) }) },
          made,
        )
      ).http
    case 'deleteRole':
      return (await send('POST', '/admin/sysrole/deleteSysRole', { id: roleId }, made)).http
    case 'updateUser':
      return (
        await send(
          'PUT',
          '/admin/sysuser/updateSysUser',
          { id: user, roleId: someRoles, status: user === tenant.users[own.roleCode] ? 1 : other % 4 ? 1 : 0 },
          made,
        )
      ).http
    case 'addUser': {
      const { http, id } = await send('POST', '/admin/sysuser/addSysUser', newUser(tenant, { roleId: someRoles }), made)
      if (http === 200 && id) targets.users.push(id)
      return http
    }
  }
}

describe('granters who try everything', () => {
  it(`bring nobody to more in ${RUNS * STEPS} calls, and leave an administrator`, async () => {
    const before = await rights()
    const count = { granted: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: STEPS, maxLength: STEPS }),
        fc.constantFrom([0], [1], [0, 1]),
        async (steps, granters) => {
          await restore()
          const targets = { users: Object.values(tenant.users), roles: Object.values(tenant.roles), codes: Object.keys(tenant.roles) }
          const closure = new Set(
            granters.flatMap((by) => [...(before.get(tenant.users[by === 0 ? 'GRANTER_A' : 'GRANTER_B'] as string) ?? [])]),
          )
          for (const each of steps) {
            const http = await take({ ...each, by: granters[each.by % granters.length] as number }, targets)
            count[http === 200 ? 'granted' : 'refused'] += 1
          }
          for (const [user, now] of await rights()) {
            const had = before.get(user)
            expect(
              [...now].filter((right) => !had?.has(right) && !closure.has(right)),
              `${user} came to more`,
            ).toEqual([])
          }
          const left = await server.database.asOwner(
            async (client) =>
              (
                await client.query(
                  `select 1 from held_roles join roles on roles.id = role_id join users on users.id = user_id
        where held_roles.tenant_id = $1 and role_code = 'ROLE_ADMIN' and users.status = 1`,
                  [tenant.id],
                )
              ).rowCount,
          )
          expect(left, 'an administrator stays').toBeGreaterThan(0)
        },
      ),
      { seed: seedOf('grant sequences'), numRuns: RUNS, endOnFailure: true },
    )
    process.stdout.write(`grant sequences: ${count.granted} granted, ${count.refused} refused, 0 escalations\n`)
    // The walk went somewhere: much of it was allowed, much of it was not.
    expect(count.granted).toBeGreaterThan(RUNS * STEPS * 0.1)
    expect(count.refused).toBeGreaterThan(RUNS * STEPS * 0.1)
  }, 300_000)
})
