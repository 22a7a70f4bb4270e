/** Devices as they are now: their values come by themselves, their state is told in words, and the overview knows of them. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { addSendingDevice } from './devices.ts'
import { addressOf, eventually, openSite, recordCalls, settled, t } from './support.ts'
import { BROWSER_ZONE, NEAR_MS, SERVER_ZONE, ZONE, offNow, setZone } from './zone.ts'

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
  // Also where a scrollbar takes part of its width, every entry can be read whole.
  const cut = await page.evaluate<string[]>(`(() => {
    document.querySelector('.menu-tree').style.width = '198px'
    const isCut = (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).display !== 'inline'
    const entries = [...document.querySelectorAll('.menu-tree .ant-menu-title-content')]
    return entries.filter((entry) => isCut(entry) || [...entry.children].some(isCut)).map((entry) => entry.textContent)
  })()`)
  expect(cut).toEqual([])
  const breadcrumb = page.getByRole('navigation', { name: t('shell.breadcrumb') })
  expect(await breadcrumb.getByRole('listitem').allInnerTexts()).toEqual([
    t('shell.home'),
    t('menu.acquisition'),
    t('menu.registry'),
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

test('a device that is heard of for the first time is online as soon as its value is there', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  const connection = page.getByRole('region', { name: t('monitor.connection') })
  await connection.getByText(t('presence.never'), { exact: true }).waitFor()
  await settled(page)
  // From here on the page asks for the state of its own accord in five seconds: it has to do so sooner.
  await page.waitForResponse((answer) => answer.url().includes('/queryDeviceState'))
  const asked = page.waitForResponse((answer) => answer.url().includes('/queryDeviceState'), { timeout: 4000 })
  await device.push({ flow: 1 })
  await eventually(() => valueOf(page, 'flow').innerText()).toBe('1')
  await asked
  await connection.getByText(t('presence.online'), { exact: true }).waitFor({ timeout: 2000 })
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

test('a gateway and the devices behind it lead to each other', async () => {
  const admin = await site.client()
  const [gateway, device] = [await addSendingDevice(site.url, admin, {}), await addSendingDevice(site.url, admin, {})]
  const { http } = await admin.put('/api/acquisition/device/updateDevice', {
    id: device.id,
    gatewayId: gateway.id,
    gatewayName: 'Boiler 1',
  })
  expect(http).toBe(200)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  await page.getByRole('heading', { level: 1, name: device.name }).waitFor()
  const behind = page.getByRole('table', { name: t('monitor.behind') })
  expect(await behind.count()).toBe(0)
  const nameplate = page.getByRole('region', { name: t('monitor.nameplate') })
  await nameplate.getByRole('link', { name: gateway.code, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: gateway.name }).waitFor()
  await behind.getByRole('cell', { name: 'Boiler 1', exact: true }).waitFor()
  await behind.getByRole('link', { name: device.name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: device.name }).waitFor()
})

test('values in the unit they are shown in, files with their validity, and labels', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { pressure: { unit: 'bar', displayUnit: 'MPa', decimals: 3 } })
  await device.push({ pressure: 12.5 })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  await eventually(() => valueOf(page, 'pressure').innerText()).toBe('1.250')
  await page.getByRole('row').filter({ hasText: 'pressure' }).getByText('MPa', { exact: true }).waitFor()

  await page.getByRole('button', { name: t('attachments.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('attachments.add') })
  await dialog
    .getByLabel(t('attachments.drop'))
    .setInputFiles({ name: 'certificate.txt', mimeType: 'text/plain', buffer: Buffer.from('good') })
  await dialog.getByLabel(t('field.device-attachments.validUntil')).fill('2020-01-31')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  const attached = page.getByRole('row').filter({ hasText: 'certificate.txt' })
  await attached.getByText(t('attachments.overdue'), { exact: true }).waitFor()
  await page.getByRole('link', { name: t('attachments.overdue-count', { count: 1 }) }).waitFor()
  await attached.getByRole('button', { name: t('button.update') }).click()
  const edited = page.getByRole('dialog', { name: t('attachments.edit', { name: 'certificate.txt' }) })
  await edited.getByLabel(t('field.device-attachments.validUntil')).fill('2999-12-31')
  await page.keyboard.press('Enter')
  await edited.getByRole('button', { name: t('common.save') }).click()
  await attached.getByText('2999-12-31').waitFor()
  expect(await attached.getByText(t('attachments.overdue'), { exact: true }).count()).toBe(0)
  await attached.getByRole('button', { name: new RegExp(`^${t('list.more')}`) }).click()
  await page.getByRole('menuitem', { name: t('button.history') }).click()
  const past = page.getByRole('dialog', { name: t('history.title', { name: 'certificate.txt' }) })
  await past.getByRole('cell', { name: '2020-01-31' }).first().waitFor()
  await page.keyboard.press('Escape')
  const files: string[] = []
  page.on('download', (download) => void files.push(download.suggestedFilename()))
  await attached.getByRole('button', { name: t('button.download') }).click()
  await eventually(async () => files).toEqual(['certificate.txt'])
  await page.getByRole('button', { name: t('labels.print') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('labels.make') })
    .click()
  await eventually(async () => files.at(-1) ?? '').toMatch(/^.+\.pdf$/)
  await attached.getByRole('button', { name: t('button.delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await page.getByText(t('attachments.none'), { exact: true }).waitFor()
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

test('a device that is not there says so, and so does the page without one', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/device?id=01900000-0000-7000-8000-000000000000')
  await page.getByRole('alert').getByText(t('error.row.not-found')).waitFor()
  await page.goto('/acquisition/device')
  await page.getByText(t('monitor.choose')).waitFor()
})

test('the overview counts, and leads to the device that needs looking after and to those of a state', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
  await device.push({ flow: 1, wrong: 2 })
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/overview')
  const ailing = page.getByRole('region', { name: t('overview.ailing') })
  await ailing.getByRole('link', { name: device.name }).click()
  await page.getByRole('heading', { level: 1, name: device.name }).waitFor()

  await page.goto('/acquisition/overview')
  await page
    .getByRole('region', { name: t('overview.by-quality') })
    .getByRole('link', { name: t('worth.good') })
    .click()
  await eventually(() => addressOf(page)).toBe('/acquisition/points?newestQuality=good')
  await page.goto('/acquisition/overview')
  await page
    .getByRole('region', { name: t('overview.by-state') })
    .getByRole('link', { name: t('presence.online') })
    .click()
  await eventually(() => addressOf(page)).toBe('/acquisition/devices?presence=online')
  await settled(page)
  await page.goto('/workbench')
  await page
    .locator('[data-card=devices]')
    .getByRole('link', { name: new RegExp(t('presence.never')) })
    .click()
  await eventually(() => addressOf(page)).toBe('/acquisition/devices?presence=never')
})

describe('the clock of the tenant, whatever zones the server and the browser are set to', () => {
  const inNewYork = () => site.page({ as: 'admin', timezoneId: BROWSER_ZONE })

  beforeAll(async () => setZone(await site.client(), ZONE))
  afterAll(async () => setZone(await site.client(), SERVER_ZONE))

  test('is that of a list, a device, the collectors, the history, a trend and the greeting, and stands in the header', async () => {
    const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
    await device.push({ flow: 1, wrong: 2 })
    const page = await inNewYork()
    await page.goto(`/acquisition/devices?deviceName=${encodeURIComponent(device.name)}`)
    const row = page.getByRole('row').filter({ hasText: device.name })
    expect(
      offNow(
        await row
          .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
          .last()
          .innerText(),
      ),
    ).toBeLessThan(NEAR_MS)
    const clock = page.getByRole('button', { name: `UTC+5:30${t('common.between')}${t('shell.clock')}${t('common.means')}${ZONE}` })
    expect(await clock.innerText()).toBe('UTC+5:30')
    await clock.hover()
    expect(offNow(await page.getByRole('tooltip').filter({ hasText: ZONE }).innerText())).toBeLessThan(NEAR_MS)

    await page.goto(`/acquisition/device?id=${device.id}`)
    const connection = page.getByRole('region', { name: t('monitor.connection') })
    expect(offNow((await connection.locator('time').getAttribute('title')) ?? '')).toBeLessThan(NEAR_MS)
    await page.getByRole('button', { name: t('button.history'), exact: true }).click()
    const history = page.getByRole('dialog', { name: t('history.title', { name: device.name }) })
    expect(
      offNow(
        await history
          .getByText(/\d{4}-\d\d-\d\d \d\d:\d\d/)
          .first()
          .innerText(),
      ),
    ).toBeLessThan(NEAR_MS)

    await page.goto('/acquisition/collectors')
    expect(offNow(await page.getByText(t('info.as-of', { time: '' })).innerText())).toBeLessThan(NEAR_MS)
    expect(offNow(await page.locator('.collector-error time').first().innerText())).toBeLessThan(NEAR_MS)

    const points = await (await site.client()).get<{ list: { id: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: device.id })
    await page.goto(`/acquisition/trends?points=${points.data.list[0]?.id ?? ''}`)
    const drawing = page.getByRole('img', { name: new RegExp(`^${t('menu.trends')}`) })
    // The label ends with the range, which ends now.
    expect(offNow((await drawing.getAttribute('aria-label'))?.split('–').at(-1) ?? '')).toBeLessThan(NEAR_MS)

    await page.goto('/')
    await page.locator('.greeting').getByText(longDay(Date.now())).waitFor()
  })

  test('is that of the calendars: today is the day it is there', async () => {
    const page = await inNewYork()
    // 20:00 in New York is half past six of the next morning in Kolkata; in the night on which New York loses the hour after two.
    await page.clock.setFixedTime(new Date('2026-03-08T01:00:00Z'))
    await page.goto('/acquisition/devices?createTimeStart=2026-03-08%2002:30:00&createTimeEnd=2026-03-08%2003:30:00')
    await settled(page)
    const start = page.locator('input[value^="2026-03-08 02"], input[value^="2026-03-08 03"]')
    await start.first().waitFor()
    expect(await Promise.all((await start.all()).map((input) => input.inputValue()))).toEqual([
      '2026-03-08 02:30:00',
      '2026-03-08 03:30:00',
    ])
    await start.first().click()
    expect(await page.locator('.ant-picker-cell-today').first().getAttribute('title')).toBe('2026-03-08')
  })
})

const longDay = (moment: number) => new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: ZONE }).format(moment)
