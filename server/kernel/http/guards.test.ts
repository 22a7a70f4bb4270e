import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, buildTenant } from '../../../tests/support/builders.ts'
import { requestToken } from '../../../tests/support/client.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { buildApp } from '../../app.ts'
import { PUBLIC_ROUTES } from '../../public-routes.ts'
import { guardRoutes } from './guards.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('a route that does not say who may call it stops the start', async () => {
  const app = await buildApp(server.services)
  app.get('/api/admin/forgotten', () => 'data')
  await expect(app.listen({ port: 0 })).rejects.toThrow('GET /api/admin/forgotten does not declare who may call it')
  await app.close()
})

it('a route of a plugin counts as well', async () => {
  const app = await buildApp(server.services)
  app.register(async (plugin) => void plugin.route({ method: ['PUT', 'POST'], url: '/api/plugin', handler: () => 'data' }))
  await expect(app.listen({ port: 0 })).rejects.toThrow('PUT /api/plugin does not declare who may call it')
  await app.close()
})

it('a public route that is not on the reviewed list stops the start', async () => {
  const app = await buildApp(server.services)
  app.get('/api/admin/opened', { config: { access: 'public' } }, () => 'data')
  await expect(app.listen({ port: 0 })).rejects.toThrow('GET /api/admin/opened is public but not on the reviewed list')
  await app.close()
})

it('a public route is public for its own method only', async () => {
  const app = Fastify()
  guardRoutes(app, new Set(['GET /healthz']))
  app.delete('/healthz', { config: { access: 'public' } }, () => 'gone')
  await expect(app.ready()).rejects.toThrow('DELETE /healthz is public')
})

it('every route of the reviewed list is there, and public', async () => {
  const app = await buildApp(server.services)
  await app.ready()
  const open = app.routeList
    .filter(({ config }) => config?.access === 'public')
    .flatMap(({ method, url }) => [method].flat().map((verb) => `${verb} ${url}`))
  // The web's own files are served where it has been built (static.test.ts).
  const web = ['GET /', 'HEAD /', 'GET /*', 'HEAD /*']
  expect([...PUBLIC_ROUTES].filter((name) => !web.includes(name) && !open.includes(name))).toEqual([])
  await app.close()
})

it('the routes of the product pass', async () => {
  const app = await buildApp(server.services)
  await expect(app.ready()).resolves.toBeDefined()
  await app.close()
})

it('a declared access is enforced on routes that are written by hand, too', async () => {
  const app = await buildApp(server.services)
  app.get('/api/by-hand', { config: { access: 'signed-in' } }, () => 'data')
  app.get('/api/by-hand-granted', { config: { access: 'granted', permission: '/nobody/holds/this' } }, () => 'data')
  app.get('/api/by-hand-unnamed', { config: { access: 'granted' } }, () => 'data')
  const { code } = await buildTenant(server)
  const { data } = await requestToken(server.url, code, 'admin', PASSWORD)
  const ask = async (url: string, headers: Record<string, string> = {}) => (await app.inject({ url, headers })).statusCode
  const signedIn = { authorization: `Bearer ${data.access_token}` }
  expect(await Promise.all([ask('/api/by-hand'), ask('/api/by-hand-granted'), ask('/docs/json')])).toEqual([401, 401, 401])
  expect(
    await Promise.all(['/api/by-hand', '/docs/json', '/api/by-hand-granted', '/api/by-hand-unnamed'].map((url) => ask(url, signedIn))),
  ).toEqual([200, 200, 403, 403])
  await app.close()
})
