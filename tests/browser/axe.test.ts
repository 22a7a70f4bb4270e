/** Accessibility of every page as axe-core sees it: nothing serious, in both themes and both widths. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openChoices, openSite, settled, signInButton, t, toolbarButton } from './support.ts'

const site = openSite()
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

/** Each page, and how to bring it into the state that is looked at. */
const open: readonly [name: string, (page: Page) => Promise<void>][] = [
  ['workbench', async (page) => {
    await page.goto('/workbench')
    await page.getByRole('region', { name: t('workbench.recent-users') }).getByRole('listitem').first().waitFor()
  }],
  ['users', (page) => list(page, '/admin/sysuser?pageSize=10')],
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
    await toolbarButton(page, t('button.add')).click()
    await page.getByRole('dialog').getByRole('button', { name: t('common.save') }).click()
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
  }],
  ['users, deleting', async (page) => {
    await list(page, '/admin/sysuser?pageSize=10&username=zhang')
    await page.getByRole('button', { name: new RegExp(`^${t('button.delete')}: `) }).first().click()
    await page.getByRole('alertdialog').waitFor()
  }],
  ['organisations', (page) => list(page, '/admin/sysorg')],
  ['roles', (page) => list(page, '/authority/sysrole')],
  ['the account menu', async (page) => {
    await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
    await page.getByRole('menuitem', { name: t('shell.log-out') }).waitFor()
  }],
  ['API document', async (page) => {
    await page.goto('/docs')
    await page.locator('details').first().locator('summary').click()
    await page.locator('details[open]').getByRole('heading').first().waitFor()
  }],
  ['404', async (page) => {
    await page.goto('/404')
    await page.getByRole('heading', { name: t('not-found.title') }).waitFor()
  }],
  ['401', async (page) => {
    await page.goto('/401')
    await page.getByRole('heading', { name: t('forbidden.title') }).waitFor()
  }],
  ['sign-in', async (page) => {
    await page.context().clearCookies({ name: 'token' })
    await page.goto('/login')
    await signInButton(page).waitFor()
  }],
  ['sign-in with complaints', async (page) => {
    await signInButton(page).click()
    await page.getByText(t('check.required', { field: t('signIn.password') })).waitFor()
  }],
]

async function findings(page: Page): Promise<Finding[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  return page.evaluate<Finding[]>('axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)')
}

const text = (where: string, { id, impact, help, nodes }: Finding) =>
  `${where}: ${impact} ${id} (${help}): ${nodes.slice(0, 4).map(({ target, failureSummary }) => `${target.join(' ')} [${failureSummary.split('\n').slice(1, 2).join('').trim()}]`).join('; ')}`

test.each([['light', 1440], ['dark', 1440], ['light', 390], ['dark', 390]] as const)('%s theme, %i pixels wide', async (colorScheme, width) => {
  const page = await site.page({ as: 'admin', colorScheme, viewport: { width, height: 900 } })
  const grave: string[] = []
  const slight: string[] = []
  for (const [name, arrive] of open) {
    await arrive(page)
    for (const finding of await findings(page)) {
      const isGrave = finding.impact === 'serious' || finding.impact === 'critical'
      ;(isGrave ? grave : slight).push(text(name, finding))
    }
  }
  if (slight.length > 0) process.stdout.write(`axe, less than serious (${colorScheme}, ${width}):\n${[...new Set(slight)].join('\n')}\n`)
  expect(grave).toEqual([])
})
