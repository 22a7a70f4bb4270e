/** What people type stays text, nothing comes from elsewhere, and the browser has nothing to complain about. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import type { PageOptions } from './support.ts'
import { PASSWORD, choose, eventually, openChoices, openSite, rowNamed, settled, signInButton, t, toolbarButton } from './support.ts'
import { addOrganisation, addRole, addUser } from './data.ts'

const site = openSite()

interface ObservedPage {
  readonly page: Page
  readonly complaints: string[]
  readonly strays: string[]
  /** What the payloads below did, if one of them ran. */
  readonly ran: string[]
}

async function watchedPage(options: PageOptions = {}): Promise<ObservedPage> {
  const page = await site.page(options)
  const complaints: string[] = []
  const strays: string[] = []
  const ran: string[] = []
  const context = page.context()
  await context.exposeFunction('violated', (text: string) => complaints.push(`policy: ${text}`))
  await context.exposeFunction('xss', () => ran.push('a payload ran'))
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => violated(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  page.on('console', (entry) => {
    if (entry.type() === 'error' || entry.type() === 'warning') complaints.push(`${entry.type()}: ${entry.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.url) strays.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, complaints, strays, ran }
}

test('no page makes the browser complain or asks another server', async () => {
  const { page, complaints, strays } = await watchedPage()
  await page.goto('/login')
  await page.getByLabel(t('signIn.tenantCode')).fill('10001')
  await page.getByLabel(t('signIn.username')).fill('admin')
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
  await signInButton(page).click()
  await page
    .getByRole('region', { name: t('workbench.recent-users') })
    .getByRole('listitem')
    .first()
    .waitFor()
  for (const path of ['/admin/sysuser', '/admin/sysorg', '/authority/sysrole']) {
    await page.goto(path)
    await settled(page)
    await toolbarButton(page, t('button.add')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.save') })
      .click()
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
  }
  await page.goto('/admin/sysuser')
  await settled(page)
  await page.getByRole('button', { name: t('list.advanced') }).click()
  await page.getByPlaceholder(t('list.from')).click()
  await page.getByRole('combobox', { name: t('field.users.orgId') }).click()
  for (const path of ['/docs', '/404', '/401', '/no/such/page']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
  }
  await page.goto('/workbench')
  await page.getByRole('button', { name: t('shell.dark') }).click()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: t('shell.log-out') }).click()
  await signInButton(page).waitFor()
  expect(complaints).toEqual([])
  expect(strays).toEqual([])
})

const payloads = [
  '<script>xss()</script>',
  '<img src=x onerror=xss()>',
  '"><svg onload=xss()>',
  'javascript:xss()',
  '<iframe srcdoc="<script>parent.xss()</script>">',
  "'-xss()-'",
  '{{constructor.constructor("xss()")()}}',
]

/** Elements that only a payload can have made. The policy would keep most of them from running; they must not even exist. */
const INTRUDERS = '[onerror], [onload], iframe, script:not([src]), img[src="x"], a[href^="javascript"]'

async function expectText({ page, ran, complaints }: ObservedPage, ...texts: string[]): Promise<void> {
  for (const text of texts) await page.getByText(text).first().waitFor()
  expect(await page.locator(INTRUDERS).count()).toBe(0)
  expect(ran).toEqual([])
  expect(complaints).toEqual([])
}

test('payloads in every text of organisations and roles are shown as what they are', async () => {
  const client = await site.client()
  const watched = await watchedPage({ as: 'admin' })
  const { page } = watched
  const stem = unique()
  const names = payloads.map((payload) => `${stem}${payload}`)
  for (const [at, orgName] of names.entries()) {
    await addOrganisation(client, { orgName, orgDescription: `about ${payloads.at(at)}` })
    await addRole(client, { roleName: orgName, roleDescription: `about ${payloads.at(at)}` })
  }
  for (const [path, search] of [
    ['/admin/sysorg', 'orgName'],
    ['/authority/sysrole', 'roleName'],
  ] as const) {
    await page.goto(`${path}?${search}=${stem}`)
    await settled(page)
    await expectText(watched, ...names, ...payloads.map((payload) => `about ${payload}`))
  }
  const [name = ''] = names
  await rowNamed(page, name)
    .getByRole('button', { name: `${t('button.delete')}: ${name}` })
    .click()
  await page.getByRole('alertdialog').getByText(t('delete.one-kept', { name })).waitFor()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await rowNamed(page, name)
    .getByRole('button', { name: `${t('button.update')}: ${name}` })
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  await page.goto('/admin/sysuser')
  await settled(page)
  const choices = await openChoices(page, page.getByRole('combobox', { name: t('field.users.orgId') }))
  for (const one of names) {
    await page.getByRole('combobox', { name: t('field.users.orgId') }).fill(one)
    await choices.getByText(one, { exact: true }).waitFor()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('list.advanced') }).click()
  await choose(page, page.getByRole('combobox', { name: t('field.users.roleId') }), name)
  await expectText(watched)
})

test('payloads in names of users are shown as what they are, also to the users themselves', async () => {
  const client = await site.client()
  const stem = unique()
  const names = payloads.map((payload) => `${stem}${payload}`)
  const users = await Promise.all(
    names.map((nickname, at) =>
      addUser(client, { nickname, username: `${stem}${(payloads[at] ?? '').replaceAll(/\s/g, '/')}`.slice(0, 64) }),
    ),
  )
  const watched = await watchedPage({ as: 'admin' })
  await watched.page.goto(`/admin/sysuser?nickname=${stem}`)
  await settled(watched.page)
  await expectText(watched, ...names, ...users.map(({ username }) => username))
  await watched.page.goto('/workbench')
  await watched.page
    .getByText(names.at(-1) ?? '')
    .first()
    .waitFor()
  await expectText(watched)
  const [first] = users
  const own = await watchedPage({ as: first?.username ?? '' })
  await own.page.goto('/workbench')
  await own.page
    .getByRole('heading', { level: 1 })
    .getByText(names[0] ?? '')
    .waitFor()
  await own.page.getByRole('button', { name: `${t('shell.account')}${t('common.means')}${names[0]}` }).waitFor()
  await expectText(own)
})

test('payloads in the address change nothing but the address', async () => {
  const watched = await watchedPage({ as: 'admin' })
  const { page } = watched
  for (const payload of payloads.map((text) => `nobody${text}`)) {
    await page.goto(`/admin/sysuser?username=${encodeURIComponent(payload)}&sorter=${encodeURIComponent(payload)}#${payload}`)
    await page.getByText(t('list.empty'), { exact: true }).waitFor()
    expect(await page.getByRole('search').getByLabel(t('field.users.username')).inputValue()).toBe(payload)
  }
  await expectText(watched)
})

async function fetchPart(path: string): Promise<{ status: number; headers: Headers; size: number }> {
  const answer = await fetch(`${site.url}${path}`, { headers: { 'accept-encoding': 'br' } })
  return { status: answer.status, headers: answer.headers, size: (await answer.arrayBuffer()).byteLength }
}

test('the page itself is never kept, its parts are for ever, and both are squeezed', async () => {
  for (const path of ['/', '/login', '/admin/sysuser?username=a']) {
    const answer = await fetch(`${site.url}${path}`, { headers: { 'accept-encoding': 'br', accept: 'text/html' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-encoding')).toBe('br')
    const html = await answer.text()
    const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, part]) => part)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) {
      const { status, headers, size } = await fetchPart(part ?? '')
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-encoding'), part).toBe(size < 512 ? null : 'br')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style|style="/)
  }
  expect((await fetch(`${site.url}/assets/none.js`)).status).toBe(404)
})

test('the policy lets only scripts of this server run, and nobody frame it', async () => {
  for (const path of ['/', '/login', '/api/uaa/users/getSysUser', '/avatar.svg', '/assets/none.js']) {
    const { headers } = await fetch(`${site.url}${path}`, { headers: { accept: 'text/html' } })
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1)]),
    )
    expect(policy.get('script-src'), path).toEqual(["'self'"])
    expect(policy.get('frame-ancestors'), path).toEqual(["'none'"])
    expect(policy.get('default-src'), path).toEqual(["'self'"])
    expect(policy.get('object-src'), path).toEqual(["'none'"])
    // Sound and moving pictures come from the server; nothing of the kind, nor a frame, from memory.
    expect([policy.get('media-src'), policy.get('frame-src'), policy.get('worker-src')], path).toEqual([["'self'"], undefined, undefined])
    expect(policy.get('base-uri'), path).toEqual(["'none'"])
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-powered-by'), path).toBeNull()
  }
})

test('the policy really stops a script that gets into the page', async () => {
  const { page, complaints, ran } = await watchedPage()
  await page.goto('/login')
  await signInButton(page).waitFor()
  await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { textContent: 'xss()' }))`)
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="xss()">')`)
  await eventually(() => complaints.filter((text) => text.startsWith('policy: script-src')).length).toBeGreaterThan(1)
  expect(ran).toEqual([])
})
