/**
 * States of pages beyond the one they open in, for whoever looks at all of them. Longer than other files, since it is one list: split by
 * area, a state would be as easily forgotten as a page.
 */
import type { Page } from 'playwright-core'
import type { Translate } from '../../model/labels/index.ts'
import { deviceWithValues, folderWithFile, typeWithPoint, upkeepOf } from './axe-data.ts'
import type { Site } from './support.ts'
import { openChoices, settled } from './support.ts'

const list = async (page: Page, path: string) => {
  await page.goto(path)
  await settled(page)
}

/** A button of the bar over a list, by its text or the name it is heard by. */
const inToolbar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name: new RegExp(`(^| )${name}$`) })

/** Presses a button of the bar, or of its menu where a phone has no room for it. */
async function press(page: Page, t: Translate, name: string): Promise<void> {
  const button = inToolbar(page, name)
  await button
    .or(inToolbar(page, t('list.more')))
    .first()
    .waitFor()
  if (await button.isVisible()) return button.click()
  await inToolbar(page, t('list.more')).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Does something to the first row, by its button or by the menu of its card. */
async function act(page: Page, t: Translate, name: string): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name}${t('common.means')}`) }).first()
  if (await button.isVisible()) return button.click()
  await page
    .getByRole('button', { name: new RegExp(`^${t('list.more')}${t('common.means')}`) })
    .first()
    .click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** On a phone the filters are behind a button. */
async function unfoldFilters(page: Page, t: Translate): Promise<void> {
  const fold = page.getByRole('button', { name: t('list.filters-active', { count: 1 }) })
  if (await fold.isVisible()) await fold.click()
}

async function diskWithFile(site: Site, page: Page): Promise<void> {
  await page.goto(`/file/networkdisk?folder=${await folderWithFile(site)}`)
  await page.getByRole('row', { name: /^levels\.txt/ }).click()
}

async function openTrial(site: Site, page: Page, t: Translate): Promise<void> {
  await list(page, `/acquisition/typemappings?deviceTypeId=${await typeWithPoint(site)}`)
  await inToolbar(page, t('button.add')).click()
  const form = page.getByRole('dialog').first()
  await form.getByLabel(t('field.type-mappings.topicFilter')).fill('a/+')
  await form.getByLabel(t('field.type-mappings.valuePath')).fill('*')
  await form.getByLabel(t('field.type-mappings.pointKey')).fill('{1}')
  await form.getByRole('button', { name: t('mapping.try'), exact: true }).click()
  const trial = page.getByRole('dialog').filter({ hasText: t('mapping.try-about') })
  await trial.getByLabel(t('mapping.topic'), { exact: true }).fill('a/b')
  await trial.getByLabel(t('mapping.message'), { exact: true }).fill('{"flow":1,"wet":"x"}')
  await trial.getByRole('button', { name: t('mapping.try'), exact: true }).click()
  await trial.getByRole('row').nth(2).waitFor()
}

async function openDevice(site: Site, page: Page, t: Translate): Promise<void> {
  await page.goto(`/acquisition/device?id=${await deviceWithValues(site)}`)
  await page.getByText(t('worth.uncertain'), { exact: true }).waitFor()
}

/** Their names, and how to bring them about. */
export const statesOf = (site: Site, t: Translate): readonly [name: string, (page: Page) => Promise<void>][] => [
  [
    'users, a row chosen and all filters open',
    async (page) => {
      await list(page, '/admin/sysuser?pageSize=10&username=zhang')
      await unfoldFilters(page, t)
      await page.getByRole('button', { name: t('list.advanced') }).click()
      await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
    },
  ],
  [
    'users, a filter open',
    async (page) => {
      await list(page, '/admin/sysuser?pageSize=10&username=zhang')
      await unfoldFilters(page, t)
      await openChoices(page, page.getByRole('combobox', { name: t('field.users.orgId') }))
    },
  ],
  ['users, nothing found', (page) => list(page, '/admin/sysuser?username=nobody-is-called-so')],
  [
    'users, adding',
    async (page) => {
      await list(page, '/admin/sysuser?pageSize=10')
      await inToolbar(page, t('button.add')).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common.save') })
        .click()
      await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
    },
  ],
  [
    'users, their columns',
    async (page) => {
      await list(page, '/admin/sysuser')
      await inToolbar(page, t('columns.open')).click()
      await page
        .getByRole('dialog', { name: t('columns.title') })
        .getByRole('checkbox')
        .first()
        .waitFor()
    },
  ],
  [
    'users, their views',
    async (page) => {
      await list(page, '/admin/sysuser?status=1')
      await inToolbar(page, t('view.views')).click()
      await page.getByRole('menuitem', { name: t('view.save-as') }).waitFor()
    },
  ],
  [
    'users, deleting',
    async (page) => {
      await list(page, '/admin/sysuser?pageSize=10&username=zhang')
      await act(page, t, t('button.delete'))
      await page.getByRole('alertdialog').waitFor()
    },
  ],
  [
    'roles, granting',
    async (page) => {
      await list(page, '/authority/sysrole')
      await act(page, t, t('button.authorize'))
      await page.getByRole('dialog').getByRole('searchbox').waitFor()
    },
  ],
  [
    'profile, where somebody is signed in',
    async (page) => {
      await page.goto('/profile/index?tab=sessions')
      await page.getByText(t('sessions.current'), { exact: true }).waitFor()
    },
  ],
  [
    'profile, how somebody signs in',
    async (page) => {
      await page.goto('/profile/index?tab=security')
      await page.getByRole('heading', { name: t('factor.app') }).waitFor()
    },
  ],
  [
    'profile, setting up an app',
    async (page) => {
      await page.goto('/profile/index?tab=security')
      await page.getByRole('button', { name: `${t('factor.app-add')}${t('common.means')}${t('factor.app')}` }).click()
      await page.getByRole('img', { name: t('factor.app-picture') }).waitFor()
    },
  ],
  [
    'the account menu',
    async (page) => {
      await list(page, '/admin/sysorg')
      await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
      await page.getByRole('menuitem', { name: t('shell.log-out') }).waitFor()
    },
  ],
  [
    'the settings',
    async (page) => {
      await list(page, '/admin/sysorg')
      await page.getByRole('button', { name: t('settings.title') }).click()
      await page.getByRole('dialog').getByRole('switch').first().waitFor()
    },
  ],
  [
    'the command palette',
    async (page) => {
      await list(page, '/admin/sysorg')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: t('palette.placeholder') }).fill('user')
      await page.getByRole('option').first().waitFor()
    },
  ],
  [
    'the menu of the tags',
    async (page) => {
      await list(page, '/admin/sysorg')
      await page.getByRole('button', { name: t('tags.more') }).click()
      await page.getByRole('menuitem', { name: t('tags.close-all') }).waitFor()
    },
  ],
  [
    'the menu across the top',
    async (page) => {
      // Before the first page there is no storage to write to.
      await list(page, '/admin/sysorg')
      await page.evaluate('localStorage.setItem("settings", JSON.stringify({ vertical: false }))')
      await list(page, '/admin/sysorg')
      await page.evaluate('localStorage.removeItem("settings")')
    },
  ],
  ['mapping rules, one that is being written is tried', (page) => openTrial(site, page, t)],
  [
    'API document',
    async (page) => {
      await page.goto('/docs')
      await page.locator('details').first().locator('summary').click()
      await page.locator('details[open]').getByRole('heading').first().waitFor()
    },
  ],
  ['the network disk, an entry chosen', (page) => diskWithFile(site, page)],
  [
    'the network disk, as tiles',
    async (page) => {
      await diskWithFile(site, page)
      await page.getByRole('button', { name: t('disk.view-tiles') }).click()
    },
  ],
  [
    'the network disk, sharing',
    async (page) => {
      await diskWithFile(site, page)
      await press(page, t, t('disk.share'))
      await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    },
  ],
  [
    'the network disk, a text shown',
    async (page) => {
      await diskWithFile(site, page)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('water level').waitFor()
    },
  ],
  ['a device and its points', (page) => openDevice(site, page, t)],
  [
    'a device, its connection log and last messages unfolded',
    async (page) => {
      await openDevice(site, page, t)
      for (const name of [t('monitor.log'), t('monitor.recent')]) await page.getByRole('button', { name }).click()
      await page.getByRole('region', { name: t('monitor.recent') }).waitFor()
    },
  ],
  [
    'a file being attached to a device',
    async (page) => {
      await openDevice(site, page, t)
      await page.getByRole('button', { name: t('attachments.add') }).click()
      await page.getByRole('dialog').getByLabel(t('field.device-attachments.validUntil')).waitFor()
    },
  ],
  [
    'labels of a device',
    async (page) => {
      await openDevice(site, page, t)
      await page.getByRole('button', { name: t('labels.print') }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  ],
  [
    'how a device is connected',
    async (page) => {
      await openDevice(site, page, t)
      await page.getByRole('button', { name: t('devices.connect'), exact: true }).click()
      await page.getByRole('dialog').getByText(t('connect.waiting')).waitFor()
    },
  ],
  [
    'devices as a board',
    async (page) => {
      await list(page, '/acquisition/devices')
      await page.getByRole('button', { name: t('board.cards'), exact: true }).click()
      await page.getByRole('list', { name: t('noun.devices') }).waitFor()
    },
  ],
  [
    'the trend of a point',
    async (page) => {
      await openDevice(site, page, t)
      await page.getByRole('button', { name: `${t('monitor.trend')}: Point good` }).click()
      await page.getByRole('dialog').locator('canvas').waitFor()
    },
  ],
  [
    'a trend, and on a phone what it is set by',
    async (page) => {
      const admin = await site.client()
      const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', {
        deviceId: await deviceWithValues(site),
        pointKey: 'good',
      })
      await page.goto(`/acquisition/trends?points=${data.list[0]?.id ?? ''}`)
      await page.locator('.history-drawing canvas').waitFor()
      const controls = page.getByRole('button', { name: new RegExp(`^${t('trends.controls')}`) })
      if (await controls.isVisible()) await controls.click()
      await page.getByText(t('trends.connect'), { exact: true }).waitFor()
    },
  ],
  [
    'a work order, with the history of its fault',
    async (page) => {
      await page.goto(`/maintenance/workorder?id=${(await upkeepOf(site)).orderId}`)
      await page.getByRole('region', { name: t('fault.events') }).waitFor()
    },
  ],
  [
    'a fault',
    async (page) => {
      await page.goto(`/maintenance/fault?id=${(await upkeepOf(site)).faultId}`)
      await page.getByRole('region', { name: t('fault.events') }).waitFor()
    },
  ],
  [
    'a round, at its first stop, with items that are not answered',
    async (page) => {
      await page.goto(`/maintenance/round?id=${(await upkeepOf(site)).roundId}`)
      await page.getByRole('button', { name: t('round.save-next'), exact: true }).click()
      await page.getByText(t('round.item-missing'), { exact: true }).first().waitFor()
    },
  ],
  [
    'moving spare parts',
    async (page) => {
      await list(page, `/maintenance/spareparts?partCode=${(await upkeepOf(site)).part}`)
      await act(page, t, t('choice.moveKind.out'))
      await page.getByRole('dialog').getByRole('spinbutton').waitFor()
    },
  ],
  [
    'labels of a machine',
    async (page) => {
      await page.goto(`/reports/equipmentdetail?id=${(await upkeepOf(site)).machine.id}`)
      await page.getByRole('button', { name: t('equipment.print-labels'), exact: true }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  ],
  [
    'a figure of the maintenance console',
    async (page) => {
      await upkeepOf(site)
      await page.goto('/bigscreen/maintenanceconsole')
      await page.getByRole('button', { name: new RegExp(`^${t('console.figure.faults-open')}`) }).click()
      await page.getByRole('dialog').getByRole('link').first().waitFor()
    },
  ],
  [
    'users, the rest of a row and what can be done to it',
    async (page) => {
      await list(page, '/admin/sysuser?pageSize=10&username=zhang')
      const rest = page.locator('.card-more button').first()
      if (await rest.isVisible()) await rest.click()
      await page
        .getByRole('button', { name: new RegExp(`^${t('list.more')}${t('common.means')}`) })
        .first()
        .click()
      await page.getByRole('menuitem', { name: t('detail.open') }).waitFor()
    },
  ],
  [
    '404',
    async (page) => {
      await page.goto('/404')
      await page.getByRole('heading', { name: t('not-found.title') }).waitFor()
    },
  ],
  [
    '401',
    async (page) => {
      await page.goto('/401')
      await page.getByRole('heading', { name: t('forbidden.title') }).waitFor()
    },
  ],
  ['sign-in', (page) => toSignIn(page, t)],
  [
    'sign-in with complaints',
    async (page) => {
      await toSignIn(page, t)
      await page.getByRole('button', { name: t('signIn.submit') }).click()
      await page.getByText(t('check.required', { field: t('signIn.password') })).waitFor()
    },
  ],
  [
    'sign-in by code',
    async (page) => {
      await toSignIn(page, t)
      await page.getByRole('tab', { name: t('signIn.by-code') }).click()
      await page.getByRole('button', { name: t('signIn.send-code') }).waitFor()
    },
  ],
  [
    'a forgotten password, with complaints',
    async (page) => {
      await page.goto('/forgotpassword')
      await page.getByRole('button', { name: t('forgot.submit') }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  ],
  [
    'a link that is not good',
    async (page) => {
      await page.goto('/forgotpassword#nothing')
      await page.getByRole('alert').getByText(t('error.link.invalid')).waitFor()
    },
  ],
  [
    'registering, with complaints',
    async (page) => {
      await page.goto('/register')
      await page.getByRole('button', { name: t('register.submit') }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  ],
  [
    'what a link leads to',
    async (page) => {
      const admin = await site.client()
      const id = await folderWithFile(site)
      const {
        data: { url },
      } = await admin.post<{ url: string }>('/api/file/file/addFileLink', { id })
      await page.goto(url)
      await page.getByText('levels.txt').waitFor()
    },
  ],
  [
    'a file as a guest looks at it',
    async (page) => {
      const admin = await site.client()
      const id = await folderWithFile(site)
      const {
        data: { url },
      } = await admin.post<{ url: string }>('/api/file/file/addFileLink', { id })
      await page.goto(url)
      await page.getByRole('button', { name: `${t('button.preview')}${t('common.means')}levels.txt` }).click()
      await page.getByRole('dialog').getByText('water level').waitFor()
    },
  ],
  [
    'the page before the sign-in',
    async (page) => {
      await page.goto('/navpage')
      await page.getByRole('link', { name: new RegExp(t('navpage.docs')) }).waitFor()
    },
  ],
]

/** The sign-in page as it is at first. */
async function toSignIn(page: Page, t: Translate): Promise<void> {
  await page.context().clearCookies({ name: 'token' })
  await page.goto('/login')
  await page.getByRole('button', { name: t('signIn.submit') }).waitFor()
}
