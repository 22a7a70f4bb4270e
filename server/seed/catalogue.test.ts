import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { PASSWORD, buildTenant } from '../../tests/support/builders.ts'
import { signIn } from '../../tests/support/client.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { demonstrations, features } from '../modules.ts'
import { build } from '../kernel/database/sql.ts'
import { syncCatalogue } from './catalogue.ts'
import { seed } from './seed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const sync = (known: typeof features) =>
  server.services.transactions.inPlatform('a test starts another version', (tx) => syncCatalogue(tx, known))

it('is written once and then left alone', async () => {
  expect(await sync(features)).toBe(false)
})

it('without the demonstration the page examples are off until the operator switches them on', async () => {
  const own = await startServer({ demo: false, demoPassword: PASSWORD })
  onTestFinished(() => own.stop())
  await seed(own.services, features, demonstrations)
  const operator = await signIn(own.url, '10000', 'admin', PASSWORD)
  const shows = async () => {
    const { data } = await operator.post<{ menu: { name: string; hideInMenu: 0 | 1 }[] }>(
      '/api/account/sysuserdetail/queryCurrentAuthority',
      {},
    )
    return data.menu.find(({ name }) => name === 'template')?.hideInMenu === 0
  }
  expect(await shows()).toBe(false)
  const { data } = await operator.get<{ list: { id: string; menuCode: string }[] }>('/api/admin/sysmenu/querySysMenu?menuCode=template')
  const id = data.list.find(({ menuCode }) => menuCode === 'template')?.id
  expect(await operator.put('/api/admin/sysmenu/updateSysMenu', { id, menuStatus: 1 })).toMatchObject({ http: 200 })
  expect(await shows()).toBe(true)
  // Another start leaves it as the operator wants it.
  await seed(own.services, features, demonstrations)
  expect(await shows()).toBe(true)
})

it('a version without a feature takes nothing away from who was granted it', async () => {
  const tenant = await buildTenant(server)
  const older = features.filter(({ tag }) => tag !== 'users')
  expect(older).toHaveLength(features.length - 1)
  expect(await sync(older)).toBe(true)
  expect(await sync(features)).toBe(true)
  const editor = await tenant.signIn('editor')
  expect((await editor.get('/api/admin/sysuser/querySysUser')).http).toBe(200)
})

it('what is new goes to the administrators of every tenant, and to nobody else', async () => {
  const tenant = await buildTenant(server)
  await sync(
    features.map((feature) => ({
      ...feature,
      routes: feature.routes.map((route) => ({ ...route, path: route.path.replace('querySysRole', 'queryNewName') })),
    })),
  )
  const granted = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    tx.all(
      build
        .selectFrom('role_urls')
        .innerJoin('urls', 'urls.id', 'url_id')
        .innerJoin('roles', 'roles.id', 'role_id')
        .select('role_code')
        .where('url', '=', '/admin/sysrole/queryNewName'),
    ),
  )
  expect(granted).toEqual([{ role_code: 'ROLE_ADMIN' }])
  await sync(features)
})

it('a group that is new comes to everybody who has a page in it, who keep the page and its address', async () => {
  await buildTenant(server)
  const holders = async (code: string) =>
    server.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ holder: string }>(
        `select m.menu_path || ' ' || r.id as holder from role_menus g join roles r on r.tenant_id = g.tenant_id and r.id = g.role_id
           join menus m on m.id = g.menu_id where m.menu_code = $1
         union all select m.menu_path || ' ' || package_id from package_menus join menus m on m.id = menu_id where m.menu_code = $1 order by 1`,
        [code],
      )
      return rows.map(({ holder }) => holder)
    })
  const inside = async (codes: readonly string[]) => new Set((await Promise.all(codes.map(holders))).flat().map((one) => one.split(' ')[1]))
  const [page, rules] = [await holders('alarms'), await holders('alarmrules')]
  // As in a version that had the pages beside each other.
  await server.database.asOwner(async (owner) => {
    await owner.query(`update menus set parent_id = (select id from menus where menu_code = 'acquisition')
      where parent_id = (select id from menus where menu_code = 'alarming')`)
    for (const table of ['role_menus', 'package_menus', 'menu_buttons'])
      await owner.query(`delete from ${table} where menu_id = (select id from menus where menu_code = 'alarming')`)
    await owner.query("delete from menus where menu_code = 'alarming'")
    await owner.query("delete from installation where key = 'catalogue'")
  })
  expect(await sync(features)).toBe(true)
  expect(await holders('alarms')).toEqual(page)
  expect(await holders('alarmrules')).toEqual(rules)
  expect(page.length).toBeGreaterThan(rules.length)
  expect(page.every((one) => one.startsWith('/acquisition/alarms '))).toBe(true)
  expect(await inside(['alarming'])).toEqual(await inside(['alarms', 'alarmrules']))
})
