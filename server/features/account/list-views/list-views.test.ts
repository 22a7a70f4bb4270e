import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListViewState } from '../../../../model/lists/forms.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { signIn } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import { MAX_VIEWS_PER_PAGE } from '../../../kernel/resources/saved-views.ts'

const QUERY = '/api/account/listview/queryListView'
const PREFER = '/api/account/listview/updateListPreference'
const ADD = '/api/account/listview/addListView'
const UPDATE = '/api/account/listview/updateListView'
const DELETE = '/api/account/listview/deleteListView'
const SHARE = '/api/admin/listview/shareListView'

interface View {
  id: string
  viewName: string
  audience: string
  roleId: string[]
  mayChange: boolean
  version: number
  state: ListViewState
  withheld: number
}
interface Kept {
  look: Record<string, unknown>
  defaultViewId: string | null
  mayShare: boolean
  list: View[]
}

/** Reads users, and nothing else. */
const reader: RoleSeed = {
  roleCode: 'ROLE_READER',
  roleName: 'Reader',
  roleDescription: '',
  menus: 'all',
  urls: ['/admin/sysuser/querySysUser'],
  hiddenButtons: [],
  hiddenFields: [],
}

/** Reads devices, and points as far as said. */
const watcher = (roleCode: string, change: Partial<RoleSeed>): RoleSeed => ({
  ...reader,
  roleCode,
  urls: ['/acquisition/device/queryDevice', '/acquisition/point/queryPoint'],
  ...change,
})

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let editor: Client
let viewer: Client
let both: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      reader,
      watcher('SEEING', {}),
      watcher('KEYLESS', { hiddenFields: [{ menu: 'points', fields: ['pointKey'] }] }),
      watcher('POINTLESS', { urls: ['/acquisition/device/queryDevice'] }),
    ],
    users: [
      buildUser({ username: 'both', roles: ['ROLE_READER', 'ROLE_VIEWER'] }),
      ...['seeing', 'keyless', 'pointless'].map((username) => buildUser({ username, roles: [username.toUpperCase()] })),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  editor = await tenant.signIn('editor')
  viewer = await tenant.signIn('viewer')
  both = await tenant.signIn('both')
})
afterAll(() => server.stop())

const read = async (client: Client, page = 'users', headers: Record<string, string> = {}) =>
  (await client.get<Kept>(QUERY, { page }, headers)).data
const state = (change: Partial<ListViewState> = {}): ListViewState => ({ filters: { status: '1' }, look: {}, ...change })
const add = async (client: Client, change: Partial<ListViewState> = {}, page = 'users') => {
  const { http, data } = await client.post<string>(ADD, { page, viewName: `view ${unique()}`, state: state(change) })
  expect(http).toBe(200)
  return data
}
const share = (id: string, audience: string, roleId: readonly (string | undefined)[] = []) => admin.post(SHARE, { id, audience, roleId })
const seen = async (client: Client, id: string, headers: Record<string, string> = {}) =>
  (await read(client, 'users', headers)).list.find((view) => view.id === id)
const rowsOf = (table: string, column: string, value: string) =>
  server.database.asOwner((client) => client.query(`select 1 from ${table} where ${column} = $1`, [value])).then(({ rowCount }) => rowCount)

describe('how somebody wants to see a list', () => {
  const look = {
    order: ['nickname', 'username'],
    hidden: ['createTime'],
    left: ['nickname'],
    right: [],
    widths: { nickname: 220 },
    density: 'compact',
  }

  it('is kept for this person and this list, and for nobody else', async () => {
    expect((await admin.put(PREFER, { page: 'users', look })).http).toBe(200)
    expect((await read(admin)).look).toEqual(look)
    expect((await read(admin, 'organisations')).look).toEqual({})
    expect((await read(editor)).look).toEqual({})
    expect((await read(await other.signIn('admin'))).look).toEqual({})
    await admin.put(PREFER, { page: 'users', look: { density: 'roomy' } })
    expect((await read(admin)).look).toEqual({ density: 'roomy' })
  })

  it('names only fields that the noun has and its reader sees', async () => {
    const refusal = async (client: Client, given: object) => {
      const { http, errors } = await client.put(PREFER, { page: 'users', look: given })
      return [http, errors]
    }
    expect(await refusal(viewer, { order: ['shoeSize'] })).toEqual([422, [{ field: 'shoeSize', message: expect.any(String) }]])
    // A hidden field is refused in the same words as one that does not exist.
    const [, unknown] = await refusal(viewer, { hidden: ['shoeSize'] })
    expect(await refusal(viewer, { hidden: ['mobile'] })).toEqual([
      422,
      JSON.parse(JSON.stringify(unknown).replaceAll('shoeSize', 'mobile')),
    ])
    expect(await refusal(viewer, { hidden: ['password'] })).toEqual([422, expect.anything()])
    for (const wrong of [
      { widths: { nickname: 10 } },
      { widths: { nickname: '200px' } },
      { density: 'huge' },
      { colour: 'red' },
      { order: 'nickname' },
    ]) {
      expect((await refusal(admin, wrong))[0], JSON.stringify(wrong)).toBe(422)
    }
    expect((await admin.put(PREFER, { page: 'nothing', look: {} })).http).toBe(422)
  })

  it('has columns of newest values for whoever sees the keys of points, in shared views too', async () => {
    const beside = ['flow', 'level']
    expect((await admin.put(PREFER, { page: 'users', look: { beside } })).http).toBe(422)
    expect((await admin.put(PREFER, { page: 'devices', look: { beside } })).http).toBe(200)
    expect((await read(admin, 'devices')).look).toEqual({ beside })
    const id = await add(admin, { filters: {}, look: { beside } }, 'devices')
    expect((await share(id, 'tenant')).http).toBe(200)
    const seenBy = async (client: Client) => (await read(client, 'devices')).list.find((view) => view.id === id)?.state.look
    expect(await seenBy(await tenant.signIn('seeing'))).toEqual({ beside })
    for (const name of ['keyless', 'pointless']) {
      const client = await tenant.signIn(name)
      expect(await seenBy(client), name).toEqual({})
      expect((await client.put(PREFER, { page: 'devices', look: { beside } })).errors, name).toEqual([
        { field: 'flow', message: expect.any(String) },
        { field: 'level', message: expect.any(String) },
      ])
    }
  })

  it('is small', async () => {
    const names = Array.from({ length: 80 }, () => 'createTime')
    const { http, message } = await admin.put(
      PREFER,
      { page: 'users', look: { order: names, hidden: names, left: names, right: names } },
      { 'accept-language': 'en' },
    )
    expect([http, message]).toEqual([422, 'This is more than can be kept; please use fewer or shorter conditions'])
  })

  it('tells nothing of a column its reader no longer sees', async () => {
    const narrowed = { rolecode: 'ROLE_VIEWER' }
    expect((await both.put(PREFER, { page: 'users', look: { order: ['mobile', 'nickname'], widths: { mobile: 300 } } })).http).toBe(200)
    expect((await read(both)).look).toEqual({ order: ['mobile', 'nickname'], widths: { mobile: 300 } })
    expect((await read(both, 'users', narrowed)).look).toEqual({ order: ['nickname'], widths: {} })
  })
})

describe("a view of one's own", () => {
  it('is seen, changed and deleted by its owner alone', async () => {
    const id = await add(admin, { sorter: 'username_descend', look: { hidden: ['nickname'] } })
    expect(await seen(admin, id)).toMatchObject({
      audience: 'own',
      mayChange: true,
      withheld: 0,
      state: { filters: { status: '1' }, sorter: 'username_descend', look: { hidden: ['nickname'] } },
    })
    const strangers = [editor, await other.signIn('admin')]
    for (const stranger of strangers) {
      expect(await seen(stranger, id)).toBeUndefined()
      expect((await stranger.put(UPDATE, { id, viewName: 'mine' })).http).toBe(404)
      expect((await stranger.post(DELETE, { id })).http).toBe(404)
      expect((await stranger.put(PREFER, { page: 'users', defaultViewId: id })).http).toBe(404)
    }
    expect((await (strangers[1] as Client).post(SHARE, { id, audience: 'tenant' })).http).toBe(404)
    expect((await admin.put(UPDATE, { id, viewName: 'renamed', state: state({ filters: { status: '0' } }) })).http).toBe(200)
    expect(await seen(admin, id)).toMatchObject({ viewName: 'renamed', version: 2, state: { filters: { status: '0' } } })
    expect((await admin.put(UPDATE, { id, viewName: 'overtaken', version: 1 })).http).toBe(409)
    expect((await admin.post(DELETE, { id })).http).toBe(200)
    expect(await seen(admin, id)).toBeUndefined()
  })

  it('takes only what its writer could ask the list for', async () => {
    const refused = async (client: Client, change: Partial<ListViewState>) =>
      (await client.post(ADD, { page: 'users', viewName: unique(), state: state(change) })).http
    expect(await refused(viewer, { filters: { mobile: '139' } })).toBe(422)
    expect(await refused(viewer, { filters: { shoeSize: '42' } })).toBe(422)
    expect(await refused(admin, { filters: { status: 'maybe' } })).toBe(422)
    expect(await refused(admin, { filters: { createTimeStart: 'yesterday' } })).toBe(422)
    expect(await refused(admin, { filters: { createTime: '2026-01-01' } })).toBe(422)
    expect(await refused(admin, { sorter: 'password_ascend' })).toBe(422)
    expect(await refused(admin, { sorter: 'username_sideways' })).toBe(422)
    expect(
      await refused(admin, { filters: { createTimeStart: '2026-01-01 00:00:00', orgId: tenant.organisations['branch'] as string } }),
    ).toBe(200)
  })

  it('has a name of its own, and there are not too many', async () => {
    const viewName = `Night ${unique()}`
    const again = (name: string, client = editor) =>
      client.post(ADD, { page: 'organisations', viewName: name, state: { filters: {}, look: {} } })
    expect((await again(viewName)).http).toBe(200)
    expect(await again(viewName.toUpperCase())).toMatchObject({ http: 409, errors: [{ field: 'viewName' }] })
    expect((await again(viewName, viewer)).http).toBe(200)
    for (let count = 1; count < MAX_VIEWS_PER_PAGE; count += 1) expect((await again(`${viewName} ${count}`)).http).toBe(200)
    expect(await again('one more')).toMatchObject({ http: 409, code: 409 })
    expect((await read(editor, 'organisations')).list).toHaveLength(MAX_VIEWS_PER_PAGE)
  })

  it('can be what the list opens with', async () => {
    const id = await add(editor)
    await editor.put(PREFER, { page: 'users', defaultViewId: id })
    expect((await read(editor)).defaultViewId).toBe(id)
    // What is not named stays as it was.
    await editor.put(PREFER, { page: 'users', look: { density: 'roomy' } })
    expect(await read(editor)).toMatchObject({ defaultViewId: id, look: { density: 'roomy' } })
    await editor.put(PREFER, { page: 'users', defaultViewId: null })
    expect((await read(editor)).defaultViewId).toBeNull()
    await editor.put(PREFER, { page: 'users', defaultViewId: id })
    await editor.post(DELETE, { id })
    expect(await read(editor)).toMatchObject({ defaultViewId: null, look: { density: 'roomy' } })
  })
})

describe('a shared view', () => {
  it('is shared by those who may', async () => {
    const id = await add(editor)
    expect((await editor.post(SHARE, { id, audience: 'tenant' })).http).toBe(403)
    expect((await read(editor)).mayShare).toBe(false)
    expect((await read(admin)).mayShare).toBe(true)
    // What is somebody else's own is not there, for whoever may share as well.
    expect((await share(id, 'tenant')).http).toBe(404)
  })

  it("with the tenant: everybody reads it, who may share changes it, and nobody else's tenant knows it", async () => {
    const id = await add(admin)
    expect((await share(id, 'tenant')).http).toBe(200)
    expect(await seen(viewer, id)).toMatchObject({ audience: 'tenant', mayChange: false })
    expect(await seen(await other.signIn('admin'), id)).toBeUndefined()
    expect((await viewer.put(UPDATE, { id, viewName: 'x' })).http).toBe(403)
    expect((await viewer.post(DELETE, { id })).http).toBe(403)
    await viewer.put(PREFER, { page: 'users', defaultViewId: id })
    expect((await read(viewer)).defaultViewId).toBe(id)
    // Made somebody's own again it is gone for the others, and no longer their first.
    expect((await share(id, 'own')).http).toBe(200)
    expect(await read(viewer)).toMatchObject({ defaultViewId: null, list: expect.not.arrayContaining([expect.objectContaining({ id })]) })
  })

  it('with a role: who acts in it reads it, and nobody else', async () => {
    const id = await add(admin)
    expect((await share(id, 'roles', [])).http).toBe(422)
    expect((await share(id, 'roles', [other.roles['ROLE_VIEWER']])).http).toBe(422)
    expect((await share(id, 'roles', [tenant.roles['ROLE_VIEWER']])).http).toBe(200)
    expect(await seen(viewer, id)).toMatchObject({ audience: 'roles', roleId: [] })
    expect(await seen(admin, id)).toMatchObject({ audience: 'roles', roleId: [tenant.roles['ROLE_VIEWER']] })
    expect(await seen(editor, id)).toBeUndefined()
    expect(await seen(both, id)).toBeDefined()
    expect(await seen(both, id, { rolecode: 'ROLE_READER' })).toBeUndefined()
  })

  it('shows no reader a field they do not see, and says how much was left out', async () => {
    const id = await add(admin, {
      filters: { mobile: '13900112233', status: '1' },
      sorter: 'username_ascend',
      look: { order: ['mobile', 'username'], widths: { mobile: 180, username: 200 }, left: ['mobile'] },
    })
    await share(id, 'tenant')
    expect(await seen(editor, id)).toMatchObject({ withheld: 0, state: { filters: { mobile: '13900112233', status: '1' } } })
    expect(await seen(viewer, id)).toMatchObject({
      withheld: 1,
      state: { filters: { status: '1' }, sorter: 'username_ascend', look: { order: ['username'], widths: { username: 200 }, left: [] } },
    })
    const shown = JSON.stringify(await read(viewer))
    for (const hidden of ['mobile', '13900112233']) expect(shown).not.toContain(hidden)
  })

  it('is of no use to whoever cannot read the list', async () => {
    await share(await add(admin, { filters: {} }, 'roles'), 'tenant')
    expect((await viewer.get(QUERY, { page: 'roles' })).http).toBe(403)
    expect((await viewer.put(PREFER, { page: 'roles', look: {} })).http).toBe(403)
    expect((await viewer.post(ADD, { page: 'roles', viewName: 'x', state: { filters: {}, look: {} } })).http).toBe(403)
  })

  it('stays when its maker goes, with whom goes all that was their own', async () => {
    const values = newUser(tenant, { roleId: [tenant.roles['ROLE_ADMIN']] })
    await admin.post('/api/admin/sysuser/addSysUser', values)
    const [user] = (
      await admin.get<{ list: { id: string }[] }>('/api/admin/sysuser/querySysUser', { username: String(values['username']) })
    ).data.list
    const id = String(user?.id)
    // Whose password somebody else chose can do nothing before it is changed.
    await server.database.asOwner((client) => client.query('update users set must_change_password = null where id = $1', [id]))
    const maker = await signIn(server.url, tenant.code, String(values['username']), PASSWORD)
    const [own, shared] = [await add(maker), await add(maker)]
    expect((await maker.post(SHARE, { id: shared, audience: 'tenant' })).http).toBe(200)
    await maker.put(PREFER, { page: 'users', look: { density: 'compact' }, defaultViewId: own })
    expect((await admin.post(`/api/admin/sysuser/deleteSysUser?id=${id}`)).http).toBe(200)
    expect(await rowsOf('user_preferences', 'user_id', id)).toBe(0)
    expect(await rowsOf('list_views', 'id', own)).toBe(0)
    expect(await seen(editor, shared)).toBeDefined()
  })
})

describe('the database itself', () => {
  it('keeps shared views without an owner, and own ones with one', async () => {
    const insert = (audience: string, owner: string | null) =>
      server.services.transactions
        .inTenant({ tenantId: tenant.id }, async (tx) => {
          await tx.run(
            build.insertInto('list_views').values({
              tenant_id: tenant.id,
              id: newId(),
              page: 'users',
              view_name: unique(),
              audience: audience as 'own',
              owner_id: owner,
              state: '{}',
            }),
          )
        })
        .then(
          () => 'stored',
          (error: { code?: string }) => error.code,
        )
    expect(await insert('own', null)).toBe('23514')
    expect(await insert('tenant', tenant.users['admin'] as string)).toBe('23514')
    expect(await insert('own', other.users['admin'] as string)).toBe('23503')
    expect(await insert('own', tenant.users['admin'] as string)).toBe('stored')
  })
})
