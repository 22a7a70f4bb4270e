/**
 * `npm run bench:web`: what the first visit of a page costs a browser that has nothing of ours yet, beside a minimal antd app and
 * a minimal react-admin app that are installed from the registry and built in the same run (bench/reference). Prints compressed
 * bytes, requests and the largest contentful paint, at 10 Mbit/s and with a processor four times slower than this one.
 * `BENCH_ROUNDS` shortens it.
 */
import type { BrowserContext } from 'playwright-core'
import { launchChromium } from '../tests/support/chromium.ts'
import type { Program } from './support/child.ts'
import { median, table } from './support/table.ts'
import type { Figure, Product } from './support/product.ts'
import { judge, withProduct } from './support/product.ts'
import { serveReference } from './support/reference-apps.ts'
import { SMOKE, amount } from './support/smoke.ts'
import type { Visit } from './support/visits.ts'
import { visit } from './support/visits.ts'

const ROUNDS = amount('BENCH_ROUNDS', { whole: 5, smoke: 1 })
const KILOBYTE = 1024
/** A smoke run installs nothing from the registry. */
const references = SMOKE ? [] : (['antd', 'react-admin'] as const)
/** How much longer ours may take than either of them. */
const SLOWER = 1.3

interface OwnPage {
  readonly path: string
  /** Kilobytes. */
  readonly most: number
  /** Milliseconds, where the figure names them. */
  readonly within?: number
  readonly signedIn: boolean
}

const pages: readonly OwnPage[] = [
  { path: '/login', most: 200, within: 1500, signedIn: false },
  { path: '/workbench', most: 420, signedIn: true },
  { path: '/admin/sysuser', most: 420, within: 2300, signedIn: true },
]

interface Contender {
  readonly name: string
  readonly url: string
  readonly prepare?: (context: BrowserContext) => Promise<void>
}

const paints = (visits: readonly Visit[]) => visits.map(({ paint }) => paint)

function figuresOf({ path, most, within }: OwnPage, visits: ReadonlyMap<string, readonly Visit[]>): Figure[] {
  const own = visits.get(path) ?? []
  const bytes = median(own.map((one) => one.bytes)) / KILOBYTE
  const paint = median(paints(own))
  return [
    { name: `${path}: compressed`, wanted: `<= ${most} KB`, found: `${bytes.toFixed(1)} KB`, holds: bytes <= most },
    ...(within === undefined
      ? []
      : [
          { name: `${path}: largest contentful paint`, wanted: `<= ${within} ms`, found: `${paint.toFixed(0)} ms`, holds: paint <= within },
        ]),
    ...references.map((name) => {
      // Of the same round: what the machine did meanwhile hits neighbours in time alike.
      const ratio = median(own.map((one, round) => one.paint / (visits.get(name)?.[round]?.paint ?? NaN)))
      return { name: `${path}: paint beside ${name}`, wanted: `<= ${SLOWER.toFixed(2)}`, found: ratio.toFixed(2), holds: ratio <= SLOWER }
    }),
  ]
}

async function measure(product: Product): Promise<void> {
  if (SMOKE) process.stdout.write('The reference apps are left out: a smoke run installs nothing.\n')
  const served: { name: string; program: Program }[] = []
  const browser = await launchChromium()
  try {
    for (const name of references) served.push({ name, program: await serveReference(name, product.folder) })
    const contenders: Contender[] = [
      ...pages.map(({ path, signedIn }) => ({
        name: path,
        url: `${product.url}${path}`,
        ...(signedIn ? { prepare: product.signIn } : {}),
      })),
      ...served.map(({ name, program }) => ({ name, url: `${program.url}/` })),
    ]
    const visits = new Map<string, Visit[]>(contenders.map(({ name }) => [name, []]))
    // The first round is not counted: the servers have their files and statements at hand from then on.
    for (let round = SMOKE ? 0 : -1; round < ROUNDS; round += 1) {
      for (const { name, url, prepare } of contenders) {
        const made = await visit(browser, url, prepare)
        if (made.open.length > 0) process.stdout.write(`${name}: not answered when all else had come: ${made.open.join('; ')}\n`)
        if (round >= 0) visits.get(name)?.push(made)
      }
    }
    const rows = [...visits].map(([name, made]) => [
      name,
      (median(made.map(({ bytes }) => bytes)) / KILOBYTE).toFixed(1),
      String(median(made.map(({ requests }) => requests))),
      median(paints(made)).toFixed(0),
      paints(made)
        .map((paint) => paint.toFixed(0))
        .join(', '),
    ])
    process.stdout.write(`\n${table(['first visit', 'KB', 'requests', 'paint ms', 'each'], rows)}\n`)
    judge(pages.flatMap((page) => figuresOf(page, visits)))
  } finally {
    await browser.close()
    await Promise.all(served.map(({ program }) => program.stop()))
  }
}

await withProduct(measure)
