/** Frames of the main thread while something is dragged about by the pointer. */
import type { Page } from 'playwright-core'
import { amount } from './smoke.ts'

/** Moves of the pointer, one a frame or so. */
const MOVES = amount(undefined, { whole: 400, smoke: 20 })

const WATCH_FRAMES = `
  globalThis.watchFrames = () => {
    const times = []
    let on = true
    const look = (now) => {
      if (!on) return
      times.push(now)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    globalThis.endFrames = () => {
      on = false
      const steps = times.slice(1).map((now, at) => now - times[at]).sort((a, b) => a - b)
      return {
        perSecond: (times.length - 1) * 1000 / (times.at(-1) - times[0]),
        slow: steps[Math.floor(steps.length * 0.95)] ?? 0,
        longest: steps.at(-1) ?? 0,
      }
    }
  }`

export interface Dragged {
  readonly perSecond: number
  /** Milliseconds between two frames, of which one in twenty is longer. */
  readonly slow: number
  readonly longest: number
}

interface Way {
  /** What is taken hold of. */
  readonly from: { readonly x: number; readonly y: number }
  /** The pointer goes up and down between these. */
  readonly top: number
  readonly bottom: number
}

/** Takes hold, moves the pointer up and down, and lets go where it was. */
export async function drag(page: Page, { from, top, bottom }: Way): Promise<Dragged> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.evaluate(`${WATCH_FRAMES}; watchFrames()`)
  const middle = (top + bottom) / 2
  for (let move = 0; move < MOVES; move += 1)
    await page.mouse.move(from.x + 20 * Math.sin(move / 9), middle + ((bottom - top) / 2) * Math.sin(move / 25))
  const dragged = await page.evaluate<Dragged>('endFrames()')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return dragged
}
