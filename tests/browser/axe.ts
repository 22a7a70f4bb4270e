/**
 * Accessibility as axe-core sees it, with every rule it has, in both themes, both widths and the three languages; and what else is asked
 * of every page while it is visited: that nothing breaks in it, what it weighs, and that its lists hide nothing. The test files every-page-*.test.ts and axe-*.test.ts
 * share the pages and their states among themselves, so that they run beside each other.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Language } from '../../model/labels/index.ts'
import { localeOf } from '../../model/labels/index.ts'
import { platformMenus } from '../../model/tenant/platform.ts'
import { addressesIn, pageAddresses } from '../support/page-addresses.ts'
import { amountOfPages, sampleOf } from '../support/thorough.ts'
import { misplacedIn } from './list-layout.ts'
import { statesOf } from './axe-states.ts'
import type { Site } from './support.ts'
import { OPERATORS, eventually, textsIn } from './support.ts'
import type { Scales } from './weighing.ts'
import { openScales } from './weighing.ts'

/** As the switch names them. */
const nameOf = { zh: '简体中文', tw: '繁體中文', en: 'English' } as const
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { target: readonly unknown[]; failureSummary: string }[]
}

/**
 * Rules that see something else in another theme or at another width: colours and sizes, what scrolls, and the names of controls that only
 * one of the widths has. The other rules read a document that stays the same, and have read it.
 */
const CHANGING = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'label',
  'select-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'aria-command-name',
  'aria-dialog-name',
  'aria-hidden-focus',
  'nested-interactive',
  'html-has-lang',
  'valid-lang',
]

/** What surrounds the content of every page alike. */
const SURROUNDINGS = ['.navbar', '.sidebar', '.top-sidebar', '.tags-bar']

interface Look {
  /** Every rule, or those that see something else in another form of the same page. */
  readonly rules?: 'all' | 'changing'
  /** Without what surrounds the content, which has been looked at on another page. */
  readonly inside?: boolean
}

async function findings(page: Page, { rules = 'all', inside = false }: Look = {}): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const only = rules === 'all' ? '' : `runOnly: ${JSON.stringify(CHANGING)}, `
  const where = inside ? `{ exclude: ${JSON.stringify(SURROUNDINGS.map((selector) => [selector]))} }, ` : ''
  // Lists and menus that belong to a control hang at the end of the document, outside of its landmarks, as long as they are open.
  return page.evaluate<
    Finding[]
  >(`axe.run(${where}{ ${only}resultTypes: ["violations"] }).then(({ violations }) => violations.filter(({ id, nodes }) =>
    id !== 'region' || nodes.some(({ target }) => !document.querySelector(target[0])?.closest('.ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown'))))`)
}

const text = (where: string, { id, impact, help, nodes }: Finding) =>
  `${where}: ${impact} ${id} (${help}): ${nodes
    .slice(0, 4)
    .map(({ target, failureSummary }) => `${target.join(' ')} [${failureSummary.split('\n').slice(1, 2).join('').trim()}]`)
    .join('; ')}`

/** What axe finds wrong with the page as it stands, in words. */
export async function problemsOf(page: Page): Promise<string[]> {
  await coloursSettled(page)
  if ((await findings(page)).length === 0) return []
  // A colour may have gone on its way since; what is wrong with the page stays wrong once it has arrived.
  await coloursSettled(page)
  return (await findings(page)).map((finding) => text(page.url(), finding))
}

/** Waits until no colour is on its way from one to another: in between it belongs to neither. */
const coloursSettled = (page: Page): Promise<unknown> =>
  page.evaluate('Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished))')

/** Waits until nothing on the page is on its way any more. */
async function arrived(page: Page): Promise<void> {
  await page.locator('main').locator('h1, h2').first().waitFor({ state: 'attached' })
  await eventually(() => page.locator('main').locator('[aria-busy=true], .ant-spin-spinning, .waiting, .skeleton').count()).toBe(0)
  await coloursSettled(page)
}

const ALL = ['en', 'zh', 'tw'] as const
/** Every theme in every language with every rule, as a night has time for; else both themes, both widths and two of the three languages a page, the second with the rules that see something else then. */
const isWhole = process.env['AXE'] === 'all'
const forms = (at: number): readonly (readonly [theme: 'light' | 'dark', width: number, language: Language])[] => {
  if (isWhole)
    return ALL.flatMap(
      (language) =>
        [
          ['light', 1440, language],
          ['dark', 390, language],
          ['dark', 1440, language],
        ] as const,
    )
  const languageAt = (step: number) => ALL[(at + step) % ALL.length] as Language
  return at % 2 === 0
    ? [
        ['light', 1440, languageAt(0)],
        ['dark', 390, languageAt(1)],
      ]
    : [
        ['dark', 1440, languageAt(0)],
        ['light', 390, languageAt(1)],
      ]
}

const speak = (page: Page, url: string, language: Language) => page.context().addCookies([{ name: 'language', value: language, url }])

/** Chooses another language in the open page. */
async function change(page: Page, from: Language, to: Language): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${textsIn(from)('shell.language')}${textsIn(from)('common.means')}`) }).click()
  await page.getByRole('menuitem', { name: nameOf[to], exact: true }).click()
  await eventually(() => page.locator('html').getAttribute('lang')).toBe(localeOf[to])
  await page
    .getByRole('button', { name: new RegExp(`^${textsIn(to)('shell.language')}${textsIn(to)('common.means')}`) })
    .and(page.locator('[aria-expanded=false], :not([aria-expanded])'))
    .waitFor()
}

/** Every page, by its address. */
export const allPages = pageAddresses

/** Every other page, from the first or the second on: of them those that are changed themselves, and a part that the commit draws. */
export function halfOfPages(half: 1 | 2): string[] {
  const pages = pageAddresses.filter((_address, at) => at % 2 === half - 1)
  const own = new Set(addressesIn((process.env['TOUCHED_FEATURES'] ?? '').split(' ')))
  const others = pages.filter((address) => !own.has(address))
  const drawn = new Set(sampleOf(`pages, half ${half}`, others, amountOfPages(others.length)))
  return pages.filter((address) => own.has(address) || drawn.has(address))
}

/** One after the other in one page, which has loaded the program with the first of them. */
const TOGETHER = 4

/** Tests of these pages: nothing breaks, none is heavy, and both themes and both widths, not always the same of them together, are accessible. */
export function examinePages(site: Site, pages: readonly string[]): void {
  test('no page is forgotten', () => expect(pageAddresses.length).toBeGreaterThan(60))

  const isOfOperators = (address: string) => platformMenus.has(address.split('/').at(-1) ?? '')
  const groups = [pages.filter((address) => !isOfOperators(address)), pages.filter(isOfOperators)].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / TOGETHER) }, (_, at) => some.slice(at * TOGETHER, (at + 1) * TOGETHER)),
  )
  test.each(groups.map((group) => [group.join(', '), group] as const))('%s', async (_names, group) => {
    const tenant = group.some(isOfOperators) ? { tenant: OPERATORS } : {}
    const page = await site.page({ as: 'admin', ...tenant })
    const found: string[] = []
    page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`))
    page.on('console', (line) => {
      if (line.type() === 'error') found.push(`${page.url()}: ${line.text()}`)
    })
    for (const [at, address] of group.entries()) {
      const isWeighed = !group.some(isOfOperators)
      found.push(...(await examine(site, page, address, { inside: at > 0, ...(isWeighed ? { scales: await scalesOf(site) } : {}) })))
    }
    expect(found).toEqual([])
  })
}

interface Examination {
  readonly inside: boolean
  readonly scales?: Scales
}

/** One for a site: the first list is the same for all of its pages. */
const scales = new WeakMap<Site, Promise<Scales>>()

function scalesOf(site: Site): Promise<Scales> {
  const opened = scales.get(site) ?? openScales(site, (page, language) => speak(page, site.url, language))
  scales.set(site, opened)
  return opened
}

/** What is wrong at the address in each of its forms. */
async function examine(site: Site, page: Page, address: string, { inside, scales }: Examination): Promise<string[]> {
  const found: string[] = []
  let spoken: Language | undefined
  for (const [colorScheme, width, language] of forms(pageAddresses.indexOf(address))) {
    const isFirst = spoken === undefined
    const rules = isFirst || isWhole ? 'all' : 'changing'
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    if (spoken && spoken !== language) await change(page, spoken, language)
    if (!spoken) {
      await speak(page, site.url, language)
      await page.goto(address)
    }
    spoken = language
    await arrived(page)
    // What a page does once it is drawn may break as well. Where it has more to do all the time, it has begun by then.
    if (isFirst) await page.evaluate('new Promise((resolve) => { requestIdleCallback(resolve, { timeout: 500 }) })')
    found.push(
      ...(await findings(page, { rules, inside })).map((finding) => text(`${address}, ${colorScheme}, ${width}, ${language}`, finding)),
    )
    found.push(...(await misplacedIn(page, width)).map((problem) => `${address}, ${width}, ${language}: ${problem}`))
    if (isFirst && scales) found.push(...(await scales.weigh(page, address)))
  }
  return found
}

/** A form in which states are looked at: every other state is seen in the light on a desk and in the dark on a phone, the others the other way round. */
export type Form = readonly [theme: 'light' | 'dark', width: number, language: Language, share: 0 | 1]

export function examineStates(site: Site, forms: readonly Form[]): void {
  test.each(forms)('further states, %s theme, %i pixels wide, in %s', async (colorScheme, width, language, share) => {
    const page = await site.page({ as: 'admin', colorScheme, viewport: { width, height: 900 } })
    await speak(page, site.url, language)
    const found: string[] = []
    const states = statesOf(site, textsIn(language)).filter((_state, at) => at % 2 === share)
    for (const [name, arrive] of sampleOf(`states, ${colorScheme} ${width}`, states, amountOfPages(states.length))) {
      await arrive(page)
      found.push(...(await findings(page)).map((finding) => text(name, finding)))
    }
    expect(found).toEqual([])
  })
}
