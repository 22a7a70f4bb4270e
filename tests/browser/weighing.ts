/** What further pages add to the weight of the first list. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Language } from '../../model/labels/index.ts'
import { pageAddresses as everyAddress } from '../support/page-addresses.ts'
import type { Site } from './support.ts'
import { settled } from './support.ts'

const KILOBYTE = 1024
/** In kilobytes. Of charts 4 are what a drawing without a page, for pictures that are saved, shares with those on pages. */
const BUDGET = { further: 120, charts: 170 } as const
/** What draws charts, which comes with the first that is in view (tests/browser/late-parts.test.ts): no part of the page itself. */
const CHARTS = /\/charts-[^/]*\.js$/
/** Pages of the platform's operators; this tenant has none of them. */
const OF_OPERATORS = /^\/(tenant\/|admin\/(logsystem|outbox)$)/

/** Runs in the page: the compressed bytes of each script and style it has asked for so far, also of those from the cache. */
const PARTS = `Object.fromEntries(performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/assets/')).map(({ name, encodedBodySize }) => [name, encodedBodySize]))`

/** Every page of the console that this tenant has. */
export const pageAddresses: readonly string[] = (() => {
  expect(everyAddress.length).toBeGreaterThan(50)
  return everyAddress.filter((path) => !OF_OPERATORS.test(path))
})()

/** Visits at a time: each of them waits most of its time until nothing comes any more. */
const AT_A_TIME = 3

/** What the first list is made of, in one language or in all of them, against which further pages are weighed. */
export interface Scales {
  /** Weighs the page that is open at the address: empty, or what it adds above its share, in kilobytes. */
  weigh(page: Page, path: string): Promise<string[]>
}

/** Visits the first list in each language. @param speak Chooses the language of what the page opens next. */
export async function openScales(site: Site, speak: (page: Page, language: Language) => Promise<void>): Promise<Scales> {
  const first = await site.page({ as: 'admin' })
  const before = new Set<string>()
  for (const language of ['en', 'zh', 'tw'] as const) {
    await speak(first, language)
    for (const name of await partsOfFirstList(first)) before.add(name)
  }
  return { weigh: (page, path) => weigh(page, path, before) }
}

/** Visits the pages after the first list; those of them that add more than their share, with their kilobytes. */
export async function heavyPages(site: Site, pages: readonly string[]): Promise<string[]> {
  const first = await site.page({ as: 'admin' })
  const before = await partsOfFirstList(first)
  const heavy: string[] = []
  const left = [...pages]
  const visitor = async () => {
    const page = await first.context().newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(path)
      await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
      heavy.push(...(await weigh(page, path, before)))
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, visitor))
  return heavy.sort()
}

/** Kilobytes of scripts and styles that the open page has asked for beyond the first list. @param before What the first list is made of */
export async function weightBeyond(page: Page, before: ReadonlySet<string>): Promise<number> {
  await page.waitForLoadState('networkidle')
  return weightOf(Object.entries(await page.evaluate<Record<string, number>>(PARTS)).filter(([name]) => !before.has(name)))
}

export async function partsOfFirstList(page: Page): Promise<ReadonlySet<string>> {
  await page.goto('/admin/sysuser')
  await settled(page)
  return partsSoFar(page)
}

/** The scripts and styles that the open page has asked for until now. */
export async function partsSoFar(page: Page): Promise<ReadonlySet<string>> {
  await page.waitForLoadState('networkidle')
  const names = Object.keys(await page.evaluate<Record<string, number>>(PARTS))
  expect(names.length).toBeGreaterThan(10)
  return new Set(names)
}

async function weigh(page: Page, path: string, before: ReadonlySet<string>): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const further = Object.entries(await page.evaluate<Record<string, number>>(PARTS)).filter(([name]) => !before.has(name))
  const [own, charts] = [false, true].map((isChart) => weightOf(further.filter(([name]) => CHARTS.test(name) === isChart))) as [
    number,
    number,
  ]
  const chartBudget = /^\/((template\/)?charts(\/|$)|bigscreen\/bigdata$)/.test(path) ? BUDGET.charts : 0
  return [
    ...(own > BUDGET.further ? [`${path}: ${own.toFixed(1)} KB`] : []),
    ...(charts > chartBudget ? [`${path}: ${charts.toFixed(1)} KB of charts`] : []),
  ]
}

const weightOf = (parts: readonly (readonly [string, number])[]) => parts.reduce((sum, [, bytes]) => sum + bytes, 0) / KILOBYTE
