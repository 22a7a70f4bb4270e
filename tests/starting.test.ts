/** Before its seeds are stored, and once it is told to stop, a server does nothing of a call: it says which of the two, and when to ask again. */
import { expect, it } from 'vitest'
import { buildApp } from '../server/app.ts'
import type { Phase } from '../server/serving.ts'
import { sharedServer } from './support/server.ts'

it('a call is answered once the server serves, with a mark as long as it only starts', async () => {
  const { services } = await sharedServer()
  let phase: Phase = 'starting'
  // It does not listen, so nothing begins beside it; what it shares with the server goes on when that one is closed.
  const app = await buildApp(services, { phase: () => phase })
  const ask = async (url: string) => {
    const { statusCode, headers, json } = await app.inject({ url, headers: { 'accept-language': 'en' } })
    return { http: statusCode, retryAfter: headers['retry-after'], ...json<Record<string, unknown>>() }
  }
  const who = '/api/uaa/users/getSysUser'
  expect(await ask(who)).toEqual({
    http: 503,
    retryAfter: '1',
    code: 503,
    status: 503,
    message: 'The server is starting. One moment, please',
    data: null,
    starting: true,
  })
  expect([(await ask('/readyz')).http, (await ask('/healthz')).http]).toEqual([503, 200])
  phase = 'serving'
  expect([(await ask(who)).http, (await ask('/readyz')).http]).toEqual([401, 200])
  phase = 'stopping'
  const stopping = await ask(who)
  expect(stopping).toMatchObject({ http: 503, retryAfter: '1' })
  // Whoever waits for it to start would wait in vain.
  expect(stopping).not.toHaveProperty('starting')
  expect((await ask('/readyz')).http).toBe(503)
})
