/** The list of points: what they say now stands before how they are set up, and follows by itself. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addSendingDevice } from './devices.ts'
import { eventually, message, openSite, rowNamed, rowsOf, settled, t, toolbarButton } from './support.ts'

const site = openSite()

const cellOf = (page: Page, name: string, text: string | RegExp) => rowNamed(page, `Point ${name}`).getByRole('cell', { name: text })
const open = async (page: Page, query: string) => {
  await page.goto(`/acquisition/points?${query}`)
  await settled(page)
}

test('newest values stand first, as their points say, follow by themselves, and are found by their quality', async () => {
  const device = await addSendingDevice(site.url, await site.client(), {
    pressure: { unit: 'bar', displayUnit: 'MPa', decimals: 2 },
    door: { stateTexts: '0=Closed, 1=Open' },
    idle: {},
  })
  await device.push({ pressure: 12.5, door: 1 })
  await eventually(async () => {
    const { data } = await (
      await site.client()
    ).get<{ total: number }>('/api/acquisition/point/queryPoint', { deviceId: device.id, newestQuality: 'good' })
    return data.total
  }).toBe(2)
  const page = await site.page({ as: 'admin' })
  await open(page, `deviceId=${device.id}`)
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(
    heads
      .map((head) => head.trim())
      .filter(Boolean)
      .slice(0, 6),
  ).toEqual(
    ['pointName', 'newestValue', 'newestQuality', 'newestAt', 'deviceId', 'pointKey'].map((name) =>
      t(`field.points.${name}` as 'field.points.unit'),
    ),
  )
  // How a point is set up is for whoever asks for it.
  expect(heads.join()).not.toContain(t('field.points.scale'))
  await cellOf(page, 'pressure', '1.25 MPa').waitFor()
  await cellOf(page, 'pressure', t('worth.good')).waitFor()
  await cellOf(page, 'door', 'Open').waitFor()
  await cellOf(page, 'idle', t('worth.none')).waitFor()
  await device.push({ pressure: 20, door: 0 })
  await cellOf(page, 'pressure', '2.00 MPa').waitFor()
  await cellOf(page, 'door', 'Closed').waitFor()

  await open(page, `deviceId=${device.id}&newestQuality=none`)
  await eventually(() => rowsOf(page).count()).toBe(1)
  await rowNamed(page, 'Point idle').waitFor()
})

test('a column that is hidden at first is shown to whoever asks for it, and stays', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { level: { scale: 2 } })
  const page = await site.page({ as: 'admin' })
  await open(page, `deviceId=${device.id}`)
  await page.getByRole('button', { name: t('columns.open'), exact: true }).click()
  const box = page.getByRole('dialog').getByRole('checkbox', { name: t('columns.show', { column: t('field.points.scale') }) })
  expect(await box.isChecked()).toBe(false)
  const kept = page.waitForResponse((response) => response.url().includes('/listview/') && response.request().method() !== 'GET')
  await box.check()
  await page.keyboard.press('Escape')
  const head = page.getByRole('columnheader', { name: t('field.points.scale') })
  await head.waitFor({ state: 'attached' })
  await kept
  await page.reload()
  await settled(page)
  await head.waitFor({ state: 'attached' })
  await page.getByRole('button', { name: t('columns.open'), exact: true }).click()
  await page.getByRole('button', { name: t('columns.reset') }).click()
  await head.waitFor({ state: 'detached' })
})

test('on a phone a card says what the point says, and nothing of what it does not have', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { speed: { unit: 'm/s', decimals: 1 } })
  await device.push({ speed: 3 })
  const page = await site.page({ as: 'admin', viewport: { width: 375, height: 800 } })
  await open(page, `deviceId=${device.id}`)
  const card = rowNamed(page, 'Point speed')
  await card.getByText('3.0 m/s').waitFor()
  await card.getByText(t('worth.good'), { exact: true }).waitFor()
  expect(await card.innerText()).not.toContain(t('field.points.rangeLow'))
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

test('the form asks for registers at a device that is polled, and at no other', async () => {
  const admin = await site.client()
  const sending = await addSendingDevice(site.url, admin, { level: {} })
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/device/queryDevice', { connection: 'modbus', pageSize: 1 })
  const polled = data.list[0]?.id ?? expect.fail('the demonstration polls no device')
  const page = await site.page({ as: 'admin' })
  const registers = page.getByRole('dialog').getByLabel(t('field.points.registerKind'))
  for (const [id, count] of [
    [sending.id, 0],
    [polled, 1],
  ] as const) {
    await open(page, `deviceId=${id}`)
    await toolbarButton(page, t('button.add')).click()
    await page.getByRole('dialog').getByText(t('points.more')).click()
    await page.getByRole('dialog').getByLabel(t('field.points.retention')).waitFor()
    expect(await registers.count(), id).toBe(count)
  }
})

test('points of one kind are given a display unit by choice, several at once', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { a: { unit: 'bar' }, b: { unit: 'kPa' }, c: { unit: '°C' } })
  const page = await site.page({ as: 'admin' })
  await open(page, `deviceId=${device.id}`)
  const dialogFor = async (names: readonly string[]) => {
    for (const name of names) await rowNamed(page, `Point ${name}`).getByRole('checkbox').check()
    await toolbarButton(page, t('button.update')).click()
    const dialog = page.getByRole('dialog', { name: t('batch.title', { count: names.length }) })
    await dialog.getByRole('checkbox', { name: t('field.points.displayUnit'), exact: true }).check()
    return dialog
  }
  const dialog = await dialogFor(['a', 'b'])
  await dialog.getByRole('combobox', { name: t('field.points.displayUnit') }).fill('MPa')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('batch.done', { count: 2 })).waitFor()
  const { data } = await admin.get<{ list: { pointKey: string; displayUnit: string | null }[] }>('/api/acquisition/point/queryPoint', {
    deviceId: device.id,
  })
  expect(Object.fromEntries(data.list.map((row) => [row.pointKey, row.displayUnit]))).toEqual({ a: 'MPa', b: 'MPa', c: null })
  await settled(page)
  const apart = await dialogFor(['a', 'c'])
  await apart.getByRole('combobox', { name: t('field.points.displayUnit') }).click()
  await page.getByText(t('points.units-apart')).first().waitFor()
})
