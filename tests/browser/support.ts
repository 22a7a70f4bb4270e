/** The product as people meet it: the real server with the built web, a real database, and a real browser before it. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Language, Translate } from '../../model/labels/index.ts'
import { personText } from '../../model/organisation/person-text.ts'
import { precastWorks } from '../../seeds/precast-works.ts'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import { SHORT_LIVED, launchChromium } from '../support/chromium.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { PASSWORD, furnishedFolder } from '../support/furnished.ts'
import type { HostedServer } from '../support/host.ts'
import { openHosted } from '../support/host.ts'
import type { Variables } from '../support/process.ts'
import { pace } from '../support/pace.ts'
import { temporaryFolder } from '../support/process.ts'
import type { Form } from './kept-pages.ts'
import { KeptPages, formOf } from './kept-pages.ts'

export { PASSWORD }
/** The demonstration tenant the tests work in. */
export const TENANT = '10001'
/** The tenant that runs the platform. */
export const OPERATORS = '10000'
/** How long the browser may take for one step on a busy machine. */
export const PATIENCE = 30_000 * pace()

const BUILT = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url))

export interface PageOptions extends Partial<Form> {
  /** A user who is signed in already; nobody where absent. */
  readonly as?: string
  /** Their tenant; {@link TENANT} where absent. */
  readonly tenant?: string
  /** Whether nothing may have been loaded before: the caches are empty, and the page is not handed on. */
  readonly isFirst?: boolean
}

export interface Site {
  readonly url: string
  /** A page in a browser profile of its own, or in one that a test before has left empty (kept-pages.ts). English and without animations unless asked otherwise. */
  page(options?: PageOptions): Promise<Page>
  /** The same account over HTTP, to make test data with. */
  client(username?: string): Promise<Client>
}

let chromium: Promise<Browser> | undefined

/** The browser of this worker, which ends with it. Each page has a profile of its own in it; a browser that died is followed by another. */
export function sharedChromium(): Promise<Browser> {
  chromium ??= launchChromium(SHORT_LIVED).then((browser) => {
    browser.once('disconnected', () => {
      chromium = undefined
    })
    return browser
  })
  return chromium
}

/** The pages that tests of this worker hand on. */
const kept = new KeptPages()
/** Where the servers of this worker listen, one after the other: at the same address, a page has loaded the program before. */
let address: string | undefined

async function openAtAddress(variables: Variables): Promise<HostedServer> {
  if (address !== undefined) {
    const again = await openHosted({ ...variables, PORT: new URL(address).port }).catch(() => undefined)
    if (again) return again
    // Somebody else listens there by now.
    await kept.close('all')
  }
  const server = await openHosted(variables)
  address = server.url
  return server
}

/**
 * Starts a server for one test file, on a copy of the demonstration of its own, and stops it after it. One test goes on in the page of another (kept-pages.ts), at half of
 * the cost of a new one.
 */
export function openSite(): Site {
  let server: HostedServer
  let browser: Browser
  const folder = temporaryFolder()
  const clients = new Map<string, Promise<Client>>()
  const contexts = new Set<BrowserContext>()
  const lacking: string[] = []

  beforeAll(async () => {
    if (!existsSync(BUILT)) throw new Error('The browser tests need the built web: npm run build')
    const started = openAtAddress(furnishedFolder(folder.path))
    browser = await sharedChromium()
    server = await started
  })
  afterEach(async ({ task }) => {
    const isBroken = task.result?.state === 'fail'
    if (isBroken) await takePictures(task.name, contexts)
    await Promise.all(
      [...contexts].map(async (context) => {
        if (isBroken || !(await kept.keep(context, `${server.url}/healthz`))) await context.close()
      }),
    )
    contexts.clear()
    expect(lacking.splice(0), 'texts that did not come with what shows them').toEqual([])
  })
  afterAll(async () => {
    await kept.close('unusual')
    await server?.stop()
    folder.remove()
  })

  return {
    get url() {
      return server.url
    },
    async page({ as, tenant = TENANT, isFirst = false, ...options } = {}) {
      const account = as === undefined ? undefined : await signIn(server.url, tenant, as, PASSWORD)
      const form = formOf(options)
      let page = isFirst ? undefined : kept.take(form)
      if (page) contexts.add(page.context())
      else {
        const context = await browser.newContext({ baseURL: server.url, ...form })
        contexts.add(context)
        context.setDefaultTimeout(PATIENCE)
        page = await context.newPage()
        if (!isFirst) kept.add(page, form)
      }
      page.context().on('console', (line) => {
        // As web/kernel/i18n/i18n.ts says it.
        if (line.text().includes('did not come with what shows it')) lacking.push(line.text())
      })
      if (account) await keepSignIn(page, server.url, account)
      return page
    },
    client(username = 'admin') {
      let client = clients.get(username)
      if (!client) clients.set(username, (client = signIn(server.url, TENANT, username, PASSWORD)))
      return client
    },
  }
}

/** What a failed test saw last, for whoever has to find out why. */
async function takePictures(name: string, contexts: Iterable<BrowserContext>): Promise<void> {
  const file = join(tmpdir(), 'outstation-browser', name.replace(/\W+/g, '-').slice(0, 80))
  const pages = [...contexts].flatMap((context) => context.pages())
  await Promise.all(pages.map((page, at) => page.screenshot({ path: `${file}-${at + 1}.png`, timeout: 5000 }).catch(() => undefined)))
  process.stdout.write(`Seen by "${name}": ${pages.map((page) => page.url()).join(', ')}; pictures in ${file}-*.png\n`)
}

/** Keeps a sign-in as the console would (web/kernel/http/token.ts, server/identity/refresh-cookie.ts): each token in its cookie. */
async function keepSignIn(page: Page, url: string, { token, refreshToken }: Client): Promise<void> {
  const cookie = { domain: new URL(url).hostname, sameSite: 'Strict' } as const
  await page.context().addCookies([
    { ...cookie, name: 'token', value: token, path: '/' },
    { ...cookie, name: 'refresh_token', value: refreshToken, path: '/api/uaa/oauth', httpOnly: true },
  ])
}

/** The texts of a language as the product fills them in. */
export function textsIn(language: Language): Translate {
  const labels = { en, zh, tw }[language]
  return (key, values = {}) =>
    Object.entries(values).reduce<string>((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), labels[key])
}

export const t = textsIn('en')

/** How pages of the demonstration name one of its people. */
export function shownAs(username: string): string {
  const user = precastWorks.users.find((each) => each.username === username)
  if (!user) throw new Error(`the demonstration has no ${username}`)
  return personText(user)
}

/** `expect(…)` that is asked again until it holds. */
export const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: PATIENCE, interval: 50 })

/** Waits until the keyboard's focus is there. */
export async function focused(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor()
}

/** Where the page is: path and query. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

export async function fillSignIn(page: Page, { tenant = TENANT, username = 'admin', password = PASSWORD } = {}): Promise<void> {
  await page.getByLabel(t('signIn.tenantCode')).fill(tenant)
  await page.getByLabel(t('signIn.username')).fill(username)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
}

export const signInButton = (page: Page): Locator => page.getByRole('button', { name: t('signIn.submit') })

/** A message in the corner of the page. */
export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: t('common.messages') }).getByText(text, typeof text === 'string' ? { exact: true } : {})

/** The rows of the table, without its headings. */
export const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** The row whose check box is named after it. */
export const rowNamed = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `${t('list.choose')}: ${name}`, exact: true }) })

/** Waits until the table shows what the server last said. Pages that keep their state lie hidden beside it. */
export async function settled(page: Page): Promise<void> {
  await eventually(async () => {
    const { pathname, search } = new URL(page.url())
    // Read in this order: rows that are drawn for an address stay so until there is another one.
    const drawn = await page.locator('html').getAttribute('data-address')
    return drawn === `${pathname}${search}` && (await page.locator('table[aria-busy=false]:visible').count()) > 0
  }).toBe(true)
}

export const toolbarButton = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: t('list.actions') }).getByRole('button', { name: new RegExp(`(^| )${name}$`) })

export interface SentCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Every call to the API from now on, in the order in which they leave the page. */
export function recordCalls(page: Page): SentCall[] {
  const calls: SentCall[] = []
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push({
      method: request.method(),
      path: pathname,
      query: searchParams,
      headers: request.headers(),
      body: request.postData() ?? '',
    })
  })
  return calls
}

/** Answers the next `times` calls of `path` as a server in trouble would; the rest goes through. */
export async function answerWith(page: Page, path: string, body: object, { http = 401, times = 1 } = {}): Promise<void> {
  await page.route(`**${path}*`, (route) => route.fulfill({ status: http, contentType: 'application/json', body: JSON.stringify(body) }), {
    times,
  })
}

/**
 * Waits until what is dragged by keyboard hears keys: dnd-kit's KeyboardSensor listens from a timeout of 0 on after the start that was
 * announced, and a key before that is lost.
 */
export async function listensToKeys(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
}

/** Choices that a list without search has at most. */
const MAX_CHOICES = 60

/** Opens a list of choices and takes one. */
export async function choose(page: Page, combobox: Locator, label: string): Promise<void> {
  const options = await openChoices(page, combobox)
  const option = options.getByText(label, { exact: true })
  if (await combobox.isEditable()) await combobox.fill(label)
  // Of a long list only what is in view is there.
  else for (let at = 0; at < MAX_CHOICES && (await option.count()) === 0; at += 1) await combobox.press('ArrowDown')
  await option.click()
}

/** Opens a list of choices and gives the popup that shows them. */
export async function openChoices(page: Page, combobox: Locator): Promise<Locator> {
  await combobox.click()
  await eventually(() => combobox.getAttribute('aria-expanded')).toBe('true')
  const id = await combobox.getAttribute('aria-controls')
  return page.locator(`[id="${id}"]`).locator('xpath=..')
}
