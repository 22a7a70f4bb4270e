/** In a browser of another zone than the server's and the tenant's, pages show the clock of the tenant: alarms, boards, reports, notifications and work orders (devices and trends: devices-live.test.ts). */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmRules, workOrders } from '../../model/index.ts'
import { secondText } from '../../model/zone.ts'
import { unique } from '../support/builders.ts'
import { addRow, pathsOf } from '../support/values.ts'
import type { SendingDevice } from './devices.ts'
import { addSendingDevice } from './devices.ts'
import { eventually, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'
import { BROWSER_ZONE, NEAR_MS, SERVER_ZONE, ZONE, offNow, setZone } from './zone.ts'

const site = openSite()
const WHOLE = /\d{4}-\d\d-\d\d \d\d:\d\d/
const MINUTE_MS = 60_000

beforeAll(async () => setZone(await site.client(), ZONE))
afterAll(async () => setZone(await site.client(), SERVER_ZONE))

async function open(address: string): Promise<Page> {
  const page = await site.page({ as: 'admin', timezoneId: BROWSER_ZONE })
  await page.goto(address)
  return page
}

/** A device with an alarm that was raised a moment ago. */
async function raised(): Promise<{ device: SendingDevice; rule: string }> {
  const admin = await site.client()
  const [device, rule] = [await addSendingDevice(site.url, admin, { flow: {} }), `Zone ${unique()}`]
  const values = { pointKey: 'flow', alarmKind: 'high', alarmLimit: 22, alarmPriority: 2, ruleStatus: 1, messageEn: rule }
  expect(await admin.post(pathsOf(alarmRules).add, { ruleName: rule, deviceId: device.id, ...values })).toMatchObject({ http: 200 })
  await device.push({ flow: 30 })
  return { device, rule }
}

/** Stretches of time that began lately, as a table names them: the one of now, and that of a moment ago. */
const lately = (text: (second: string) => string) => [...new Set([0, MINUTE_MS].map((ago) => text(secondText(ZONE, Date.now() - ago))))]

test('the list of alarms, their history and the chart of their health', async () => {
  const { device, rule } = await raised()
  const page = await open(`/acquisition/alarms?deviceId=${device.id}`)
  const row = rowNamed(page, rule)
  await row.waitFor()
  // The hour of today stands there, the whole time in the title of the cell.
  expect(offNow(await row.locator('time').innerText())).toBeLessThan(NEAR_MS)
  expect(
    offNow(
      (await row
        .getByRole('cell')
        .filter({ has: page.locator('time') })
        .getAttribute('title')) ?? '',
    ),
  ).toBeLessThan(NEAR_MS)

  await row.getByRole('button', { name: `${t('alarms.history')}: ${rule}`, exact: true }).click()
  const history = page.getByRole('dialog')
  expect(offNow(await history.getByText(WHOLE).first().innerText())).toBeLessThan(NEAR_MS)
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'hidden' })

  await toolbarButton(page, t('alarms.health')).click()
  const health = page.getByRole('dialog', { name: t('alarms.health') })
  await health.getByRole('button', { name: t('charts.show-table') }).click()
  // Ten minutes each, named by their beginning as `11-30 22:10`.
  const names = lately((second) => `${second.slice(5, 15)}0`)
  const table = health.getByRole('region', { name: t('alarms.health-chart') })
  expect(names).toContain((await table.getByRole('rowheader').allInnerTexts()).at(-1))
  // It may have been raised just before these ten minutes began.
  const latest = (await table.getByRole('cell').allInnerTexts()).slice(-2)
  expect(latest.reduce((sum, count) => sum + Number(count), 0)).toBeGreaterThan(0)
})

test('the hours of a board', async () => {
  const admin = await site.client()
  await raised()
  const title = `Hours ${unique()}`
  const document = {
    format: 1,
    subject: 'alarm-events',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [{ field: 'time', bucket: 'hour' }],
    where: { field: 'transition', op: 'equals', value: 'raise' },
    time: { last: { count: 3, unit: 'hour' } },
  }
  const content = { format: 1, charts: [{ id: 'a', title, kind: 'bar', width: 12, document }] }
  const { data: id, http } = await admin.post<string>('/api/chart/board/addBoard', { boardName: title, content })
  expect(http).toBe(200)
  const page = await open(`/charts/boards?board=${id}`)
  const chart = page.getByRole('region', { name: title }).first()
  await chart.getByRole('button', { name: t('charts.show-table') }).click()
  const hours = lately((second) => `${second.slice(5, 13)}:00`)
  const counts = async () => {
    const rows = await page.locator('.chart-table tbody tr').allInnerTexts()
    return rows.map((text) => text.split('\t').map((part) => part.trim()))
  }
  // Hours of the tenant alone: of another zone's the server's would stand beside the page's.
  await eventually(async () => (await counts()).some(([hour = '', count]) => hours.includes(hour) && Number(count) > 0)).toBe(true)
  expect((await counts()).filter(([hour = '']) => !hour.endsWith(':00'))).toEqual([])
  await admin.post('/api/chart/board/deleteBoard', { id })
})

test('when a report was issued, and the day that it begins with', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: {} })
  await device.push({ flow: 1 })
  const page = await open(`/reports/curingreport?report=day-sheet&deviceId=${device.id}`)
  const preview = page.getByRole('region', { name: t('reports.preview') })
  await preview.getByText('Point flow').first().waitFor({ state: 'attached' })
  const day = secondText(ZONE, Date.now()).slice(0, 10)
  await preview.getByText(day).first().waitFor({ state: 'attached' })
  const issue = page.getByRole('button', { name: t('issued.issue'), exact: true })
  await eventually(() => issue.isEnabled()).toBe(true)
  await issue.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('issued.issue') })
    .click()
  await page.waitForURL('**/reports/issuedreportdetails?id=*')
  const card = page.locator('.issued-card').first()
  expect(
    offNow(
      await card
        .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
        .first()
        .innerText(),
    ),
  ).toBeLessThan(NEAR_MS)
})

test('when a notification was published, in the list, the bell and one’s own', async () => {
  const admin = await site.client()
  const BASE = '/api/notification/notification'
  const title = `Zone ${unique()}`
  const { data } = await admin.post<{ id: string }>(`${BASE}/addNotification`, {
    ...{ title, content: '<p>so</p>', type: 'message', priority: 'low' },
  })
  expect((await admin.post(`${BASE}/publishNotification`, { id: data.id })).http).toBe(200)
  const page = await open(`/admin/notification?title=${encodeURIComponent(title)}`)
  await settled(page)
  expect(offNow(await rowNamed(page, title).getByText(WHOLE).first().innerText())).toBeLessThan(NEAR_MS)
  await page.locator('.notification-bell').first().click()
  const entry = page
    .getByRole('dialog', { name: t('menu.mynotification') })
    .getByRole('listitem')
    .filter({ hasText: title })
  expect(offNow(await entry.locator('time').innerText())).toBeLessThan(NEAR_MS)
  await page.goto('/home/mynotification')
  const mine = page.getByRole('row').filter({ hasText: title })
  expect(offNow(await mine.getByText(WHOLE).first().innerText())).toBeLessThan(NEAR_MS)
})

test('when a work order is due, and whether it is late', async () => {
  const admin = await site.client()
  // Five minutes ago and in an hour by the tenant's clock; by the browser's both would be past or to come.
  const [past, coming] = [-5, 60].map((minutes) => secondText(ZONE, Date.now() + minutes * MINUTE_MS)) as [string, string]
  const added = async (dueAt: string) => {
    const { id } = await addRow(admin, workOrders, { dueAt })
    const { list } = (await admin.get<{ list: { orderNumber: string }[] }>(pathsOf(workOrders).query, { id })).data
    return { id, number: list[0]?.orderNumber ?? expect.fail('the order is not listed') }
  }
  const [late, next] = [await added(past), await added(coming)]
  for (const [{ id, number }, due, isLate] of [
    [late, past, 1],
    [next, coming, 0],
  ] as const) {
    const page = await open(`/maintenance/workorders?orderNumber=${encodeURIComponent(number)}`)
    await settled(page)
    await rowNamed(page, number).getByText(due).first().waitFor()
    const { list } = (await admin.get<{ list: { isOverdue: number }[] }>(pathsOf(workOrders).query, { id })).data
    expect(list[0]?.isOverdue, number).toBe(isLate)
    await page.goto(`/maintenance/workorder?id=${id}`)
    // It was opened a moment ago.
    const events = page.getByRole('region', { name: t('work-order.events') })
    expect(offNow(await events.locator('time').first().innerText())).toBeLessThan(NEAR_MS)
  }
})
