/** What a page of a browser asks for and is given, and waiting until it has come; an error says what was still on its way. */
import type { CDPSession, Page } from 'playwright-core'

/** How long a page may take to come; a slow processor that has others to serve as well needs some of it. */
const MAX_MS = 60_000
const LOOK_MS = 20
/** How long a page whose processor is busy may take to say how it stands. */
const ANSWER_MS = 3000
/** So much of the text that stands on a page goes into an error. */
const KEPT = 300

interface Request {
  readonly what: string
  readonly since: number
}

/** The requests of a page from when it is watched. Those from its cache count as well, as they always have. */
export class Traffic {
  /** Compressed, as they came over the wire. */
  bytes = 0
  /** How many have been answered to their end. */
  requests = 0
  readonly #open = new Map<string, Request>()
  readonly #failed: string[] = []
  #last = performance.now()

  constructor(devtools: CDPSession) {
    devtools.on('Network.requestWillBeSent', ({ requestId, request: { method, url } }) => {
      this.#open.set(requestId, { what: `${method} ${url.slice(0, 200)}`, since: performance.now() })
      this.#last = performance.now()
    })
    devtools.on('Network.dataReceived', () => {
      this.#last = performance.now()
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.bytes += encodedDataLength
      this.requests += 1
      this.#end(requestId)
    })
    devtools.on('Network.loadingFailed', ({ requestId, errorText }) => {
      this.#failed.push(`${this.#open.get(requestId)?.what ?? 'a request'}: ${errorText}`)
      this.#end(requestId)
    })
  }

  static async of(page: Page): Promise<Traffic> {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    return new Traffic(devtools)
  }

  #end(requestId: string): void {
    this.#open.delete(requestId)
    this.#last = performance.now()
  }

  /** For how many milliseconds nothing has begun, come or ended, whatever is still open. */
  quietFor(): number {
    return performance.now() - this.#last
  }

  /** What has been asked for and not answered to its end, each with how long ago. */
  open(): string[] {
    return [...this.#open.values()].map(({ what, since }) => `${what}, for ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }

  /** What was given up or refused. */
  failed(): readonly string[] {
    return this.#failed
  }
}

/**
 * Opens the address and waits until it has loaded, `isThere` and nothing has come for `quietMs`. What is still open then is no
 * reason to wait: whoever counts asks `open()`.
 * @throws Error after a minute, with the requests that were open and how the page stood.
 */
export async function arrive(
  page: Page,
  traffic: Traffic,
  url: string,
  { quietMs, isThere }: { quietMs: number; isThere: () => Promise<boolean> },
): Promise<void> {
  const end = performance.now() + MAX_MS
  await explained(page, traffic, () => page.goto(url, { waitUntil: 'load', timeout: MAX_MS }))
  await settle(page, traffic, `${url} has come`, async () => (await isThere()) && traffic.quietFor() >= quietMs, end)
}

/** Waits until the condition holds. @throws Error at `end`, or after a minute, with the requests that were open and how the page stood. */
export async function settle(
  page: Page,
  traffic: Traffic,
  what: string,
  condition: () => Promise<boolean>,
  end = performance.now() + MAX_MS,
): Promise<void> {
  await explained(page, traffic, async () => {
    // A page that is busy without end does not answer, and would be waited for without end.
    while ((await within(condition(), Math.max(LOOK_MS, end - performance.now()))) !== true) {
      if (performance.now() >= end) throw new Error(`this did not happen within ${MAX_MS / 1000} s: ${what}`)
      await page.waitForTimeout(LOOK_MS)
    }
  })
}

/** What the work gives. @throws Error with how the page stood beside what went wrong. */
async function explained<Result>(page: Page, traffic: Traffic, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await stateOf(page, traffic)}`, { cause: error })
  }
}

/** How a page stands, in lines for an error. */
async function stateOf(page: Page, traffic: Traffic): Promise<string> {
  const asked = `({ state: document.readyState, paint: globalThis.largestPaint, text: document.body?.innerText.trim().slice(0, ${KEPT}) })`
  const stands = await within(
    page
      .evaluate<{ state: string; paint?: number; text?: string }>(asked)
      .catch((error: Error) => ({ state: error.message, paint: undefined, text: '' })),
    ANSWER_MS,
  )
  const open = traffic.open()
  return [
    `the page: ${page.url()}, ${stands === undefined ? `too busy to answer within ${ANSWER_MS / 1000} s` : `${stands.state}, largest paint ${stands.paint ?? 'not watched'}, showing ${JSON.stringify(stands.text ?? '')}`}`,
    `answered: ${traffic.requests} requests, the last ${(traffic.quietFor() / 1000).toFixed(1)} s ago; still open: ${open.length === 0 ? 'none' : ''}`,
    ...open.map((one) => `  ${one}`),
    ...traffic.failed().map((one) => `failed: ${one}`),
  ].join('\n')
}

/** What it gives, or nothing when that takes longer. */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  // What becomes of it later is nobody's any more.
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
