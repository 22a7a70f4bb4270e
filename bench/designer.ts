/**
 * `npm run bench:designer`: frames while a part is dragged about a form of two hundred fields, from the palette and from place to place, beside a
 * bare box that follows the pointer over as many bare lines. And how long the designer of reports takes to open, from the list of templates to the cells of a
 * sheet, in a browser that has not been there before.
 */
import type { Browser, Page } from 'playwright-core'
import type { FormDefinition, FormField } from '../model/form/definition.ts'
import { FIELD_KINDS, KINDS } from '../model/form/kinds.ts'
import { launchChromium } from '../tests/support/chromium.ts'
import { signIn } from '../tests/support/client.ts'
import { PASSWORD } from './support/furnished.ts'
import type { Dragged } from './support/dragging.ts'
import { drag } from './support/dragging.ts'
import { median, table } from './support/table.ts'
import type { Product } from './support/product.ts'
import { judge, withProduct } from './support/product.ts'
import { amount } from './support/smoke.ts'

const FIELDS = amount(undefined, { whole: 200, smoke: 20 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 5, smoke: 1 })
const FRAMES = 50
const OPENED_MS = 1000
const TENANT = '10001'

/** A form of fields of all kinds, in rows and groups. */
function largeForm(): FormDefinition {
  const kinds = FIELD_KINDS.filter((kind) => kind !== 'table')
  const fields = Array.from({ length: FIELDS }, (_, at): FormField => {
    const kind = kinds[at % kinds.length] as FormField['kind']
    const { rules } = KINDS[kind]
    return {
      id: `f${at}`,
      name: `field_${at}`,
      kind,
      labels: { en: `Field ${at + 1}`, zh: `字段 ${at + 1}` },
      ...(rules.includes('choices') ? { choices: ['a', 'b', 'c'].map((value) => ({ value, labels: { en: `Choice ${value}` } })) } : {}),
      ...(rules.includes('dictionary') ? { dictionary: 'unit' } : {}),
      ...(rules.includes('noun') ? { noun: 'devices' } : {}),
    }
  })
  const placed = (from: number, to: number) => fields.slice(from, to).map(({ id }) => ({ part: 'field' as const, field: id }))
  const groups = Array.from({ length: Math.ceil(FIELDS / 10) }, (_, at) => ({
    part: 'group' as const,
    title: { en: `Group ${at + 1}` },
    of: [{ part: 'row' as const, of: placed(10 * at, 10 * at + 3) }, ...placed(10 * at + 3, 10 * at + 10)],
  }))
  return { schema: 1, fields, layout: groups }
}

async function openDesigner(browser: Browser, product: Product): Promise<Page> {
  const admin = await signIn(product.url, TENANT, 'admin', PASSWORD)
  const { data } = await admin.post<{ id: string }>('/api/generator/generatorform/addGeneratorForm', {
    formDescription: 'Two hundred fields',
    formContent: JSON.stringify(largeForm()),
  })
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  await product.signIn(context)
  const page = await context.newPage()
  await page.goto(`${product.url}/devtool/formdesign?id=${data.id}`)
  await page.locator(`[data-tree] [data-part="f${FIELDS - 1}"]`).waitFor()
  return page
}

async function openBare(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const lines = Array.from({ length: FIELDS }, (_, at) => `<p>Line ${at + 1}</p>`).join('')
  await page.setContent(
    `<style>body { margin: 0 } b { position: fixed; left: 0; top: 0; pointer-events: none }</style>${lines}<b>Dragged</b>
    <script>addEventListener('pointermove', ({ clientX, clientY }) => { document.querySelector('b').style.transform = 'translate(' + clientX + 'px,' + clientY + 'px)' })</script>`,
  )
  return page
}

async function measure(page: Page, from: string): Promise<Dragged> {
  const [taken, canvas] = await Promise.all([page.locator(from).boundingBox(), page.locator('.form-design-middle').boundingBox()])
  if (!taken || !canvas) throw new Error(`${from} is not there to be dragged`)
  return drag(page, { from: { x: taken.x + 12, y: taken.y + taken.height / 2 }, top: canvas.y + 60, bottom: canvas.y + canvas.height - 80 })
}

/** Milliseconds from the list of templates to the sheet of one of them; what the designer is made of is loaded meanwhile, round after round. */
async function reportOpenings(browser: Browser, product: Product): Promise<number[]> {
  const admin = await signIn(product.url, TENANT, 'admin', PASSWORD)
  const { data } = await admin.post<{ id: string }>('/api/report/template/copyReportTemplate', {
    templateName: 'A report to open',
    templateKind: 'other',
    report: 'alarm-month',
  })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await product.signIn(context)
    const page = await context.newPage()
    await page.goto(`${product.url}/reportdesigner/reporttemplate`)
    await page.getByText('A report to open').first().waitFor()
    const began = performance.now()
    // As a link does it: within the page.
    await page.evaluate(
      `history.pushState({}, '', '/reportdesigner/reportdesign?id=${data.id}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    )
    await page.getByRole('gridcell').first().waitFor()
    times.push(performance.now() - began)
    await context.close()
  }
  return times
}

await withProduct(async (product) => {
  const browser = await launchChromium()
  try {
    const [ours, bare] = [await openDesigner(browser, product), await openBare(browser)]
    const taken = { within: [] as Dragged[], palette: [] as Dragged[], bare: [] as Dragged[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      await ours.bringToFront()
      taken.within.push(await measure(ours, '[data-tree] [data-part="f3"]'))
      await ours.locator('[data-palette="number"]').scrollIntoViewIfNeeded()
      taken.palette.push(await measure(ours, '[data-palette="number"]'))
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
        [`${FIELDS} fields`, 'frames/s', '95th ms', 'longest ms'],
        [line('from place to place', taken.within), line('from the palette', taken.palette), line('a bare box', taken.bare)],
      )}\n`,
    )
    const opened = median(await reportOpenings(browser, product))
    judge([
      {
        name: 'the designer of reports opens',
        wanted: `<= ${OPENED_MS} ms`,
        found: `${opened.toFixed(0)} ms`,
        holds: opened <= OPENED_MS,
      },
      ...(['within', 'palette'] as const).map((which) => {
        const found = median(taken[which].map(({ perSecond }) => perSecond))
        return {
          name: which === 'within' ? 'dragging from place to place' : 'dragging from the palette',
          wanted: `>= ${FRAMES} frames/s`,
          found: found.toFixed(1),
          holds: found >= FRAMES,
        }
      }),
    ])
  } finally {
    await browser.close()
  }
})
