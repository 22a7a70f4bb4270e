/**
 * `npm run bench:notify`: a notification to a tenant of 10,000 users, from the call that publishes it until 500 open sockets have
 * heard of it (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped). Wanted: told to 10,000 within
 * 2 s, mails included, and 95 of 100 sockets within 1 s. The reference of the same run is a bare `ws` server in a process of
 * its own that sends the same words to as many sockets when it is called.
 */
import { once } from 'node:events'
import WebSocket from 'ws'
import { openDatabase } from '../server/kernel/database/database.ts'
import { clientWith, signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import { startProgram } from './support/child.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import { benchDatabase } from './support/furnished.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const PEOPLE = amount(undefined, { whole: 10_000, smoke: 100 })
/** Twenty pages are allowed with one session. */
const SOCKETS = amount(undefined, { whole: 500, smoke: 20 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 7, smoke: 1 })
const BASE = '/api/notification/notification'

const bareServer = `
  import { createServer } from 'node:http'
  import { WebSocketServer } from 'ws'
  const http = createServer((_, response) => { for (const client of sockets.clients) client.send('{"kind":"news","topic":"notifications"}'); response.end('{}') })
  const sockets = new WebSocketServer({ server: http })
  http.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + http.address().port))`

const part = (times: readonly number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] as number
const middle = (times: readonly number[]) => part(times, 0.5)

/** Milliseconds from `act` until each socket heard of it. */
async function latencies(sockets: readonly WebSocket[], act: () => Promise<unknown>): Promise<number[]> {
  const start = performance.now()
  const times = sockets.map(
    (socket) =>
      new Promise<number>((resolve) => {
        const listener = (data: WebSocket.RawData) => {
          if (!String(data).includes('"notifications"')) return
          socket.off('message', listener)
          resolve(performance.now() - start)
        }
        socket.on('message', listener)
      }),
  )
  await act()
  return Promise.all(times)
}

async function openBare(url: string): Promise<WebSocket[]> {
  return Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = new WebSocket(url.replace('http', 'ws'))
      await once(socket, 'open')
      return socket
    }),
  )
}

const scratch = await benchDatabase('notify')
const folder = temporaryFolder()
const bare = await startProgram('the bare server', ['--input-type=module', '-e', bareServer])
try {
  const bareUrl = bare.url
  const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'Asia/Shanghai' })
  const {
    tenants: [tenant],
  } = await fill(database, 1, PEOPLE)
  if (!tenant) throw new Error('no tenant was made')
  const server = await run(
    { DEMO: 'off', DATABASE_URL: scratch.url, DATA_DIR: folder.path, RATE_LIMIT: '1000000000', TIME_ZONE: 'Asia/Shanghai' },
    { logFile: `${folder.path}/log` },
  )
  try {
    // Twenty pages are allowed with one session, so sessions are many.
    const sessions = await Promise.all(Array.from({ length: SOCKETS / 20 }, () => signIn(server.url, tenant.code, 'admin', PASSWORD)))
    const admin = clientWith(server.url, (sessions[0] as { token: string }).token)
    const open: WebSocket[] = []
    for (const { token } of sessions) open.push(...(await Promise.all(Array.from({ length: 20 }, () => opened(server.url, token)))))
    const bareSockets = await openBare(bareUrl)

    const [ours, theirs, answered, mailed]: [number[], number[], number[], number[]] = [[], [], [], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      const {
        data: { id },
      } = await admin.post<{ id: string }>(`${BASE}/addNotification`, {
        title: `Round ${round}`,
        content: '<p>What everybody is told</p>',
        type: 'notification',
        priority: 'high',
        byMail: 1,
      })
      const start = performance.now()
      const times = await latencies(open, async () => {
        await admin.post(`${BASE}/publishNotification`, { id })
        answered.push(performance.now() - start)
      })
      for (;;) {
        const { rows } = await database.asOwner((client) =>
          client.query<{ count: number }>('select count(*)::int as count from messages where subject = $1', [`Round ${round}`]),
        )
        if ((rows[0]?.count ?? 0) > 0) {
          mailed.push(performance.now() - start)
          if (round === 0 && rows[0]?.count !== PEOPLE) process.stdout.write(`${rows[0]?.count} mails: the other users are disabled\n`)
          break
        }
        await new Promise((resolve) => {
          setTimeout(resolve, 5)
        })
      }
      ours.push(part(times, 0.95))
      theirs.push(part(await latencies(bareSockets, () => fetch(bareUrl)), 0.95))
    }
    const ratio = middle(ours) / middle(theirs)
    const formatTimes = (times: readonly number[]) =>
      `${middle(times).toFixed(0)} ms (worst of ${ROUNDS}: ${Math.max(...times).toFixed(0)})`
    judge([
      { name: `published, the call answered`, wanted: '2 s', found: formatTimes(answered), holds: Math.max(...answered) <= 2000 },
      {
        name: `told to ${PEOPLE} users, their mails written`,
        wanted: '2 s',
        found: formatTimes(mailed),
        holds: Math.max(...mailed) <= 2000,
      },
      { name: `${SOCKETS} open sockets have heard, p95`, wanted: '1 s', found: formatTimes(ours), holds: Math.max(...ours) <= 1000 },
    ])
    process.stdout.write(`bare sockets, p95: ${formatTimes(theirs)}; ours takes ${ratio.toFixed(1)} times as long\n`)
    for (const socket of [...open, ...bareSockets]) socket.terminate()
  } finally {
    await server.stop()
    await database.close()
  }
} finally {
  await bare.stop()
  folder.remove()
  await scratch.drop()
}

/** A socket that has named its session. */
async function opened(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/events`)
  await once(socket, 'open')
  const ready = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (String(data).includes('"ready"')) resolve()
    })
  })
  socket.send(JSON.stringify({ token }))
  await ready
  return socket
}
