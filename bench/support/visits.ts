/** A first visit of a page by a browser that has nothing of it yet, at 10 Mbit/s and with a processor four times slower than this one. */
import type { Browser, BrowserContext } from 'playwright-core'

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
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let bytes = 0
    let requests = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    await page.addInitScript({ content: WATCH_PAINT })
    await page.goto(url, { waitUntil: 'networkidle' })
    const { pathname } = new URL(url)
    if (new URL(page.url()).pathname !== pathname) throw new Error(`${pathname} led to ${page.url()}`)
    // The network can fall quiet before a slow processor has painted what came; a second later nothing larger follows.
    // Asked again and again from here: the page's Content-Security-Policy lets nothing be evaluated inside it.
    while (!(await page.evaluate<boolean>('globalThis.largestPaint > 0'))) await page.waitForTimeout(50)
    await page.waitForTimeout(1000)
    const paint = await page.evaluate<number>('globalThis.largestPaint')
    return { bytes, requests, paint }
  } finally {
    await context.close()
  }
}
