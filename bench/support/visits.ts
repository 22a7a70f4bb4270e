/** A first visit of a page by a browser that has nothing of it yet, at 10 Mbit/s and with a processor four times slower than this one. */
import type { Browser, BrowserContext } from 'playwright-core'
import { amount } from './smoke.ts'
import { Traffic, arrive } from './traffic.ts'

/** How many times slower than this one the processor is. */
const SLOWER = amount(undefined, { whole: 4, smoke: 1 })
/** Nothing that comes later than so long after all else is part of a visit. */
const QUIET_MS = amount(undefined, { whole: 1000, smoke: 100 })
/** How much longer a slow processor is given to paint what has come. */
const PAINT_MS = amount(undefined, { whole: 500, smoke: 50 })

/** Runs in the page: keeps the time of the largest contentful paint so far. */
const WATCH_PAINT = `
  globalThis.largestPaint = 0
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })`

export interface Visit {
  /** Compressed, as they came over the wire. */
  readonly bytes: number
  readonly requests: number
  /** Milliseconds to the largest contentful paint. */
  readonly paint: number
  /** What had been asked for and was not answered when all else had come: not in the counts. */
  readonly open: readonly string[]
}

/** @param prepare Done before the visit, such as signing in. */
export async function visit(on: Browser, url: string, prepare?: (context: BrowserContext) => Promise<void>): Promise<Visit> {
  const context = await on.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  try {
    await prepare?.(context)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    // 10 Mbit/s in bytes a second, and the way to a server in the same country and back.
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: 1_250_000,
      uploadThroughput: 1_250_000,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const traffic = new Traffic(devtools)
    await page.addInitScript({ content: WATCH_PAINT })
    // Whether the network is idle is nothing to wait for: one request that is never answered would be waited for without end.
    // Asked again and again from here: the page's Content-Security-Policy lets nothing be evaluated inside it.
    await arrive(page, traffic, url, { quietMs: QUIET_MS, isThere: () => page.evaluate<boolean>('globalThis.largestPaint > 0') })
    const { pathname } = new URL(url)
    if (new URL(page.url()).pathname !== pathname) throw new Error(`${pathname} led to ${page.url()}`)
    // The network can fall quiet before a slow processor has painted what came.
    await page.waitForTimeout(PAINT_MS)
    const paint = await page.evaluate<number>('globalThis.largestPaint')
    return { bytes: traffic.bytes, requests: traffic.requests, paint, open: traffic.open() }
  } finally {
    await context.close()
  }
}
