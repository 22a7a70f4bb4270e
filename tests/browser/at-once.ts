/** What "within a second" is on a machine that has other things to do. */
import type { Page } from 'playwright-core'

const SECOND_MS = 1000
/** On a quiet machine a round takes some 20 ms, and a second is the limit. */
const ROUNDS_IN_A_SECOND = 40

/**
 * Milliseconds within which a page has to show what has happened on the server: a second, or, where that is longer, forty times what the page takes at
 * this moment to ask the server for something and draw a frame.
 */
export async function atOnce(page: Page): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now()
    await page.evaluate(
      'fetch("/", { cache: "no-store" }).then((answer) => answer.text()).then(() => new Promise((drawn) => { requestAnimationFrame(drawn) }))',
    )
    rounds.push(performance.now() - start)
  }
  return Math.max(SECOND_MS, ROUNDS_IN_A_SECOND * (rounds.sort((a, b) => a - b)[1] as number))
}
