/** Long answers travel compressed, and nothing that arrives is inflated: a small body that grows to gigabytes finds no door. */
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTenant } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

const AUTHORITY = '/api/account/sysuserdetail/queryCurrentAuthority'
let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  admin = await (await buildTenant(server)).signIn('admin')
})
afterAll(() => server.stop())

async function ask(url: string, headers: Record<string, string>, payload?: Buffer) {
  return server.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
    ...(payload ? { payload } : {}),
  })
}

it('gives a long answer in the way the caller reads, the same in each', async () => {
  const plain = await ask(AUTHORITY, {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [name, inflate] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await ask(AUTHORITY, { 'accept-encoding': name })
    expect(answer.headers).toMatchObject({ 'content-encoding': name, vary: expect.stringContaining('accept-encoding') })
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(inflate(answer.rawPayload).toString()).toBe(plain.body)
  }
})

it('leaves a short answer as it is', async () => {
  expect((await ask('/api/admin/sysuser/registerNewSession', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
})

it('inflates no request', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, '{"a":'))
  const answer = await ask('/api/admin/sysuser/addSysUser', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, bomb)
  expect(answer.statusCode).toBe(400)
})
