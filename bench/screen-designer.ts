/**
 * `npm run bench:screen-designer`: frames while one widget of a hundred and fifty, and then all of them, are dragged about the canvas of the designer of screens, beside a bare box that
 * follows the pointer over as many bare lines. And how long the designer takes to open, from the list of screens to the canvas, in a browser that has not been there before.
 */
import type { Browser, Page } from 'playwright-core'
import type { ScreenDesign } from '../model/contract/screen/screens.ts'
import type { ScreenWidget } from '../model/screens/document.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { signIn } from '../tests/support/client.ts'
import type { Dragged } from './support/dragging.ts'
import { drag } from './support/dragging.ts'
import { PASSWORD } from './support/furnished.ts'
import type { Product } from './support/product.ts'
import { judge, withProduct } from './support/product.ts'
import { amount } from './support/smoke.ts'
import { median, table } from './support/table.ts'

const WIDGETS = amount(undefined, { whole: 150, smoke: 12 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 5, smoke: 1 })
const FRAMES = 50
const OPENED_MS = 1000
const TENANT = '10001'
const PATH = '/api/screen/screen'
const DESK = { locale: 'en-US', viewport: { width: 1600, height: 1000 } }

const ACROSS = 15
const KINDS = ['number', 'gauge', 'bar', 'text', 'symbol', 'liquid'] as const

/** Widgets of several kinds, side by side. */
const widgets = Array.from({ length: WIDGETS }, (_, at): ScreenWidget => {
  const kind = KINDS[at % KINDS.length] as (typeof KINDS)[number]
  const bind = kind === 'symbol' || kind === 'text' ? {} : { bind: { value: { value: at } } }
  const options = kind === 'symbol' ? { options: { symbol: 'pump' } } : kind === 'text' ? { options: { text: `Text ${at}` } } : {}
  return { id: `w${at}`, kind, rect: [20 + (at % ACROSS) * 124, 20 + Math.floor(at / ACROSS) * 100, 110, 80], ...bind, ...options }
})

async function largeScreen(product: Product): Promise<string> {
  const admin = await signIn(product.url, TENANT, 'admin', PASSWORD)
  const { data } = await admin.post<{ id: string }>(`${PATH}/addScreen`, { screenName: 'A hundred and fifty widgets', screenStatus: 1 })
  const { data: design } = await admin.get<ScreenDesign>(`${PATH}/queryScreenDesign`, { id: data.id })
  const [page, ...pages] = design.content.pages
  if (!page) throw new Error('a screen without a page')
  const content = { ...design.content, pages: [{ ...page, widgets }, ...pages] }
  await admin.post(`${PATH}/saveScreenDraft`, { id: data.id, content, revision: design.revision })
  return data.id
}

async function openPage(browser: Browser, product: Product, path: string): Promise<Page> {
  const context = await browser.newContext(DESK)
  await product.signIn(context)
  const page = await context.newPage()
  await page.goto(`${product.url}${path}`)
  return page
}

async function openBare(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext(DESK)).newPage()
  const lines = Array.from({ length: WIDGETS }, (_, at) => `<p>Line ${at + 1}</p>`).join('')
  await page.setContent(
    `<style>body { margin: 0 } b { position: fixed; left: 0; top: 0; pointer-events: none }</style>${lines}<b>Dragged</b>
    <script>addEventListener('pointermove', ({ clientX, clientY }) => { document.querySelector('b').style.transform = 'translate(' + clientX + 'px,' + clientY + 'px)' })</script>`,
  )
  return page
}

/** Drags a widget, with all that are chosen along with it. */
async function measure(page: Page): Promise<Dragged> {
  const [taken, canvas] = await Promise.all([
    page.locator('[data-widget=w3]').boundingBox(),
    page.locator('.screen-scroller').boundingBox(),
  ])
  if (!taken || !canvas) throw new Error('there is no widget to be dragged')
  const from = { x: taken.x + taken.width / 2, y: taken.y + taken.height / 2 }
  return drag(page, { from, top: canvas.y + 60, bottom: canvas.y + canvas.height - 60 })
}

/** Milliseconds from the list of screens to the widgets of one of them. */
async function openings(browser: Browser, product: Product, id: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await openPage(browser, product, '/bigscreen/screens')
    await page.getByText('A hundred and fifty widgets').first().waitFor()
    const began = performance.now()
    // As a link does it: within the page.
    await page.evaluate(
      `history.pushState({}, '', '/bigscreen/screendesign?id=${id}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    )
    await page.locator(`[data-widget=w${WIDGETS - 1}]`).waitFor()
    times.push(performance.now() - began)
    await page.context().close()
  }
  return times
}

await withProduct(async (product) => {
  const browser = await launchChromium()
  try {
    const id = await largeScreen(product)
    const [ours, bare] = [await openPage(browser, product, `/bigscreen/screendesign?id=${id}`), await openBare(browser)]
    await ours.locator(`[data-widget=w${WIDGETS - 1}]`).waitFor()
    const taken = { one: [] as Dragged[], all: [] as Dragged[], bare: [] as Dragged[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      await ours.bringToFront()
      await ours.locator('.screen-surface').focus()
      await ours.keyboard.press('Escape')
      taken.one.push(await measure(ours))
      await ours.locator('.screen-surface').focus()
      await ours.keyboard.press('Control+a')
      taken.all.push(await measure(ours))
      await bare.bringToFront()
      taken.bare.push(await drag(bare, { from: { x: 60, y: 200 }, top: 100, bottom: 800 }))
    }
    const line = (name: string, all: readonly Dragged[]) => [
      name,
      median(all.map(({ perSecond }) => perSecond)).toFixed(1),
      median(all.map(({ slow }) => slow)).toFixed(0),
      Math.max(...all.map(({ longest }) => longest)).toFixed(0),
    ]
    process.stdout.write(
      `\n${table(
        [`${WIDGETS} widgets`, 'frames/s', '95th ms', 'longest ms'],
        [line('one of them', taken.one), line('all of them', taken.all), line('a bare box', taken.bare)],
      )}\n`,
    )
    const opened = median(await openings(browser, product, id))
    judge([
      { name: 'the designer of screens opens', wanted: `<= ${OPENED_MS} ms`, found: `${opened.toFixed(0)} ms`, holds: opened <= OPENED_MS },
      ...(['one', 'all'] as const).map((which) => {
        const found = median(taken[which].map(({ perSecond }) => perSecond))
        return { name: `dragging ${which}`, wanted: `>= ${FRAMES} frames/s`, found: found.toFixed(1), holds: found >= FRAMES }
      }),
    ])
  } finally {
    await browser.close()
  }
})
