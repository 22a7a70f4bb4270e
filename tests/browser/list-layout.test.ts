/** Lists at the width of a small desk and on a phone: whatever the width, what is there is seen, or said to be there. All pages: every-page-*.test.ts. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { misplacedIn } from './list-layout.ts'
import { eventually, message, openSite, rowNamed, rowsOf, settled, t } from './support.ts'

const site = openSite()
const DESK = { width: 1366, height: 768 }
const PHONE = { width: 375, height: 812 }

async function open(address: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await site.page({ as: 'admin', viewport })
  await page.goto(address)
  await settled(page)
  return page
}

test('at a small desk no column is half hidden by the actions, and a number leads to those out of sight', async () => {
  const page = await open('/acquisition/devices', DESK)
  expect(await misplacedIn(page, DESK.width)).toEqual([])
  const table = page.getByRole('region', { name: t('noun.devices') })
  const beyond = table.locator('.beyond')
  await beyond.click()
  await table.getByRole('columnheader', { name: t('field.createTime') }).waitFor()
  await eventually(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await eventually(() => beyond.isVisible()).toBe(false)
  // Words where there is room for them, icons that say their words where there is none.
  const edit = table.getByRole('button', { name: new RegExp(`^${t('button.update')}: `) }).first()
  expect([await edit.getAttribute('title'), (await edit.textContent())?.trim()]).toEqual([t('button.update'), ''])
  await page.goto('/admin/syspost')
  await settled(page)
  expect(
    (
      await page
        .getByRole('button', { name: new RegExp(`^${t('button.update')}: `) })
        .first()
        .textContent()
    )?.trim(),
  ).toBe(t('button.update'))
})

test('on a phone rows are cards with the first fields in the order of their reader, and more of them at a touch', async () => {
  const page = await open('/acquisition/devices', PHONE)
  expect(await misplacedIn(page, PHONE.width)).toEqual([])
  const card = rowsOf(page).first()
  expect(await card.locator('.card-label').allTextContents()).toContain(t('field.devices.presence'))
  expect(await card.getByText(t('field.createTime'), { exact: true }).count()).toBe(0)
  await card.locator('.card-more button').click()
  await card.getByText(t('field.createTime'), { exact: true }).waitFor()
  await card.getByRole('checkbox').check()
  await page.getByText(t('list.chosen', { count: 1 }), { exact: true }).waitFor()
  await card.getByRole('button', { name: new RegExp(`^${t('list.more')}: `) }).click()
  await page.getByRole('menuitem', { name: t('button.delete'), exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('list.more') })
    .click()
  await page.getByRole('menuitem', { name: t('button.update'), exact: true }).waitFor()
})

test('all that the filter finds is chosen at once, and removed at once', async () => {
  const admin = await site.client()
  const tag = unique()
  for (let at = 1; at <= 12; at += 1)
    await admin.post('/api/acquisition/device/addDevice', {
      deviceCode: `${tag}-${at}`,
      deviceName: `Probe ${tag} ${at}`,
      connection: 'push',
      deviceStatus: 1,
    })
  const page = await open(`/acquisition/devices?deviceName=${tag}`, DESK)
  await rowsOf(page).first().getByRole('checkbox').check()
  const all = page.getByRole('button', { name: t('list.select-all', { count: 12 }) })
  expect(await all.count()).toBe(0)
  await page.getByRole('checkbox', { name: t('list.choose-all') }).check()
  await all.click()
  await page.getByText(t('list.chosen', { count: 12 }), { exact: true }).waitFor()
  await eventually(() => all.count()).toBe(0)
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await message(page, t('delete.done')).waitFor()
  await eventually(() => rowsOf(page).getByRole('checkbox').count()).toBe(0)
})

test('a row added below another is seen at once, and a search says where it stands', async () => {
  const page = await open('/admin/sysorg', DESK)
  const name = `Shift ${unique()}`
  await page.getByRole('button', { name: t('list.fold-all') }).click()
  await rowsOf(page)
    .first()
    .getByRole('button', { name: new RegExp(`^${t('list.add-below')}: `) })
    .click()
  const form = page.getByRole('dialog')
  await form.locator('#orgName').fill(name)
  await form.getByRole('button', { name: t('common.save') }).click()
  await rowNamed(page, name).waitFor()
  const parent = (await rowsOf(page).first().locator('.tree-text').textContent())?.trim() ?? ''
  await page.goto(`/admin/sysorg?orgName=${encodeURIComponent(name)}`)
  await settled(page)
  await rowNamed(page, name).getByText(parent, { exact: true }).waitFor()
})
