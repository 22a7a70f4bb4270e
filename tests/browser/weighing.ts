/** What further pages add to the weight of the first list. */
import { expect } from 'vitest'
import { pageAddresses as everyAddress } from '../support/page-addresses.ts'
import type { Site } from './support.ts'
import { settled } from './support.ts'

const KILOBYTE = 1024
/** In kilobytes. */
const BUDGET = { further: 120, charts: 165 } as const
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

/** Visits the pages after the first list; those of them that add more than their share, with their kilobytes. */
export async function heavyPages(site: Site, pages: readonly string[]): Promise<string[]> {
  const first = await site.page({ as: 'admin' })
  await first.goto('/admin/sysuser')
  await settled(first)
  await first.waitForLoadState('networkidle')
  const before = await first.evaluate<Record<string, number>>(PARTS)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  const heavy: string[] = []
  const left = [...pages]
  const visitor = async () => {
    const page = await first.context().newPage()
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await page.goto(path)
      await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
      await page.waitForLoadState('networkidle')
      const parts = Object.entries(await page.evaluate<Record<string, number>>(PARTS))
      const further = parts.filter(([name]) => !(name in before))
      const own = weightOf(further.filter(([name]) => !CHARTS.test(name)))
      expect(weightOf(further.filter(([name]) => CHARTS.test(name)))).toBeLessThanOrEqual(path === '/template/charts' ? BUDGET.charts : 0)
      if (own > BUDGET.further) heavy.push(`${path}: ${own.toFixed(1)} KB`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, visitor))
  return heavy.sort()
}

const weightOf = (parts: readonly (readonly [string, number])[]) => parts.reduce((sum, [, bytes]) => sum + bytes, 0) / KILOBYTE
