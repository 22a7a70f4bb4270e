/** Going from page to page by the tags of the console, and the time until the other page is painted. */
import type { Page } from 'playwright-core'
import { Traffic, arrive, settle } from './traffic.ts'

/**
 * Runs in the page. A page counts as shown when the element it was built of, kept since its first visit, is the one that is
 * visible; it counts as painted when the frame after that begins. Time runs from the moment the pointer was released.
 */
const WATCH_CHANGES = `
  const kept = new Map()
  const visible = (element) => element.checkVisibility()
  globalThis.isWaiting = () => [...document.querySelectorAll('main .waiting, main [aria-busy=true]')].some(visible)
  globalThis.shownPage = () => [...document.querySelectorAll('main > *')].find(visible)
  globalThis.keepPage = (path) => kept.set(path, shownPage())
  globalThis.paintedAfterClick = (path) => new Promise((resolve) => {
    addEventListener('click', ({ timeStamp }) => {
      const look = () => requestAnimationFrame(() => {
        if (!visible(kept.get(path)) || shownPage() !== kept.get(path)) return look()
        requestAnimationFrame(() => resolve(performance.now() - timeStamp))
      })
      look()
    }, { capture: true, once: true })
  })`

/** How long nothing may be on its way for a page to count as quiet. */
const QUIET_MS = 100

export class Changes {
  readonly page: Page
  readonly #traffic: Traffic

  constructor(page: Page, traffic: Traffic) {
    this.page = page
    this.#traffic = traffic
  }

  static async open(page: Page, url: string): Promise<Changes> {
    await page.addInitScript({ content: WATCH_CHANGES })
    const traffic = await Traffic.of(page)
    await arrive(page, traffic, url, { quietMs: QUIET_MS, isThere: () => page.evaluate<boolean>('shownPage() !== undefined') })
    return new Changes(page, traffic)
  }

  /** Waits until what the page has asked for is there and has been drawn. @throws Error with what was still open when it is never. */
  async quiet(): Promise<void> {
    await settle(
      this.page,
      this.#traffic,
      'the page is quiet',
      async () =>
        this.#traffic.open().length === 0 && this.#traffic.quietFor() >= QUIET_MS && !(await this.page.evaluate<boolean>('isWaiting()')),
    )
  }

  /** By its entry in the menu, whose groups are opened as far as needed. */
  async openByMenu(path: string): Promise<void> {
    const entry = this.page.locator(`.sidebar a[href="${path}"]`)
    while (!(await entry.isVisible())) await this.page.locator('.sidebar [role=menuitem][aria-expanded=false]').first().click()
    await entry.click()
    await this.arrived(path)
  }

  async openByTag(path: string): Promise<void> {
    await this.#tag(path).click()
    await this.arrived(path)
  }

  async close(path: string): Promise<void> {
    await this.#tag(path).locator('xpath=..').getByRole('button').click()
    await this.quiet()
  }

  /** Remembers what the page is made of, to know it when it is shown again. */
  async keep(path: string): Promise<void> {
    await this.page.evaluate(`keepPage(${JSON.stringify(path)})`)
  }

  /** Milliseconds from a click on its tag until the page is painted. */
  async measure(path: string): Promise<number> {
    const painted = this.page.evaluate<number>(`paintedAfterClick(${JSON.stringify(path)})`)
    await this.#tag(path).click()
    return painted
  }

  async arrived(path: string): Promise<void> {
    await this.page.locator(`html[data-address^="${path}"]`).waitFor({ state: 'attached' })
    await this.quiet()
  }

  #tag(path: string) {
    return this.page.locator(`.tags-bar a[href="${path}"], .tags-bar a[href^="${path}?"]`)
  }
}

const cells = (row: number) => Array.from({ length: 8 }, (_, at) => `<td>cell ${row}.${at}</td>`).join('')
const table = (rows: number) => `<table>${Array.from({ length: rows }, (_, at) => `<tr>${cells(at)}</tr>`).join('')}</table>`

/** The least there is: two prepared tables, one shown and one not, turned over by links in a bar of tags. */
export async function openBare(page: Page, paths: readonly string[]): Promise<Changes> {
  await page.setContent(
    `<nav class="tags-bar">${paths.map((path) => `<a href="${path}">${path}</a> `).join('')}</nav><main>${paths.map((path, at) => `<div data-path="${path}"${at > 0 ? ' hidden' : ''}>${table(30)}</div>`).join('')}</main>`,
  )
  await page.evaluate(`${WATCH_CHANGES}
    addEventListener('click', (event) => {
      event.preventDefault()
      for (const one of document.querySelectorAll('main > *')) one.hidden = one.dataset.path !== event.target.getAttribute('href')
    })`)
  const changes = new Changes(page, await Traffic.of(page))
  for (const path of paths) {
    await page.locator(`a[href="${path}"]`).click()
    await changes.keep(path)
  }
  return changes
}
