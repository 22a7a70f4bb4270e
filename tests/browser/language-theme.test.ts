/** Three languages and two themes: chosen, kept, and complete. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { LabelKey, Language } from '../../model/labels/index.ts'
import { localeOf } from '../../model/labels/index.ts'
import en from '../../model/labels/en/index.ts'
import { eventually, openSite, settled, signInButton, t, textsIn } from './support.ts'

const site = openSite()
const nameOf = { zh: '简体中文', tw: '繁體中文', en: 'English' } as const
const htmlAttribute = (page: Page, name: string) => page.locator('html').getAttribute(name)
const languageCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'language')?.value

test('the sign-in page speaks the language chosen there, and remembers it', async () => {
  const page = await site.page()
  await page.goto('/login')
  for (const language of ['zh', 'tw', 'en'] as const) {
    const texts = textsIn(language)
    await page.getByRole('combobox').selectOption({ label: nameOf[language] })
    await page.getByRole('heading', { name: texts('signIn.title'), exact: true }).waitFor()
    await eventually(() => htmlAttribute(page, 'lang')).toBe(localeOf[language])
    expect(await languageCookie(page)).toBe(language)
    expect(await page.title()).toBe(`${texts('signIn.title')} - ${texts('app.title')}`)
    await page.reload()
    await page.getByRole('heading', { name: texts('signIn.title'), exact: true }).waitFor()
  }
})

test('the console changes its language without losing the page, and answers of the server follow', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/sysuser?pageSize=10')
  await settled(page)
  let now: Language = 'en'
  for (const language of ['zh', 'tw', 'en'] as const) {
    const texts = textsIn(language)
    await page.getByRole('button', { name: `${textsIn(now)('shell.language')}${textsIn(now)('common.means')}${nameOf[now]}` }).click()
    await page.getByRole('menuitem', { name: nameOf[language] }).click()
    await page.getByRole('button', { name: texts('list.query'), exact: true }).waitFor()
    await eventually(() => page.title()).toBe(`${texts('menu.sysuser')} - ${texts('app.title')}`)
    expect(page.url()).toContain('/admin/sysuser?pageSize=10')
    expect(await languageCookie(page)).toBe(language)
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: texts('button.delete') })
      .click()
    await page.getByText(texts('list.check-one'), { exact: true }).waitFor()
    now = language
  }
  await page.getByRole('button', { name: `${t('shell.language')}${t('common.means')}English` }).click()
  await page.getByRole('menuitem', { name: nameOf.zh }).click()
  const zh = textsIn('zh')
  await page.getByRole('table', { name: zh('noun.users') }).waitFor()
  await page.getByRole('button', { name: `${zh('button.delete')}${zh('common.means')}ethan.price` }).waitFor()
  await page.goto('/admin/sysuser?username=admin')
  await page.getByRole('button', { name: `${zh('button.delete')}${zh('common.means')}admin` }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh('button.delete') })
    .click()
  await page.getByText(zh('error.user.self'), { exact: true }).waitFor()
})

test.each([
  ['zh-CN', 'zh'],
  ['zh-TW', 'tw'],
  ['zh-HK', 'tw'],
  ['en-GB', 'en'],
  ['fr-FR', 'en'],
] as const)('a browser that speaks %s begins in %s', async (locale, language) => {
  const page = await site.page({ locale })
  await page.goto('/login')
  await page.getByRole('heading', { name: textsIn(language)('signIn.title'), exact: true }).waitFor()
  expect(await htmlAttribute(page, 'lang')).toBe(localeOf[language])
  expect(await languageCookie(page)).toBeUndefined()
})

/** Everything a person reads or hears on the page: texts, and the attributes that stand for texts. What says that it is in another language is. */
const WORDS = `(() => {
  const found = new Set([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode
    if (!parentElement.closest('script, style, code, body [lang]')) found.add(data.trim())
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (element.closest('[aria-hidden=true]')) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.add((element.getAttribute(name) ?? '').trim())
  }
  return [...found].filter(Boolean)
})()`

const KEY =
  /(^|\s)(menu|field|error|check|choice|noun|one|button|common|list|form|signIn|session|shell|navbar|delete|workbench|docs|failure|tags|settings|palette|size|density|layout|theme|colour)\.[a-zA-Z][\w.-]*$/
/** Words that are the same in every language. */
const NAMES = new Set(['Outstation', 'English'])

const pages: readonly { path: string; ready: LabelKey; open?: LabelKey }[] = [
  { path: '/workbench', ready: 'workbench.shortcuts' },
  { path: '/admin/sysuser?pageSize=10', ready: 'noun.users', open: 'button.add' },
  { path: '/admin/sysorg', ready: 'noun.organisations', open: 'button.add' },
  { path: '/authority/sysrole', ready: 'noun.roles', open: 'button.add' },
  { path: '/docs', ready: 'menu.apidocs' },
  { path: '/404', ready: 'not-found.title' },
  { path: '/401', ready: 'forbidden.title' },
]

/** English labels that this language says differently. */
function untranslated(language: Language): Set<string> {
  const texts = textsIn(language)
  return new Set((Object.keys(en) as LabelKey[]).filter((key) => texts(key) !== en[key]).map((key) => en[key]))
}

test.each(['zh', 'tw', 'en'] as const)('every page speaks %s and nothing else', async (language) => {
  const texts = textsIn(language)
  const foreign = language === 'en' ? new Set<string>() : untranslated(language)
  const page = await site.page({ as: 'admin' })
  await page.context().addCookies([{ name: 'language', value: language, url: site.url }])
  const problems: string[] = []
  const read = async (where: string) => {
    for (const text of await page.evaluate<string[]>(WORDS)) {
      if (KEY.test(text)) problems.push(`${where}: the key ${text}`)
      if (foreign.has(text) && !NAMES.has(text)) problems.push(`${where}: the English ${text}`)
      if (/\{\{|\}\}|undefined|\[object|NaN/.test(text)) problems.push(`${where}: ${text}`)
    }
  }
  for (const { path, ready, open } of pages) {
    await page.goto(path)
    await page
      .getByRole('heading', { name: texts(ready) })
      .first()
      .waitFor()
    if (open) await settled(page)
    await read(path)
    if (!open) continue
    await page
      .getByRole('button', { name: texts('list.advanced') })
      .or(page.getByRole('search'))
      .first()
      .waitFor()
    if (await page.getByRole('button', { name: texts('list.advanced') }).count())
      await page.getByRole('button', { name: texts('list.advanced') }).click()
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: texts(open) })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: texts('common.save') })
      .click()
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
    await read(`${path} with its form`)
  }
  await page.context().clearCookies({ name: 'token' })
  await page.goto('/login')
  await page.getByRole('button', { name: texts('signIn.submit') }).click()
  await page.getByText(texts('check.required', { field: texts('signIn.password') })).waitFor()
  await read('/login')
  expect([...new Set(problems)]).toEqual([])
})

test('the dark theme is kept, in this tab and in the next', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/workbench')
  await page.getByRole('button', { name: t('shell.dark') }).click()
  await eventually(() => htmlAttribute(page, 'data-theme')).toBe('dark')
  await page.reload()
  await page.getByRole('button', { name: t('shell.light') }).waitFor()
  const next = await page.context().newPage()
  await next.goto('/admin/sysuser')
  await next.getByRole('button', { name: t('shell.light') }).waitFor()
  expect(await next.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(14, 19, 25)')
  await next.getByRole('button', { name: t('shell.light') }).click()
  await eventually(() => htmlAttribute(next, 'data-theme')).toBe('light')
})

test('without a choice the system decides, also when it changes its mind', async () => {
  const page = await site.page({ colorScheme: 'dark' })
  await page.goto('/login')
  await signInButton(page).waitFor()
  expect(await htmlAttribute(page, 'data-theme')).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await eventually(() => htmlAttribute(page, 'data-theme')).toBe('light')
})

test('the theme is there before anything is painted', async () => {
  const page = await site.page({ as: 'admin' })
  await page.addInitScript(`
    localStorage.setItem('theme', 'dark')
    new MutationObserver((_, observer) => {
      if (!document.documentElement?.dataset.theme) return
      window.themeSetAt = performance.now()
      window.bodyExisted = document.body !== null
      observer.disconnect()
    }).observe(document, { attributes: true, subtree: true, childList: true })`)
  await page.goto('/admin/sysuser')
  await settled(page)
  const { setAt, bodyExisted, paintedAt } = await page.evaluate<{ setAt: number; bodyExisted: boolean; paintedAt: number }>(
    '({ setAt: window.themeSetAt, bodyExisted: window.bodyExisted, paintedAt: performance.getEntriesByName("first-paint")[0]?.startTime })',
  )
  expect(bodyExisted).toBe(false)
  expect(setAt).toBeLessThan(paintedAt)
})
