/** How long a number takes from whoever sends it until it stands on the screen of a real browser. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { WebSocketServer } from 'ws'

/** When the page showed which text, by the clock of this machine. */
export const WATCH = `globalThis.watchText = (element) => {
  globalThis.shown = {}
  new MutationObserver(() => { globalThis.shown[element.textContent.trim()] ??= Date.now() }).observe(element, { childList: true, subtree: true, characterData: true })
}`

/** Milliseconds from sending each number until it stands on the page. */
export async function fromDevice(page: Page, rounds: number, send: (value: number) => void): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const value = 100 + round
    const sent = Date.now()
    send(value)
    const shown = await page.waitForFunction(
      (text) => (globalThis as unknown as { shown: Record<string, number> }).shown[text],
      String(value),
      { polling: 20, timeout: 10_000 },
    )
    times.push(((await shown.jsonValue()) as number) - sent)
    await sleep(300 + ((round * 37) % 200))
  }
  return times
}

/** The same by a bare `ws` server in between. */
export async function bareWay(browser: Browser, rounds: number): Promise<number[]> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(sockets, 'listening')
  const page = await browser.newPage()
  try {
    await page.setContent('<p></p>')
    await page.evaluate(
      `${WATCH}; watchText(document.querySelector('p')); new WebSocket('ws://127.0.0.1:${(sockets.address() as { port: number }).port}').onmessage = ({ data }) => { document.querySelector('p').textContent = data }`,
    )
    await sleep(500)
    return await fromDevice(page, rounds, (value) => {
      for (const client of sockets.clients) client.send(String(value))
    })
  } finally {
    await page.close()
    sockets.close()
  }
}
