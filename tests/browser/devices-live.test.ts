/** Devices as they are now: their values come by themselves, their state is told in words, and the overview knows of them. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { addSendingDevice } from './devices.ts'
import { eventually, openSite, recordCalls, settled, t } from './support.ts'

const site = openSite()

const valueOf = (page: Page, point: string) => page.getByRole('row').filter({ hasText: point }).locator('.device-value')

test('a value that a device sends is on the page at once, without a call of the page', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: { unit: 'm3/h', rangeHigh: 100 }, level: {} })
  await device.push({ flow: 12.5 })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/devices?deviceName=${encodeURIComponent(device.name)}`)
  await settled(page)
  await page.getByRole('button', { name: `${t('button.details')}: ${device.name}` }).click()
  await page.getByRole('heading', { level: 1, name: device.name }).waitFor()
  const menu = page.getByRole('navigation', { name: t('shell.menu') })
  await menu
    .locator('.ant-menu-item-selected')
    .getByRole('link', { name: t('menu.devices'), exact: true })
    .waitFor()
  const breadcrumb = page.getByRole('navigation', { name: t('shell.breadcrumb') })
  expect(await breadcrumb.getByRole('listitem').allInnerTexts()).toEqual([
    t('shell.home'),
    t('menu.acquisition'),
    t('menu.devices'),
    t('menu.devicedetail'),
  ])
  await breadcrumb.getByRole('link', { name: t('menu.devices'), exact: true }).waitFor()
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('12.5')
  await eventually(() => valueOf(page, 'level').innerText()).toBe('–')
  const row = (point: string) => page.getByRole('row').filter({ hasText: point })
  await row('flow').getByText(t('worth.good'), { exact: true }).waitFor()
  await row('level').getByText(t('worth.none'), { exact: true }).waitFor()

  const calls = recordCalls(page)
  await device.push({ flow: 13.25, level: 3 })
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('13.25')
  await eventually(() => valueOf(page, 'level').innerText()).toBe('3')
  expect(calls.filter(({ path }) => path.endsWith('/queryLatestReading'))).toEqual([])

  await device.push({ flow: 101 })
  await row('flow').getByText(t('worth.uncertain'), { exact: true }).waitFor()
  await row('flow').getByText(t('reason.range'), { exact: true }).waitFor()
  await device.push({ flow: null })
  await row('flow').getByText(t('worth.bad'), { exact: true }).waitFor()
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('–')
})

test('values come again after the connection was lost, those of the time between as well', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
  const page = await site.page({ as: 'admin' })
  const sockets: { close(): Promise<void> }[] = []
  await page.routeWebSocket('**/api/events', (socket) => {
    const server = socket.connectToServer()
    sockets.push({
      close: async () => {
        await socket.close()
        await server.close()
      },
    })
  })
  await page.goto(`/acquisition/device?id=${device.id}`)
  await device.push({ flow: 1 })
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('1')
  await sockets.at(-1)?.close()
  await device.push({ flow: 2 })
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('2')
  await device.push({ flow: 3 })
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('3')
})

test('its state, what it sent, what was wrong, and the trend of a point', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: { unit: 'l/s' } })
  for (const flow of [1, 2, 6]) await device.push({ flow })
  await device.push({ flow: 3, pressure: 1 })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  const connection = page.getByRole('region', { name: t('monitor.connection') })
  await connection.getByText(t('presence.online'), { exact: true }).waitFor()
  await connection.getByText(t('refusal.unknown-point', { at: 'pressure' })).waitFor()
  await page.getByRole('button', { name: `${t('monitor.trend')}: Point flow` }).click()
  const trend = page.getByRole('dialog', { name: t('monitor.trend-of', { name: 'Point flow' }) })
  await trend.locator('canvas').first().waitFor()
  await trend.getByRole('button', { name: t('charts.show-table') }).click()
  for (const flow of ['1', '2', '6', '3']) await trend.getByRole('cell', { name: flow, exact: true }).waitFor()
})

test('what was raised at a device comes by itself, and what was changed of it can be looked up', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { flow: { unit: 'l/s' } })
  const ruleName = `Too much ${unique()}`
  expect(
    (
      await admin.post('/api/acquisition/alarmrule/addAlarmRule', {
        ruleName,
        deviceId: device.id,
        pointKey: 'flow',
        alarmKind: 'high',
        alarmLimit: 5,
        alarmPriority: 2,
        ruleStatus: 1,
      })
    ).http,
  ).toBe(200)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  const alarms = page.getByRole('region', { name: t('noun.alarms') })
  await alarms.getByText(t('monitor.no-alarms')).waitFor()
  await device.push({ flow: 6.5 })
  const row = alarms.getByRole('row').filter({ hasText: ruleName })
  await row.getByText('6.5 l/s').waitFor()
  await page.getByRole('link', { name: t('monitor.all-alarms', { count: 1 }) }).click()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('deviceId')).toBe(device.id)
  await page.getByRole('row').filter({ hasText: ruleName }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: t('button.history'), exact: true }).click()
  await page
    .getByRole('dialog', { name: t('history.title', { name: device.name }) })
    .getByText(t('history.verb.add'), { exact: true })
    .waitFor()
})

test('times are those of the server, whatever zone the browser is set to', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
  await device.push({ flow: 1 })
  const page = await site.page({ as: 'admin', timezoneId: 'America/New_York' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  const seen = page.getByRole('region', { name: t('monitor.connection') }).locator('time')
  const told = ((await seen.getAttribute('title')) ?? '').replace(/\s/g, ' ')
  expect(Math.abs(Date.parse(`${told} GMT+0800`) - Date.now()), told).toBeLessThan(600_000)
})

test('a device that is not there says so, and so does the page without one', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/device?id=01900000-0000-7000-8000-000000000000')
  await page.getByRole('alert').getByText(t('error.row.not-found')).waitFor()
  await page.goto('/acquisition/device')
  await page.getByText(t('monitor.choose')).waitFor()
})

test('the overview counts, and leads to the device that needs looking after', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
  await device.push({ flow: 1, wrong: 2 })
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/overview')
  const ailing = page.getByRole('region', { name: t('overview.ailing') })
  await ailing.getByRole('link', { name: device.name }).click()
  await page.getByRole('heading', { level: 1, name: device.name }).waitFor()
})
