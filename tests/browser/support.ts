/** The product as people meet it: the real server with the built web, a real database, and a real browser before it. */
import { cpSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { Language, Translate } from '../../model/labels/index.ts'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import { launchChromium } from '../support/chromium.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { PASSWORD, variables } from '../support/furnished.ts'
import type { HostedServer } from '../support/host.ts'
import { openHosted } from '../support/host.ts'
import { temporaryFolder } from '../support/process.ts'

export { PASSWORD }
/** The demonstration tenant the tests work in. */
export const TENANT = '10001'
/** The tenant that runs the platform. */
export const OPERATORS = '10000'
/** How long the browser may take for one step on a busy machine. */
const PATIENCE = 15_000

const BUILT = fileURLToPath(new URL('../../dist/web/index.html', import.meta.url))

export interface PageOptions extends BrowserContextOptions {
  /** A user who is signed in already; nobody where absent. */
  readonly as?: string
  /** Their tenant; {@link TENANT} where absent. */
  readonly tenant?: string
}

export interface Site {
  readonly url: string
  /** A page in a browser profile of its own, closed after the test. English and without animations unless asked otherwise. */
  page(options?: PageOptions): Promise<Page>
  /** The same account over HTTP, to make test data with. */
  client(username?: string): Promise<Client>
}

let chromium: Promise<Browser> | undefined

/** The browser of this worker, which ends with it. Each page has a profile of its own in it; a browser that died is followed by another. */
function sharedChromium(): Promise<Browser> {
  chromium ??= launchChromium().then((browser) => {
    browser.once('disconnected', () => {
      chromium = undefined
    })
    return browser
  })
  return chromium
}

/** Starts a server for one test file, on a copy of the demonstration of its own, and stops it after it. */
export function openSite(): Site {
  let server: HostedServer
  let browser: Browser
  const folder = temporaryFolder()
  const clients = new Map<string, Promise<Client>>()
  const contexts = new Set<BrowserContext>()

  beforeAll(async () => {
    if (!existsSync(BUILT)) throw new Error('The browser tests need the built web: npm run build')
    cpSync(inject('furnished'), folder.path, { recursive: true })
    const started = openHosted({ ...variables, DATA_DIR: folder.path })
    browser = await sharedChromium()
    server = await started
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await takePictures(task.name, contexts)
    await Promise.all([...contexts].map((context) => context.close()))
    contexts.clear()
  })
  afterAll(async () => {
    await server?.stop()
    folder.remove()
  })

  return {
    get url() {
      return server.url
    },
    async page({ as, tenant = TENANT, ...options } = {}) {
      const account = as === undefined ? undefined : await signIn(server.url, tenant, as, PASSWORD)
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'en-US',
        reducedMotion: 'reduce',
        colorScheme: 'light',
        viewport: { width: 1440, height: 900 },
        ...options,
      })
      contexts.add(context)
      context.setDefaultTimeout(PATIENCE)
      const page = await context.newPage()
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

/**
 * Keeps a sign-in as the console would (web/kernel/http/token.ts): the access token in a cookie, the refresh token in the storage of the first document
 * of the page. A context that is given storage opens a further page for that, at a fifth of the cost of a visit.
 */
async function keepSignIn(page: Page, url: string, { token, refreshToken }: Client): Promise<void> {
  const context = page.context()
  await context.addCookies([{ name: 'token', value: token, domain: new URL(url).hostname, path: '/', sameSite: 'Strict' }])
  const content = `if (location.origin === ${JSON.stringify(url)}) localStorage.setItem('refresh_token', ${JSON.stringify(refreshToken)})`
  const script = await context.addInitScript({ content })
  // Later documents have what the console has kept since.
  const firstDocument = () => {
    if (!page.url().startsWith(url)) return
    page.off('framenavigated', firstDocument)
    script.dispose().catch(() => undefined) // the page may be gone already
  }
  page.on('framenavigated', firstDocument)
}

/** The texts of a language as the product fills them in. */
export function textsIn(language: Language): Translate {
  const labels = { en, zh, tw }[language]
  return (key, values = {}) =>
    Object.entries(values).reduce<string>((text, [name, value]) => text.replaceAll(`{{${name}}}`, String(value)), labels[key])
}

export const t = textsIn('en')

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

/** Opens a list of choices and takes one. */
export async function choose(page: Page, combobox: Locator, label: string): Promise<void> {
  const options = await openChoices(page, combobox)
  if (await combobox.isEditable()) await combobox.fill(label)
  await options.getByText(label, { exact: true }).click()
}

/** Opens a list of choices and gives the popup that shows them. */
export async function openChoices(page: Page, combobox: Locator): Promise<Locator> {
  await combobox.click()
  await eventually(() => combobox.getAttribute('aria-expanded')).toBe('true')
  const id = await combobox.getAttribute('aria-controls')
  return page.locator(`[id="${id}"]`).locator('xpath=..')
}
