/** Who asks too much is asked to wait, and nobody else is. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { call } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

const LIMIT = 120
const ME = '/api/uaa/users/getSysUser'
let server: TestServer
let tenant: BuiltTenant
let first: Client
let second: Client
beforeAll(async () => {
  server = await startServer({ rateLimit: LIMIT, maxConnections: 200, requestSeconds: 1 })
  tenant = await buildTenant(server)
  first = await tenant.signIn('admin')
  second = await tenant.signIn('viewer')
  // From its first answered request on, a session has a budget of its own.
  for (const client of [first, second]) expect((await client.get(ME)).http).toBe(200)
})
afterAll(() => server.stop())

describe('a session that asks too much', () => {
  it('is told to wait, in the envelope, and when to come back', async () => {
    const answers = await Promise.all(Array.from({ length: LIMIT + 40 }, () => first.get(ME)))
    const refused = answers.filter((answer) => answer.http !== 200)
    expect(answers.length - refused.length).toBe(LIMIT)
    for (const answer of refused) {
      expect(answer).toMatchObject({ http: 429, code: 429, status: 429, data: null, message: expect.stringMatching(/\d+ s/) })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    expect((await first.get(ME, {}, { 'accept-language': 'zh-CN' })).message).toMatch(/秒/)
  })

  it('does not change what other sessions may ask, even of the same address', async () => {
    expect((await first.get(ME)).http).toBe(429)
    const again = await tenant.signIn('admin')
    expect((await again.get(ME)).http, 'a new token is counted for its address once').toBe(200)
    expect((await again.get(ME)).http, 'and then for its user, with all their sessions').toBe(429)
    for (let index = 0; index < LIMIT / 2; index += 1) expect((await second.get(ME)).http).toBe(200)
  })
})

describe('a session of which nothing is remembered', () => {
  it('keeps its budget while its role is changed over and over, and when it has ended', async () => {
    const { invalidations } = server.services
    for (let index = 0; index < LIMIT / 3; index += 1) {
      await server.services.transactions.inPlatform('a test', (tx) =>
        invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id }),
      )
      expect((await second.get(ME)).http, String(index)).toBe(200)
    }
    const third = await tenant.signIn('editor')
    expect((await third.get(ME)).http).toBe(200)
    expect((await third.post('/api/uaa/users/signOut', {})).http).toBe(200)
    for (let index = 0; index < LIMIT / 6; index += 1) expect((await third.get(ME)).http).toBe(401)
  })
})

describe('a body that comes byte by byte', () => {
  /** Sends the head of a request, then a piece every 20 ms; gives what came back when the connection is over. */
  function drip(head: string, next: (count: number) => string = () => 'xx'): Promise<string> {
    const { hostname, port } = new URL(server.url)
    return new Promise((resolve) => {
      let [answer, count] = ['', 0]
      const socket = connect(Number(port), hostname, () => socket.write(`${head.replaceAll('\n', '\r\n')}\r\nconnection: close\r\n\r\n`))
      const timer = setInterval(() => {
        const piece = next(count)
        count += 1
        if (socket.writable) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
        if (piece === '') clearInterval(timer)
      }, 20)
      socket
        .on('data', (bytes: Buffer) => {
          answer += bytes.toString('latin1')
        })
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(timer)
          resolve(answer)
        })
    })
  }
  const upload = () =>
    `POST /api/account/sysuserdetail/uploadAvatar HTTP/1.1\nhost: x\nauthorization: Bearer ${second.token}\ncontent-type: multipart/form-data; boundary=x`

  it('is cut off, whatever it is for', async () => {
    const json = 'POST /api/uaa/oauth/token HTTP/1.1\nhost: x\ncontent-type: application/json'
    const answers = await Promise.all(
      [
        `${json}\ncontent-length: 20000`,
        `${json}\ntransfer-encoding: chunked`,
        `${upload()}\ncontent-length: 20000`,
        'POST /nothing HTTP/1.1\nhost: x\ncontent-length: 20000',
      ].map((head) => drip(head)),
    )
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['408', '408', '408', '404'])
  })

  it('is none where a file keeps coming, however long it takes', async () => {
    const piece = 'x'.repeat(0x5000)
    const answer = await drip(`${upload()}\ntransfer-encoding: chunked`, (count) =>
      count === 0
        ? '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
        : count < 125
          ? piece
          : count === 125
            ? '\r\n--x--\r\n'
            : '',
    )
    expect(answer).toMatch(/^HTTP\/1.1 (422|413|415) /)
  })
})

describe('connections', () => {
  it('are bounded, and there is room again when some have closed', async () => {
    const { hostname, port } = new URL(server.url)
    const sockets = Array.from({ length: 260 }, () => connect(Number(port), hostname))
    const closed = sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on('error', () => undefined).on('close', () => resolve())
        }),
    )
    // Those above the limit are closed by the server, without a word.
    await expect.poll(() => sockets.filter((socket) => socket.closed).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(60)
    expect(sockets.filter((socket) => !socket.closed).length).toBeLessThanOrEqual(200)
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    expect((await call(server.url, 'GET', '/healthz')).http).toBe(200)
  })
})

describe('an address', () => {
  it('that is not signed in has a smaller budget, which a made-up token does not enlarge', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        call(server.url, 'GET', ME, { headers: index % 2 ? { authorization: `Bearer made-up-${index}` } : {} }),
      ),
    )
    expect(answers.filter((answer) => answer.http === 401).length).toBeLessThanOrEqual(LIMIT / 10)
    expect(answers.filter((answer) => answer.http === 429).length).toBeGreaterThanOrEqual(60 - LIMIT / 10)
    expect((await call(server.url, 'POST', '/api/uaa/oauth/token', { body: { grant_type: 'password' } })).http).toBe(429)
    expect((await second.get(ME)).http, 'who is signed in there is not concerned').toBe(200)
  })

  it('can always ask whether the server is well', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await call(server.url, 'GET', path)).http).toBe(200)
  })
})
