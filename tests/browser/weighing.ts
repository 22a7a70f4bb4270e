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

/** Visits the pages after the first list; those of them that add more than their share, with their kilobytes. */
export async function heavyPages(site: Site, pages: readonly string[]): Promise<string[]> {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser')
  await settled(page)
  await page.waitForLoadState('networkidle')
  const before = await page.evaluate<Record<string, number>>(PARTS)
  expect(Object.keys(before).length).toBeGreaterThan(10)
  const heavy: string[] = []
  for (const path of pages) {
    await page.goto(path)
    await page.getByRole('main').or(page.getByRole('heading')).first().waitFor()
    await page.waitForLoadState('networkidle')
    const parts = Object.entries(await page.evaluate<Record<string, number>>(PARTS))
    const further = parts.filter(([name]) => !(name in before))
    const own = weightOf(further.filter(([name]) => !CHARTS.test(name)))
    expect(weightOf(further.filter(([name]) => CHARTS.test(name)))).toBeLessThanOrEqual(path === '/template/charts' ? BUDGET.charts : 0)
    if (own > BUDGET.further) heavy.push(`${path}: ${own.toFixed(1)} KB`)
  }
  return heavy
}

const weightOf = (parts: readonly (readonly [string, number])[]) => parts.reduce((sum, [, bytes]) => sum + bytes, 0) / KILOBYTE
