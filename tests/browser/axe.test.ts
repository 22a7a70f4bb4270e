/** Accessibility of every page there is, as axe-core sees it with every rule it has: no finding, in both themes, both widths and the three languages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Language, Translate } from '../../model/labels/index.ts'
import { localeOf } from '../../model/labels/index.ts'
import { platformMenus } from '../../model/tenant/platform.ts'
import { upload } from '../support/uploads.ts'
import { addSendingDevice } from './devices.ts'
import { OPERATORS, eventually, openChoices, openSite, settled, textsIn } from './support.ts'

const site = openSite()
/** As the switch names them. */
const nameOf = { zh: '简体中文', tw: '繁體中文', en: 'English' } as const
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { target: readonly unknown[]; failureSummary: string }[]
}

const list = async (page: Page, path: string) => {
  await page.goto(path)
  await settled(page)
}

/** A folder with a text in it; the same one each time. */
let made: Promise<string> | undefined
const folderWithFile = () => (made ??= (async () => {
  const admin = await site.client()
  const { data: id } = await admin.post<string>('/api/file/file/addFolder', { originalFilename: 'axe', parentId: '0' })
  await upload(site.url, admin, '/api/file/file/uploadFile', Buffer.from('water level'), { name: 'levels.txt', fields: { id } })
  return id
})())

async function diskWithFile(page: Page): Promise<void> {
  await page.goto(`/file/networkdisk?folder=${await folderWithFile()}`)
  await page.getByRole('row', { name: /^levels\.txt/ }).click()
}

/** A device whose points are of every quality; the same one each time. */
let sending: Promise<string> | undefined
const deviceWithValues = () => (sending ??= (async () => {
  const device = await addSendingDevice(site.url, await site.client(), { good: { unit: 'bar' }, range: { rangeHigh: 1 }, none: {}, silent: {} })
  await device.push({ good: 1.5, range: 2, none: null, wrong: 1 })
  return device.id
})())

async function openDevice(page: Page, t: Translate): Promise<void> {
  await page.goto(`/acquisition/device?id=${await deviceWithValues()}`)
  await page.getByText(t('worth.uncertain'), { exact: true }).waitFor()
}

/** A button of the bar over a list, by its text or the name it is heard by. */
const inToolbar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name: new RegExp(`(^| )${name}$`) })

/** States of pages beyond the one they open in, and how to bring them about. */
const statesIn = (t: Translate): readonly [name: string, (page: Page) => Promise<void>][] => [
  ['users, a row chosen and all filters open', async (page) => {
    await list(page, '/admin/sysuser?pageSize=10&username=zhang')
    await page.getByRole('button', { name: t('list.advanced') }).click()
    await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  }],
  ['users, a filter open', async (page) => {
    await list(page, '/admin/sysuser?pageSize=10&username=zhang')
    await openChoices(page, page.getByRole('combobox', { name: t('field.users.orgId') }))
  }],
  ['users, nothing found', (page) => list(page, '/admin/sysuser?username=nobody-is-called-so')],
  ['users, adding', async (page) => {
    await list(page, '/admin/sysuser?pageSize=10')
    await inToolbar(page, t('button.add')).click()
    await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
  }],
  ['users, their columns', async (page) => {
    await list(page, '/admin/sysuser')
    await inToolbar(page, t('columns.open')).click()
    await page.getByRole('dialog', { name: t('columns.title') }).getByRole('checkbox').first().waitFor()
  }],
  ['users, their views', async (page) => {
    await list(page, '/admin/sysuser?status=1')
    await inToolbar(page, t('view.views')).click()
    await page.getByRole('menuitem', { name: t('view.save-as') }).waitFor()
  }],
  ['users, deleting', async (page) => {
    await list(page, '/admin/sysuser?pageSize=10&username=zhang')
    await page.getByRole('button', { name: new RegExp(`^${t('button.delete')}: `) }).first().click()
    await page.getByRole('alertdialog').waitFor()
  }],
  ['roles, granting', async (page) => {
    await list(page, '/authority/sysrole')
    await page.getByRole('button', { name: new RegExp(`^${t('button.authorize')}: `) }).first().click()
    await page.getByRole('dialog').getByRole('searchbox').waitFor()
  }],
  ['profile, where somebody is signed in', async (page) => {
    await page.goto('/profile/index?tab=sessions')
    await page.getByText(t('sessions.current'), { exact: true }).waitFor()
  }],
  ['profile, how somebody signs in', async (page) => {
    await page.goto('/profile/index?tab=security')
    await page.getByRole('heading', { name: t('factor.app') }).waitFor()
  }],
  ['profile, setting up an app', async (page) => {
    await page.goto('/profile/index?tab=security')
    await page.getByRole('button', { name: `${t('factor.app-add')}: ${t('factor.app')}` }).click()
    await page.getByRole('img', { name: t('factor.app-picture') }).waitFor()
  }],
  ['the account menu', async (page) => {
    await list(page, '/admin/sysorg')
    await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
    await page.getByRole('menuitem', { name: t('shell.log-out') }).waitFor()
  }],
  ['the settings', async (page) => {
    await list(page, '/admin/sysorg')
    await page.getByRole('button', { name: t('settings.title') }).click()
    await page.getByRole('dialog').getByRole('switch').first().waitFor()
  }],
  ['the command palette', async (page) => {
    await list(page, '/admin/sysorg')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: t('palette.placeholder') }).fill('user')
    await page.getByRole('option').first().waitFor()
  }],
  ['the menu of the tags', async (page) => {
    await list(page, '/admin/sysorg')
    await page.getByRole('button', { name: t('tags.more') }).click()
    await page.getByRole('menuitem', { name: t('tags.close-all') }).waitFor()
  }],
  ['the menu across the top', async (page) => {
    await page.evaluate('localStorage.setItem("settings", JSON.stringify({ vertical: false }))')
    await list(page, '/admin/sysorg')
    await page.evaluate('localStorage.removeItem("settings")')
  }],
  ['API document', async (page) => {
    await page.goto('/docs')
    await page.locator('details').first().locator('summary').click()
    await page.locator('details[open]').getByRole('heading').first().waitFor()
  }],
  ['the network disk, an entry chosen', (page) => diskWithFile(page)],
  ['the network disk, as tiles', async (page) => {
    await diskWithFile(page)
    await page.getByRole('button', { name: t('disk.view-tiles') }).click()
  }],
  ['the network disk, sharing', async (page) => {
    await diskWithFile(page)
    await inToolbar(page, t('disk.share')).click()
    await page.getByRole('dialog').getByRole('combobox').first().waitFor()
  }],
  ['the network disk, a text shown', async (page) => {
    await diskWithFile(page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('water level').waitFor()
  }],
  ['a device and its points', (page) => openDevice(page, t)],
  ['the trend of a point', async (page) => {
    await openDevice(page, t)
    await page.getByRole('button', { name: `${t('monitor.trend')}: Point good` }).click()
    await page.getByRole('dialog').locator('canvas').waitFor()
  }],
  ['404', async (page) => {
    await page.goto('/404')
    await page.getByRole('heading', { name: t('not-found.title') }).waitFor()
  }],
  ['401', async (page) => {
    await page.goto('/401')
    await page.getByRole('heading', { name: t('forbidden.title') }).waitFor()
  }],
  ['sign-in', (page) => toSignIn(page, t)],
  ['sign-in with complaints', async (page) => {
    await toSignIn(page, t)
    await page.getByRole('button', { name: t('signIn.submit') }).click()
    await page.getByText(t('check.required', { field: t('signIn.password') })).waitFor()
  }],
  ['sign-in by code', async (page) => {
    await toSignIn(page, t)
    await page.getByRole('tab', { name: t('signIn.by-code') }).click()
    await page.getByRole('button', { name: t('signIn.send-code') }).waitFor()
  }],
  ['a forgotten password, with complaints', async (page) => {
    await page.goto('/forgotpassword')
    await page.getByRole('button', { name: t('forgot.submit') }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }],
  ['a link that is not good', async (page) => {
    await page.goto('/forgotpassword#nothing')
    await page.getByRole('alert').getByText(t('error.link.invalid')).waitFor()
  }],
  ['registering, with complaints', async (page) => {
    await page.goto('/register')
    await page.getByRole('button', { name: t('register.submit') }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }],
  ['what a link leads to', async (page) => {
    const admin = await site.client()
    const id = await folderWithFile()
    const { data: { url } } = await admin.post<{ url: string }>('/api/file/file/addFileLink', { id })
    await page.goto(url)
    await page.getByText('levels.txt').waitFor()
  }],
  ['the page before the sign-in', async (page) => {
    await page.goto('/navpage')
    await page.getByRole('link', { name: new RegExp(t('navpage.docs')) }).waitFor()
  }],
]

/** The sign-in page as it is at first. */
async function toSignIn(page: Page, t: ReturnType<typeof textsIn>): Promise<void> {
  await page.context().clearCookies({ name: 'token' })
  await page.goto('/login')
  await page.getByRole('button', { name: t('signIn.submit') }).waitFor()
}

async function findings(page: Page): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  // Lists and menus that belong to a control hang at the end of the document, outside of its landmarks, as long as they are open.
  return page.evaluate<Finding[]>(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.filter(({ id, nodes }) =>
    id !== 'region' || nodes.some(({ target }) => !document.querySelector(target[0])?.closest('.ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown'))))`)
}

const text = (where: string, { id, impact, help, nodes }: Finding) =>
  `${where}: ${impact} ${id} (${help}): ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target.join(' ')} [${failureSummary.split('\n').slice(1, 2).join('').trim()}]`).join('; ')}`

/** The addresses of the pages, read from the list of the router: what it loads needs a browser. */
const source = readFileSync(new URL('../../web/app/pages.ts', import.meta.url), 'utf8')
const addresses = [...source.matchAll(/^ {2}(?:'(\/[^']+)'|\[HOME\]): (?:\(\) => import\(|\w+,$)/gm)].map(([, address]) => address ?? '/workbench')

/** Waits until nothing on the page is on its way any more. */
async function arrived(page: Page): Promise<void> {
  await page.locator('main').locator('h1, h2').first().waitFor({ state: 'attached' })
  await eventually(() => page.locator('main').locator('[aria-busy=true], .ant-spin-spinning, .waiting, .skeleton').count()).toBe(0)
}

test('no page is forgotten', () => expect(addresses.length).toBe((source.split('const loaders')[1]?.split('\n}\n')[0] ?? '').split('\n').length - 1))

const ALL = ['en', 'zh', 'tw'] as const
/** What a rule finds by colour, by place or by words does not ask for all of them at once: both themes, both widths and two of the three languages a page. `AXE=all` looks at every theme in every language. */
const forms = (at: number): readonly (readonly [theme: 'light' | 'dark', width: number, language: Language])[] => {
  if (process.env['AXE'] === 'all') return ALL.flatMap((language) => [['light', 1440, language], ['dark', 390, language], ['dark', 1440, language]] as const)
  const languageAt = (step: number) => ALL[(at + step) % ALL.length] as Language
  return at % 2 === 0 ? [['light', 1440, languageAt(0)], ['dark', 390, languageAt(1)]] : [['dark', 1440, languageAt(0)], ['light', 390, languageAt(1)]]
}

const speak = (page: Page, language: Language) => page.context().addCookies([{ name: 'language', value: language, url: site.url }])

/** Chooses another language in the open page. */
async function change(page: Page, from: Language, to: Language): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${textsIn(from)('shell.language')}: `) }).click()
  await page.getByRole('menuitem', { name: nameOf[to], exact: true }).click()
  await eventually(() => page.locator('html').getAttribute('lang')).toBe(localeOf[to])
  await page.getByRole('button', { name: new RegExp(`^${textsIn(to)('shell.language')}: `) }).and(page.locator('[aria-expanded=false], :not([aria-expanded])')).waitFor()
}

/** Both themes and both widths, and not always the same of them together. */
test.each(addresses.map((address, at) => [address, at] as const))('%s', async (address, at) => {
  const found: string[] = []
  const page = await site.page({ as: 'admin', ...(platformMenus.has(address.split('/').at(-1) ?? '') ? { tenant: OPERATORS } : {}) })
  let spoken: Language | undefined
  for (const [colorScheme, width, language] of forms(at)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    if (spoken && spoken !== language) await change(page, spoken, language)
    if (!spoken) {
      await speak(page, language)
      await page.goto(address)
    }
    spoken = language
    await arrived(page)
    found.push(...(await findings(page)).map((finding) => text(`${colorScheme}, ${width}, ${language}`, finding)))
  }
  expect(found).toEqual([])
})

/** Every other state is looked at in the light on a desk and in the dark on a phone, the others the other way round. */
test.each([['light', 1440, 'en', 0], ['dark', 1440, 'zh', 1], ['light', 390, 'tw', 1], ['dark', 390, 'en', 0]] as const)('further states, %s theme, %i pixels wide, in %s', async (colorScheme, width, language, share) => {
  const page = await site.page({ as: 'admin', colorScheme, viewport: { width, height: 900 } })
  await speak(page, language)
  const found: string[] = []
  for (const [name, arrive] of statesIn(textsIn(language)).filter((_state, at) => at % 2 === share)) {
    await arrive(page)
    found.push(...(await findings(page)).map((finding) => text(name, finding)))
  }
  expect(found).toEqual([])
})
