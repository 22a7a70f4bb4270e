/**
 * Pages that one test hands on to the next that asks for the same size, theme, language and so on: a page whose process has loaded the
 * program before opens it at half of the cost. A page is handed on once nothing of the test is left in it; one in which something was done
 * that cannot be taken back is closed.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** The whole of what a page is opened with. */
export interface Form extends BrowserContextOptions {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: 'light' | 'dark'
  readonly reducedMotion: 'reduce' | 'no-preference'
}

/** What every page begins with, unless it is asked otherwise. */
const USUAL: Form = {
  locale: 'en-US',
  reducedMotion: 'reduce',
  colorScheme: 'light',
  viewport: { width: 1440, height: 900 },
}

/** The form of a page with these options, and otherwise as every page is. */
export const formOf = (options: Partial<Form>): Form => ({ ...USUAL, ...options })

/** The same for pages of one form, whatever the order in which their options were named. */
const keyOf = (form: Form): string => JSON.stringify(Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1)))

/** What leaves something in a page or its profile for good. */
const LASTING = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'grantPermissions',
  'newCDPSession',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const
const LASTING_OF_CLOCK = ['install', 'setFixedTime', 'setSystemTime'] as const
const EVENTS = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

type Methods = Record<string, ((...args: unknown[]) => unknown) | undefined>

/** Pages of one address that are handed on. */
export class KeptPages {
  /** By their form. */
  readonly #free = new Map<string, Page[]>()
  /** Pages that may be handed on, as long as nothing lasting is done in them, each with its form. */
  readonly #handedOut = new Map<Page, Form>()

  /** One of this form that is free, if any. */
  take(form: Form): Page | undefined {
    const free = this.#free.get(keyOf(form)) ?? []
    let page = free.pop()
    // One whose browser has died is closed.
    while (page?.isClosed()) page = free.pop()
    if (page) this.#handedOut.set(page, form)
    return page
  }

  /** Has a new page of this form handed on after its test. */
  add(page: Page, form: Form): void {
    this.#handedOut.set(page, form)
    const context = page.context()
    for (const [owner, names] of [
      [page, LASTING],
      [context, LASTING],
      [context.clock, LASTING_OF_CLOCK],
    ] as const)
      for (const name of names) {
        const methods = owner as unknown as Methods
        const method = methods[name]
        if (!method) continue
        methods[name] = (...args) => {
          this.#handedOut.delete(page)
          return method.apply(owner, args)
        }
      }
  }

  /** Empties the pages of a context for another test, on a document that does nothing. `false` when there is nothing to keep: the context is to be closed. */
  async keep(context: BrowserContext, still: string): Promise<boolean> {
    const page = context.pages().find((each) => this.#handedOut.has(each))
    const form = page && this.#handedOut.get(page)
    if (!form) return false
    this.#handedOut.delete(page)
    for (const event of EVENTS) page.removeAllListeners(event)
    for (const event of ['page', 'request', 'requestfailed', 'requestfinished', 'response', 'console', 'dialog'] as const)
      context.removeAllListeners(event)
    try {
      for (const other of context.pages()) if (other !== page) await other.close()
      await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
      await page.goto(still)
      await context.clearCookies()
      await page.evaluate('localStorage.clear(); sessionStorage.clear()')
      await page.emulateMedia({ media: null, forcedColors: null, colorScheme: form.colorScheme, reducedMotion: form.reducedMotion })
      await page.setViewportSize(form.viewport)
      // Wherever it was left, the pointer would lie on something of the next document.
      await page.mouse.move(-10, -10)
      const key = keyOf(form)
      this.#free.set(key, [...(this.#free.get(key) ?? []), page])
      return true
    } catch {
      return false
    }
  }

  /** Closes those that are free; with `unusual`, those that few tests ask for. */
  async close(which: 'all' | 'unusual'): Promise<void> {
    const usual = keyOf(USUAL)
    const closed = [...this.#free].filter(([key]) => which === 'all' || key !== usual)
    for (const [key] of closed) this.#free.delete(key)
    await Promise.all(closed.flatMap(([, pages]) => pages.map((page) => page.context().close())))
  }
}
