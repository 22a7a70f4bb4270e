/**
 * `npm run bench:console`: how the console behaves for somebody who sits before it all day. Going back to a visited page, from the
 * click to the painted page, beside a bare page that shows one of two prepared tables; scrolling 10,000 rows of a workbook, beside
 * as many plain rows; and what five hundred changes of page leave behind in memory. `BENCH_ONLY` (changes, scroll, memory) does one.
 */
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import { workbookOf } from '../tests/support/workbooks.ts'
import type { Held } from './support/heap.ts'
import { heldBy } from './support/heap.ts'
import { median, table } from './support/table.ts'
import { Changes, openBare } from './support/page-changes.ts'
import type { Figure, Product } from './support/product.ts'
import { judge, withProduct } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'
import type { Scrolled } from './support/scrolling.ts'
import { openPlainRows, scroll } from './support/scrolling.ts'

const ROUNDS = amount('BENCH_ROUNDS', { whole: 5, smoke: 1 })
const CHANGE_MS = 100
const FRAMES = 50
const GROWTH = 0.1
const ROWS = amount(undefined, { whole: 10_000, smoke: 200 })
const PAGE_CHANGES = amount(undefined, { whole: 500, smoke: 5 })

const HOME = '/workbench'
/** Lists of rows, trees, forms, charts; fewer than the console keeps alive. */
const visited = [
  HOME,
  '/admin/sysuser',
  '/admin/sysorg',
  '/admin/sysmenu',
  '/admin/sysdict',
  '/authority/sysrole',
  '/authority/sysurl',
  '/template/charts',
]
/** More than it keeps alive, so that pages are let go of and built anew; the heaviest widgets are among them. A smoke run has been to the others. */
const travelled = [
  ...(SMOKE ? [HOME] : visited),
  '/admin/syspost',
  '/admin/sysregion',
  '/admin/syslog',
  '/admin/sysparam',
  '/template/tables/inlinetable',
  '/template/editor',
  '/template/maps',
  '/template/trees',
]
/** Shown last before each look at the memory, in this order. */
const lookedAt = travelled.slice(0, SMOKE ? 2 : travelled.length).toReversed()
/** Closed and opened again instead of being returned to. */
const CLOSED_EVERY = 5

const p95 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN

async function openPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })).newPage()
}

async function openConsole(browser: Browser, product: Product): Promise<Changes> {
  const page = await openPage(browser)
  await product.signIn(page.context())
  const changes = await Changes.open(page, `${product.url}${HOME}`)
  await changes.arrived(HOME)
  return changes
}

async function measureChanges(browser: Browser, product: Product): Promise<Figure[]> {
  const ours = await openConsole(browser, product)
  await ours.keep(HOME)
  for (const path of visited.slice(1)) {
    await ours.openByMenu(path)
    await ours.keep(path)
  }
  const bare = await openBare(await openPage(browser), visited)
  const taken = { ours: [] as { path: string; ms: number }[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const path of visited) {
      taken.ours.push({ path, ms: await ours.measure(path) })
      await ours.quiet()
      taken.bare.push(await bare.measure(path))
    }
  }
  await Promise.all([ours, bare].map(({ page }) => page.context().close()))
  const all = taken.ours.map(({ ms }) => ms)
  const rows = visited.map((path) => {
    const own = taken.ours.filter((change) => change.path === path).map(({ ms }) => ms)
    return [path, median(own).toFixed(0), Math.max(...own).toFixed(0), (median(own) / median(taken.bare)).toFixed(1)]
  })
  process.stdout.write(
    `\n${table(
      ['back to a visited page', 'median ms', 'longest ms', 'beside bare'],
      [...rows, ['bare page', median(taken.bare).toFixed(0), Math.max(...taken.bare).toFixed(0), '1.0']],
    )}\n`,
  )
  return [
    {
      name: `click to painted page, 95th percentile of ${all.length} (median ${median(all).toFixed(0)} ms)`,
      wanted: `<= ${CHANGE_MS} ms`,
      found: `${p95(all).toFixed(0)} ms`,
      holds: p95(all) <= CHANGE_MS,
    },
  ]
}

async function measureScrolling(browser: Browser, product: Product): Promise<Figure[]> {
  const headings = Array.from({ length: 8 }, (_, at) => `Column ${at + 1}`)
  const rows = Array.from({ length: ROWS }, (_, at) => headings.map((_heading, column) => `Cell ${at + 1}.${column + 1}`))
  const ours = await openPage(browser)
  await product.signIn(ours.context())
  await ours.goto(`${product.url}/template/upload-excel`)
  await ours.locator('input[type=file]').setInputFiles({
    name: 'rows.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOf([headings, ...rows]),
  })
  await ours.locator(`table[aria-rowcount="${ROWS + 1}"]`).waitFor()
  const plain = await openPage(browser)
  await openPlainRows(plain, headings, rows)
  const taken = { ours: [] as Scrolled[], plain: [] as Scrolled[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.ours.push(await scroll(ours, '.data-table'))
    taken.plain.push(await scroll(plain, 'div'))
  }
  await Promise.all([ours, plain].map((page) => page.context().close()))
  const line = (name: string, all: readonly Scrolled[]) => [
    name,
    median(all.map(({ perSecond }) => perSecond)).toFixed(1),
    Math.max(...all.map(({ longest }) => longest)).toFixed(0),
    String(Math.max(...all.map(({ gaps }) => gaps))),
  ]
  const perSecond = median(taken.ours.map((one) => one.perSecond))
  const gaps = Math.max(...taken.ours.map((one) => one.gaps))
  process.stdout.write(
    `\n${table([`${ROWS} rows by the wheel`, 'frames/s', 'longest ms', 'frames with a gap'], [line('ours', taken.ours), line('plain rows', taken.plain)])}\n`,
  )
  return [
    {
      name: `scrolling ${ROWS} rows (${(perSecond / median(taken.plain.map((one) => one.perSecond))).toFixed(2)} of plain rows)`,
      wanted: `>= ${FRAMES} frames/s`,
      found: perSecond.toFixed(1),
      holds: perSecond >= FRAMES,
    },
    { name: 'frames that show a gap in place of rows', wanted: '0', found: String(gaps), holds: gaps === 0 },
  ]
}

async function measureMemory(browser: Browser, product: Product): Promise<Figure[]> {
  const ours = await openConsole(browser, product)
  const devtools = await ours.page.context().newCDPSession(ours.page)
  for (const path of travelled.slice(1)) await ours.openByMenu(path)
  let made = 0
  const travel = async (changes: number) => {
    for (let end = made + changes; made < end; made += 1) {
      // Each time round other pages are closed.
      const path = travelled[made % travelled.length] as string
      if (made % CLOSED_EVERY !== 0 || path === HOME) await ours.openByTag(path)
      else {
        await ours.close(path)
        await ours.openByMenu(path)
      }
    }
    // The same pages are kept alive at each look, whichever were closed last: a chart holds more than a list.
    for (const path of lookedAt) await ours.openByTag(path)
    return heldBy(devtools)
  }
  const before = await travel(SMOKE ? 1 : travelled.length * CLOSED_EVERY)
  const seen: Held[] = []
  for (let part = 0; part < ROUNDS; part += 1) seen.push(await travel(PAGE_CHANGES / ROUNDS))
  await ours.page.context().close()
  const line = (changes: number, { bytes, nodes, listeners }: Held) => [
    String(changes),
    (bytes / 1024 / 1024).toFixed(1),
    String(nodes),
    String(listeners),
  ]
  process.stdout.write(
    `\n${table(['changes of page', 'heap MB', 'nodes', 'listeners'], [line(0, before), ...seen.map((held, part) => line(((part + 1) * PAGE_CHANGES) / ROUNDS, held))])}\n`,
  )
  const after = seen.at(-1) as Held
  return (['bytes', 'nodes', 'listeners'] as const).map((what) => {
    const growth = after[what] / before[what] - 1
    return {
      name: `growth of ${what === 'bytes' ? 'the heap' : what} over ${PAGE_CHANGES} changes of page`,
      wanted: `< ${GROWTH * 100} %`,
      found: `${(growth * 100).toFixed(1)} %`,
      holds: growth < GROWTH,
    }
  })
}

const parts = { changes: measureChanges, scroll: measureScrolling, memory: measureMemory }
const only = process.env['BENCH_ONLY']
const browser = await launchChromium()
try {
  await withProduct(async (product) => {
    const figures: Figure[] = []
    for (const [name, part] of Object.entries(parts))
      if (only === undefined || only === name) figures.push(...(await part(browser, product)))
    judge(figures)
  })
} finally {
  await browser.close()
}
