/** The mark of bpmn.io, whose licence wants it visible and uncovered wherever a diagram is shown. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Runs in the page: how many marks there are, and how many are seen and have nothing over them. */
const MARKS = `(() => {
  const marks = [...document.querySelectorAll('.bjs-powered-by')]
  const open = marks.filter((mark) => {
    mark.scrollIntoView({ block: 'nearest' })
    const { x, y, width, height } = mark.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return width > 20 && height > 10 && getComputedStyle(mark).visibility === 'visible' && (top === mark || mark.contains(top))
  })
  return [marks.length, open.length]
})()`

/** Expects one diagram in the page, with its mark. */
export async function expectWatermark(page: Page): Promise<void> {
  await page.locator('.bjs-powered-by').first().waitFor()
  await expect.poll(() => page.evaluate<[number, number]>(MARKS)).toEqual([1, 1])
}
