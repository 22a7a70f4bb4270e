/**
 * `npm run bench:lighthouse`: accessibility and best practices as Lighthouse scores them, on a desk's screen and on a phone's.
 * Lighthouse is installed from the registry in this run and no dependency of ours; it may tell nobody what it saw. `BENCH_PAGE`
 * takes one page.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { openProfile } from '../tests/support/chromium.ts'
import { table } from './support/table.ts'
import type { Figure, Product } from './support/product.ts'
import { judge, withProduct } from './support/product.ts'
import { installReference } from './support/reference-apps.ts'
import { SMOKE } from './support/smoke.ts'
import { Traffic, arrive } from './support/traffic.ts'

const WANTED = 95
const categories = ['accessibility', 'best-practices'] as const
const forms = { desk: ['--preset=desktop'], phone: [] } as const

/** The sign-in page comes first: who is signed in never sees it. */
const pages = [
  { path: '/login', what: 'sign-in', signedIn: false },
  { path: '/workbench', what: 'workbench', signedIn: true },
  { path: '/admin/sysuser', what: 'a list', signedIn: true },
  { path: '/profile/index', what: 'a form page', signedIn: true },
  { path: '/template/charts', what: 'a template page', signedIn: true },
] as const

interface Report {
  readonly finalDisplayedUrl: string
  readonly runtimeError?: { readonly message: string }
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
  >
  readonly audits: Readonly<
    Record<string, { readonly title: string; readonly score: number | null; readonly details?: { readonly items?: readonly unknown[] } }>
  >
}

async function measure(product: Product): Promise<void> {
  const lighthouse = SMOKE
    ? undefined
    : join(installReference('lighthouse', product.folder), 'node_modules', 'lighthouse', 'cli', 'index.js')
  if (!lighthouse)
    process.stdout.write('Lighthouse is left out, since a smoke run installs nothing: the pages are opened in the browser it would use.\n')
  const profile = join(product.folder, 'profile')
  const browser = await openProfile(profile, ['--remote-debugging-port=0'])
  try {
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    const figures: Figure[] = []
    const failed: string[][] = []
    let isSignedIn = false
    for (const { path, what, signedIn } of pages) {
      if (process.env['BENCH_PAGE'] !== undefined && process.env['BENCH_PAGE'] !== path) continue
      if (signedIn && !isSignedIn) await product.signIn(browser)
      isSignedIn = signedIn
      if (!lighthouse) {
        await opened(browser, `${product.url}${path}`)
        continue
      }
      for (const [form, words] of Object.entries(forms)) {
        const file = join(product.folder, 'report.json')
        await promisify(execFile)(
          process.execPath,
          [
            lighthouse,
            `${product.url}${path}`,
            `--port=${port}`,
            '--disable-storage-reset',
            `--only-categories=${categories.join(',')}`,
            ...words,
            '--output=json',
            `--output-path=${file}`,
            '--quiet',
            '--no-enable-error-reporting',
          ],
          { maxBuffer: 64 * 1024 * 1024 },
        )
        const report = JSON.parse(readFileSync(file, 'utf8')) as Report
        if (report.runtimeError) throw new Error(`${path}: ${report.runtimeError.message}`)
        if (new URL(report.finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${report.finalDisplayedUrl}`)
        for (const category of categories) {
          const { score, auditRefs } = report.categories[category] ?? { score: 0, auditRefs: [] }
          const points = Math.round((score ?? 0) * 100)
          figures.push({
            name: `${what} on a ${form}: ${category}`,
            wanted: `>= ${WANTED}`,
            found: String(points),
            holds: points >= WANTED,
          })
          for (const { id, weight } of auditRefs) {
            const audit = report.audits[id]
            if (weight > 0 && audit?.score !== null && audit !== undefined && audit.score < 1)
              failed.push([`${path} on a ${form}`, id, JSON.stringify(audit.details?.items ?? []).slice(0, 600)])
          }
        }
      }
    }
    if (failed.length > 0) process.stdout.write(`\n${table(['page', 'not passed', 'by'], failed)}\n`)
    judge(figures)
  } finally {
    await browser.close()
  }
}

/** In place of what Lighthouse does with a page: it opens, and is the one that was meant. */
async function opened(browser: BrowserContext, url: string): Promise<void> {
  const page = await browser.newPage()
  const traffic = await Traffic.of(page)
  await arrive(page, traffic, url, { quietMs: 100, isThere: async () => (await page.locator('main').count()) > 0 })
  if (page.url() !== url) throw new Error(`${url} led to ${page.url()}`)
  await page.close()
}

await withProduct(measure)
