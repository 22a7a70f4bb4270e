/** Frames of the main thread while very many rows are scrolled by the wheel, and how many of them had a gap in place of rows. */
import type { Page } from 'playwright-core'
import { amount } from './smoke.ts'

/** Pixels a second: two screens. */
const SPEED = 2000
const DISTANCE = amount(undefined, { whole: 10_000, smoke: 2000 })

/**
 * Runs in the page. A frame counts when the rows moved since the one before it; it has a gap when the middle of the scroller
 * is no row.
 */
const WATCH_FRAMES = `
  globalThis.watchFrames = (selector) => {
    const scroller = document.querySelector(selector)
    const times = []
    let gaps = 0
    let on = true
    const look = (now) => {
      if (!on) return
      const { left, top, width, height } = scroller.getBoundingClientRect()
      times.push([now, scroller.scrollTop])
      if (!document.elementFromPoint(left + width / 2, top + height / 2)?.closest('tr:not(.gap)')) gaps += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    globalThis.endFrames = () => {
      on = false
      const moving = times.filter(([, top], at) => at > 0 && top !== times[at - 1][1]).map(([now]) => now)
      const steps = moving.slice(1).map((now, at) => now - moving[at]).sort((a, b) => a - b)
      return { perSecond: (moving.length - 1) * 1000 / (moving.at(-1) - moving[0]), longest: steps.at(-1) ?? 0, gaps, way: scroller.scrollTop }
    }
  }`

export interface Scrolled {
  readonly perSecond: number
  /** Milliseconds between two frames. */
  readonly longest: number
  readonly gaps: number
  readonly way: number
}

/** Scrolls down from where it is, as a wheel does that is turned steadily. */
export async function scroll(page: Page, selector: string): Promise<Scrolled> {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not there to be scrolled`)
  const devtools = await page.context().newCDPSession(page)
  await page.evaluate(`${WATCH_FRAMES}; watchFrames(${JSON.stringify(selector)})`)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -DISTANCE,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  const scrolled = await page.evaluate<Scrolled>('endFrames()')
  await devtools.detach()
  if (scrolled.way < DISTANCE / 2) throw new Error(`${selector} was scrolled by ${scrolled.way} pixels only`)
  return scrolled
}

/** The least there is: as many rows in a plain table, all of them drawn. */
export async function openPlainRows(page: Page, headings: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
  const row = (cells: readonly string[], tag: string) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
  await page.setContent(`<style>body { margin: 0; font: 14px sans-serif } div { height: 100vh; overflow: auto } table { width: 100%; table-layout: fixed; border-collapse: collapse } td { height: 37px }</style>
    <div><table><thead>${row(headings, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`)
}
