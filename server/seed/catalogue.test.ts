import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTenant } from '../../tests/support/builders.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { features } from '../modules.ts'
import { build } from '../kernel/database/sql.ts'
import { syncCatalogue } from './catalogue.ts'

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
