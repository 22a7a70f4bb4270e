/** What every answer tells a browser it may not do. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from './support/server.ts'
import { sharedServer, startServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.stop())

it.each(['/api/uaa/users/getSysUser', '/api/nothing/here', '/health'])(
  '%s: only scripts of this server run, and nobody frames it',
  async (path) => {
    const { headers } = await fetch(`${server.url}${path}`)
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((part): [string, string[]] => {
        const [name = '', ...sources] = part.trim().split(' ')
        return [name, sources]
      }),
    )
    for (const name of ['script-src', 'default-src', 'media-src', 'connect-src', 'form-action'])
      expect(policy.get(name), name).toEqual(["'self'"])
    for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(name), name).toEqual(["'none'"])
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  },
)

it('over https browsers keep to it for a year, on this host alone', async () => {
  const secure = await startServer({ publicUrl: 'https://console.example.com/' })
  const headers = await Promise.all(
    [secure, server].map(async ({ url }) => (await fetch(`${url}/healthz`)).headers.get('strict-transport-security')),
  )
  expect(headers).toEqual(['max-age=31536000', null])
  await secure.stop()
})
