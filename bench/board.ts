/**
 * `npm run bench:board`: the board of 5,000 devices with 50,000 points, by a processor four times slower than this one (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database
 * is made and dropped). From the click in the menu to the first cards, in a console that has not shown them yet; and the tasks of the page while it follows 5,000 values a
 * second that come in over MQTT. References of the same run and the same browser: a bare page that draws as many prepared cards, and one that writes as many numbers.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { WebSocketServer } from 'ws'
import type { Database } from '../server/kernel/database/database.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import { PASSWORD, TENANT, openField, send } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import type { MainThread } from './support/main-thread.ts'
import { watchMainThread } from './support/main-thread.ts'
import { median, table } from './support/table.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const DEVICES = amount(undefined, { whole: 5000, smoke: 6 })
const SENDING = amount(undefined, { whole: 500, smoke: 3 })
const KEYS = 10
/** Of each message. */
const VALUES = 3
const VALUES_A_SECOND = amount(undefined, { whole: 5000, smoke: 60 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 20, smoke: 1 })
const SECONDS = amount('BENCH_SECONDS', { whole: 60, smoke: 1 })
/** As a first visit of bench/support/visits.ts has it. */
const SLOWER = amount(undefined, { whole: 4, smoke: 1 })
const CONTENT_MS = 500
const TASK_MS = 100
/** Cards of the first page, and values on each. */
const CARDS = Math.min(50, DEVICES)
const ON_CARD = 4
/** How often a page is told of values (server/acquisition/live-points.ts). */
const PUSHED_MS = 200

const keys = ['temperature', 'humidity', 'pressure', ...Array.from({ length: KEYS - VALUES }, (_, index) => `more-${index + 1}`)]
const p95 = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? NaN
const pause = (ms: number) => sleep(SMOKE ? Math.min(ms, 100) : ms)

/** Every point and device has been heard of. */
function prepare(database: Database): Promise<void> {
  return database.asOwner(async (client) => {
    await client.query(`insert into point_states (tenant_id, series, time, value, quality, reason)
      select points.tenant_id, series, now(), 1, 192, 0 from points join devices on devices.tenant_id = points.tenant_id and devices.id = device_id where device_code like 'bench-%' on conflict do nothing`)
    await client.query(
      `insert into device_states (tenant_id, device_id, seen_at) select tenant_id, id, now() from devices where device_code like 'bench-%' on conflict do nothing`,
    )
    await client.query('analyze')
  })
}

/** Runs in the page: the time from a click to the frame after the first card has a name. Also how often a value was drawn anew. */
const WATCH = `
  globalThis.firstCard = () => new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => {
      const look = () => requestAnimationFrame(() =>
        document.querySelector('.board-card h2')?.textContent ? setTimeout(() => resolve(performance.now() - timeStamp)) : look())
      look()
    }, { capture: true, once: true })
  })
  globalThis.drawn = 0
  globalThis.watchValues = () => new MutationObserver((all) => { globalThis.drawn += all.length })
    .observe(document.querySelector('.device-board'), { childList: true, subtree: true, characterData: true })`

async function slowPage(browser: Browser, cookie?: { token: string; url: string }): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  if (cookie) await context.addCookies([{ name: 'token', value: cookie.token, url: cookie.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await page.addInitScript({ content: WATCH })
  if (cookie) await page.addInitScript({ content: `localStorage.setItem('outstation.page.devices.look', 'board')` })
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

interface Shown {
  /** Milliseconds by the clock. */
  readonly ms: number
  /** Processor time of the page's main thread: what is left of it when nothing else wants the processor. */
  readonly cpuMs: number
}

/** From a click on the link to the first cards, each time in a new document. */
async function timesTo(browser: Browser, page: Page, url: string, link: string): Promise<Shown[]> {
  const times: Shown[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await page.goto(url)
    await page.locator(link).first().waitFor()
    await pause(3000)
    const shown = page.evaluate<number>('firstCard()')
    let ms = NaN
    const { cpuMs } = await watchMainThread(browser, page, async () => {
      await page.locator(link).first().dispatchEvent('click')
      ms = await shown
    })
    // The first fills the cache of the browser.
    if (round > 0 || SMOKE) times.push({ ms, cpuMs })
  }
  return times
}

interface Bare {
  readonly url: string
  /** Sends so many numbers to the page. */
  send(): void
  stop(): void
}

/** A page of as many cards, put together of what it asks for when its link is clicked; numbers come by a socket. */
async function openBare(): Promise<Bare> {
  const rows = Array.from({ length: CARDS }, (_, at) => ({ name: `bench-${at}`, values: keys.slice(0, ON_CARD) }))
  const html = `<!doctype html><a href="#">go</a><ul class="device-board"></ul><script>
    document.querySelector('a').addEventListener('click', async (event) => {
      event.preventDefault()
      const rows = await (await fetch('/rows')).json()
      document.querySelector('ul').innerHTML = rows.map(({ name, values }) => '<li class="board-card"><h2>' + name + '</h2><dl>' + values.map((key) => '<dt>' + key + '</dt><dd>1</dd>').join('') + '</dl></li>').join('')
      const cells = [...document.querySelectorAll('dd')]
      new WebSocket(location.href.replace('http', 'ws')).onmessage = ({ data }) => JSON.parse(data).forEach((value, at) => { cells[at].textContent = value })
    })
  </script>`
  const server = createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': request.url === '/rows' ? 'application/json' : 'text/html' })
      .end(request.url === '/rows' ? JSON.stringify(rows) : html),
  )
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let sent = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    send() {
      sent += 1
      for (const client of sockets.clients) client.send(JSON.stringify(Array.from({ length: CARDS * VALUES }, (_, at) => (sent % 97) + at)))
    },
    stop() {
      sockets.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The page of the board while values come, beside the bare page while as many numbers come. */
async function follow(
  browser: Browser,
  page: Page,
  bare: { readonly page: Page; readonly of: Bare },
): Promise<{ ours: MainThread; bare: MainThread; drawn: number }> {
  await page.evaluate('watchValues()')
  await pause(3000)
  await page.evaluate('globalThis.drawn = 0')
  const ours = await watchMainThread(browser, page, () => sleep(SECONDS * 1000))
  const drawn = await page.evaluate<number>('globalThis.drawn')
  await page.close()
  const timer = setInterval(() => bare.of.send(), PUSHED_MS)
  const theirs = await watchMainThread(browser, bare.page, () => sleep((SECONDS * 1000) / 4))
  clearInterval(timer)
  return { ours, bare: theirs, drawn }
}

/** The codes of the devices on the first page of the board, then others. */
async function sendersOf(admin: Client, codes: readonly string[]): Promise<string[]> {
  const { data } = await admin.get<{ list: { deviceCode: string }[] }>('/api/acquisition/device/queryDevice', { pageSize: CARDS })
  const shown = data.list.map(({ deviceCode }) => deviceCode).filter((code) => codes.includes(code))
  return [...new Set([...shown, ...codes])].slice(0, SENDING)
}

async function measure(scratch: Awaited<ReturnType<typeof benchDatabase>>): Promise<void> {
  const folder = temporaryFolder()
  const browser = await launchChromium()
  const bare = await openBare()
  try {
    const field = await openField({ scratch, folder: folder.path, devices: DEVICES, keys, prepare })
    const server = await field.start()
    try {
      const admin = await signIn(server.url, TENANT, 'admin', PASSWORD)
      const [page, barePage] = [await slowPage(browser, { token: admin.token, url: server.url }), await slowPage(browser)]
      const shown = await timesTo(browser, page, `${server.url}/acquisition/projects`, 'a[href="/acquisition/devices"]')
      const plain = await timesTo(browser, barePage, bare.url, 'a')
      const load = send({
        codes: await sendersOf(admin, field.codes),
        secret: field.secret,
        port: server.mqttPort,
        seconds: SECONDS + amount(undefined, { whole: 8, smoke: 0.5 }),
        rate: Math.ceil(VALUES_A_SECOND / VALUES),
      })
      const followed = await follow(browser, page, { page: barePage, of: bare })
      const sent = await load
      const stored = (sent.acknowledged * VALUES) / sent.seconds
      const long = followed.ours.tasks.filter((ms) => ms > TASK_MS).length
      process.stdout.write(
        `\n${table(
          ['the board', 'ours', 'bare page', 'ratio'],
          [
            ['click to the first cards, median ms', ...beside(median(shown.map(({ ms }) => ms)), median(plain.map(({ ms }) => ms)))],
            [
              'of it processor time of the page, ms',
              ...beside(median(shown.map(({ cpuMs }) => cpuMs)), median(plain.map(({ cpuMs }) => cpuMs))),
            ],
            ['longest task while values come, ms', ...beside(followed.ours.tasks[0] ?? NaN, followed.bare.tasks[0] ?? NaN)],
            ['share of the main thread, %', ...beside(followed.ours.busy * 100, followed.bare.busy * 100)],
          ],
        )}\nvalues drawn a second: ${(followed.drawn / SECONDS).toFixed(0)}\n`,
      )
      judge([
        {
          name: `from the click to the first of ${CARDS} cards of ${DEVICES} devices, a processor ${SLOWER} times slower, p95`,
          wanted: `<= ${CONTENT_MS} ms`,
          found: `${p95(shown.map(({ ms }) => ms)).toFixed(0)} ms`,
          holds: p95(shown.map(({ ms }) => ms)) <= CONTENT_MS,
        },
        {
          name: 'values stored a second meanwhile',
          wanted: String(VALUES_A_SECOND),
          found: stored.toFixed(0),
          holds: stored >= VALUES_A_SECOND * 0.99,
        },
        {
          name: `tasks of more than ${TASK_MS} ms within ${SECONDS} s of following them`,
          wanted: '0',
          found: `${long}, the longest ${(followed.ours.tasks[0] ?? NaN).toFixed(0)} ms`,
          holds: long === 0 && followed.drawn > 0,
        },
      ])
    } finally {
      await server.kill()
    }
  } finally {
    bare.stop()
    await browser.close()
    folder.remove()
  }
}

const beside = (ours: number, bare: number): [string, string, string] => [ours.toFixed(1), bare.toFixed(1), (ours / bare).toFixed(1)]

const scratch = await benchDatabase('board')
try {
  await measure(scratch)
} finally {
  await scratch.drop()
}
