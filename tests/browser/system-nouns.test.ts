/** The words, places, settings, applications, calls and entries an administrator keeps: added, refused, changed, deleted. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { LabelKey } from '../../model/labels/index.ts'
import { unique } from '../support/builders.ts'
import { OPERATORS, choose, eventually, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'

const site = openSite()

const dialog = (page: Page) => page.getByRole('dialog')
const field = (form: Locator, key: string) => form.getByRole('textbox', { name: new RegExp(`(^|\\s)${t(key as LabelKey)}$`) })
const box = (form: Locator, key: string) => form.getByRole('combobox', { name: new RegExp(`(^|\\s)${t(key as LabelKey)}$`) })
const save = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: t('common.save'), exact: true })
    .click()

async function saved(page: Page): Promise<void> {
  await save(page)
  await message(page, t('form.saved')).first().waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
}

interface Noun {
  readonly path: string
  readonly name: string
  /** Of the tenant that runs the platform. */
  readonly operator?: true
  /** The field that names a row, and a second one that is needed. */
  readonly title: string
  readonly needed: string
  /** A value of the first that is refused, and what is said then. */
  readonly wrong?: readonly [field: string, value: string, complaint: string]
  fill(form: Locator, title: string): Promise<void>
  /** Something to do once the row is there. */
  after?(page: Page): Promise<void>
}

const digits = () => String(Date.now()).slice(-9)

const nouns: readonly Noun[] = [
  {
    path: '/admin/sysdict',
    name: 'dictionaries',
    title: 'dictName',
    needed: 'dictType',
    wrong: ['dictType', 'two words', 'check.blanks'],
    fill: async (form, title) => {
      await field(form, 'field.dictionaries.dictType').fill(title)
      await field(form, 'field.dictionaries.dictValue').fill(title)
    },
  },
  {
    path: '/admin/sysregion',
    name: 'regions',
    title: 'regionName',
    needed: 'regionCode',
    wrong: ['regionCode', '12ab56', 'check.digits'],
    fill: (form) => field(form, 'field.regions.regionCode').fill(digits()),
  },
  {
    path: '/admin/sysparam',
    name: 'parameters',
    title: 'paramName',
    needed: 'paramKey',
    wrong: ['paramKey', '9 lives', 'check.code'],
    fill: async (form, title) => {
      await field(form, 'field.parameters.paramKey').fill(`own.${title}`)
      await field(form, 'field.parameters.paramValue').fill('12')
    },
  },
  {
    path: '/admin/syspost',
    name: 'posts',
    title: 'postName',
    needed: 'postCode',
    fill: (form, title) => field(form, 'field.posts.postCode').fill(title),
  },
  {
    path: '/admin/sysmenu',
    name: 'menus',
    operator: true,
    title: 'menuName',
    needed: 'menuPath',
    wrong: ['menuPath', 'nowhere', 'check.menu-path'],
    fill: async (form, title) => {
      await field(form, 'field.menus.menuCode').fill(title)
      await field(form, 'field.menus.menuPath').fill(`https://example.com/${title}`)
    },
  },
  {
    path: '/admin/appclient',
    name: 'app-clients',
    title: 'clientCode',
    needed: 'clientDescription',
    wrong: ['fallbackUrl', 'http://example.com', 'check.redirect'],
    fill: async (form) => {
      await field(form, 'field.app-clients.clientDescription').fill('Of a test')
      await field(form, 'field.app-clients.fallbackUrl').fill('https://example.com/back')
      await choose(form.page(), box(form, 'field.app-clients.authScope'), t('scope.profile'))
      await form.page().keyboard.press('Escape')
    },
    async after(page) {
      // Its secret is told once, and the dialog says so.
      await page.getByText(t('appClients.secret-once')).waitFor()
      await page.getByRole('button', { name: t('appClients.secret-kept') }).click()
    },
  },
]

test.each(nouns)(
  '$name: an empty form is refused, a row is added, changed and deleted',
  async ({ path, name, operator, title, needed, wrong, fill, after }) => {
    const page = await site.page({ as: 'admin', ...(operator ? { tenant: OPERATORS } : {}) })
    await page.goto(`${path}?pageSize=50`)
    await settled(page)
    const label = (one: string) => t(`field.${name}.${one}` as LabelKey)
    const first = `n${unique()}`

    await toolbarButton(page, t('button.add')).click()
    await field(dialog(page), `field.${name}.${title}`).waitFor()
    await save(page)
    await dialog(page)
      .getByText(t('check.required', { field: label(needed) }), { exact: true })
      .waitFor()
    expect(await field(dialog(page), `field.${name}.${needed}`).getAttribute('aria-invalid')).toBe('true')

    await field(dialog(page), `field.${name}.${title}`).fill(first)
    await fill(dialog(page), first)
    if (wrong) {
      const [where, value, complaint] = wrong
      const right = await field(dialog(page), `field.${name}.${where}`).inputValue()
      await field(dialog(page), `field.${name}.${where}`).fill(value)
      await save(page)
      await dialog(page)
        .getByText(t(complaint as LabelKey, { field: label(where) }), { exact: true })
        .waitFor()
      await field(dialog(page), `field.${name}.${where}`).fill(right)
    }
    if (after) {
      await save(page)
      await after(page)
    } else await saved(page)
    const row = (called: string) => rowNamed(page, called)
    await row(first).waitFor()

    const second = `m${unique()}`
    await row(first)
      .getByRole('button', { name: `${t('button.update')}: ${first}` })
      .click()
    await field(dialog(page), `field.${name}.${title}`).fill(second)
    await saved(page)
    await row(second).waitFor()

    await row(second)
      .getByRole('button', { name: `${t('button.delete')}: ${second}` })
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('button.delete') })
      .click()
    await message(page, t('delete.done')).first().waitFor()
    await eventually(() => row(second).count()).toBe(0)
  },
)

test('of six buttons five stand in the bar and the last behind "more"', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysparam')
  await settled(page)
  for (const name of ['add', 'update', 'delete', 'export', 'import'] as const) await toolbarButton(page, t(`button.${name}`)).waitFor()
  expect(await toolbarButton(page, t('parameters.reset')).count()).toBe(0)
  await toolbarButton(page, t('list.more')).click()
  await page.getByRole('menuitem', { name: t('parameters.reset') }).click()
  await message(page, t('list.check-one')).waitFor()
})

test('a URL is described better by the platform, never without words, and neither added nor deleted', async () => {
  const page = await site.page({ as: 'admin', tenant: OPERATORS })
  await page.goto('/authority/sysurl?url=syspost/querySysPost')
  await settled(page)
  const url = '/admin/syspost/querySysPost'
  expect((await toolbarButton(page, t('button.add')).count()) + (await toolbarButton(page, t('button.delete')).count())).toBe(0)
  await rowNamed(page, url)
    .getByRole('button', { name: `${t('button.update')}: ${url}` })
    .click()
  const description = field(dialog(page), 'field.urls.description')
  await description.fill('')
  await save(page)
  await dialog(page)
    .getByText(t('check.required', { field: t('field.urls.description') }), { exact: true })
    .waitFor()
  const words = `Posts as a tree ${unique()}`
  await description.fill(words)
  await saved(page)
  await rowNamed(page, url).getByText(words).waitFor()
})
