/**
 * `npm run bench:web`: what the first visit of a page costs a browser that has nothing of ours yet. Prints compressed
 * bytes, requests and the largest contentful paint, at 10 Mbit/s and with a processor four times slower than this one.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'

const PASSWORD = 'outstation'
const ROUNDS = 3
const KILOBYTE = 1024

/** Runs in the page: keeps the time of the largest contentful paint so far. */
const WATCH_PAINT = `
  globalThis.largestPaint = 0
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })`

interface Visit { bytes: number; requests: number; paint: number }
interface Page { path: string; budget: number; signedIn: boolean }

const pages: readonly Page[] = [
  { path: '/login', budget: 200, signedIn: false },
  { path: '/workbench', budget: 420, signedIn: true },
  { path: '/admin/sysuser', budget: 420, signedIn: true },
]

if (!existsSync(fileURLToPath(new URL('../dist/web/index.html', import.meta.url)))) {
  process.stderr.write('The web is not built: run "npm run build" first.\n')
  process.exit(1)
}
const folder = temporaryFolder()
const server = await run({ DATA_DIR: `${folder.path}/data`, DEMO_PASSWORD: PASSWORD, RATE_LIMIT: '1000000', TIME_ZONE: 'Asia/Shanghai' }, { logFile: `${folder.path}/log` })
  .catch((error: unknown) => { folder.remove(); throw error })
const browser = await launchChromium()
try {
  console.log('page             compressed   budget   requests   largest contentful paint (median and all)')
  for (const page of pages) {
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, page))
    const paints = visits.map(({ paint }) => Math.round(paint)).sort((a, b) => a - b)
    const { bytes, requests } = visits[0] as Visit
    const within = bytes <= page.budget * KILOBYTE
    console.log(`${page.path.padEnd(16)} ${`${(bytes / KILOBYTE).toFixed(1)} KB`.padStart(10)} ${`${page.budget} KB`.padStart(8)} ${String(requests).padStart(10)}   ${paints[1]} ms (${paints.join(', ')})${within ? '' : '   OVER BUDGET'}`)
  }
} finally {
  await browser.close()
  await server.stop()
  folder.remove()
}

/** One visit with an empty cache, measured until the network has been quiet. */
async function visit(on: Browser, { path, signedIn }: Page): Promise<Visit> {
  const context = await on.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  try {
    if (signedIn) await keepToken(context)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // 10 Mbit/s in bytes a second, and the way to a server in the same country and back.
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let bytes = 0
    let requests = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    await page.addInitScript({ content: WATCH_PAINT })
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle' })
    if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`)
    // The network can fall quiet before a slow processor has painted what came; a second later nothing larger follows.
    await page.waitForFunction('globalThis.largestPaint > 0')
    await page.waitForTimeout(1000)
    const paint = await page.evaluate<number>('globalThis.largestPaint')
    return { bytes, requests, paint }
  } finally {
    await context.close()
  }
}

/** Signs in beside the browser, so that the visit itself is the first thing it loads. */
async function keepToken(context: BrowserContext): Promise<void> {
  const { token } = await signIn(server.url, '10001', 'admin', PASSWORD)
  await context.addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
}
