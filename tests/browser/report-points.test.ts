/** Points and parameters are chosen for reports: found and taken by keys on the page of reports, said before the report is issued, and kept with a schedule. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EMPTY_TEMPLATE } from '../../model/reports/draft.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { problemsOf } from './axe.ts'
import { addSendingDevice } from './devices.ts'
import { choose, eventually, focused, message, openChoices, openSite, t } from './support.ts'

const site = openSite()
const DESK = { viewport: { width: 1440, height: 900 } } as const
const POINTS = { inlet: { unit: '°C' }, outlet: { unit: '°C' }, flow: { unit: 'L/min' } }
const chosenIn = (page: Page) => (new URL(page.url()).searchParams.get('pointId') ?? '').split(',').filter(Boolean)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('trends.choose') })

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 20; pressed += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await focused(target)
}

async function built() {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, POINTS)
  const { list } = (
    await admin.get<{ list: { id: string; pointKey: string }[] }>('/api/acquisition/point/queryPoint', {
      deviceId: device.id,
      pageSize: 10,
    })
  ).data
  const idOf = (key: string) => list.find(({ pointKey }) => pointKey === key)?.id ?? expect.fail(`no point ${key}`)
  return { admin, device, idOf }
}

test('a day sheet is made of points that are found and taken by keys, and is issued with them', async () => {
  const { device, idOf } = await built()
  const page = await site.page({ as: 'admin', ...DESK })
  await page.goto('/reports/curingreport?report=curing-room')
  const points = page.getByRole('group', { name: t('trends.points') })
  await page.getByRole('region', { name: t('reports.preview') }).waitFor()
  expect(await points.count()).toBe(0)

  await page.goto(`/reports/curingreport?report=day-sheet&deviceId=${device.id}`)
  await points.getByText(t('reports.all-points')).waitFor()
  const open = points.getByRole('button', { name: t('trends.choose') })
  await open.focus()
  await page.keyboard.press('Enter')
  const search = dialogOf(page).getByRole('textbox', { name: t('trends.search') })
  await search.waitFor()
  await tabTo(page, search)
  await page.keyboard.type(`${device.code} let`)
  const found = (label: RegExp) => dialogOf(page).getByRole('checkbox', { name: label })
  // Its unit is told beside it.
  await found(/inlet .*°C/).waitFor()
  const [first, second] = [found(/Point inlet/), found(/Point outlet/)]
  for (const box of [first, second]) {
    await tabTo(page, box)
    await page.keyboard.press('Space')
  }
  await eventually(() => chosenIn(page)).toEqual([idOf('inlet'), idOf('outlet')])
  await dialogOf(page)
    .getByText(t('trends.chosen', { count: 2, most: 30 }))
    .waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'hidden' })

  const preview = page.getByRole('region', { name: t('reports.preview') })
  await eventually(() => preview.getByText('Point flow').count()).toBe(0)
  await preview.getByText('Point inlet').first().waitFor({ state: 'attached' })
  // One is taken out again beside its name.
  const label = `${device.code} · Point outlet (°C)`
  await points.getByRole('button', { name: `${t('trends.remove')}: ${label}` }).click()
  await eventually(() => chosenIn(page)).toEqual([idOf('inlet')])
  await page.reload()
  await points.getByText(`${device.code} · Point inlet (°C)`).waitFor()
  expect(await problemsOf(page)).toEqual([])

  const issue = page.getByRole('button', { name: t('issued.issue'), exact: true })
  await eventually(() => issue.isEnabled()).toBe(true)
  await issue.click()
  const question = page.getByRole('alertdialog')
  await question.getByText(t('issued.issue-points', { count: 1 })).waitFor()
  await question.getByRole('button', { name: t('issued.issue') }).click()
  await page.waitForURL('**/reports/issuedreportdetails?id=*')
  await page.getByText('Point inlet').first().waitFor({ state: 'attached' })
  expect(await page.getByText('Point outlet').count()).toBe(0)
})

test('a schedule asks for points where its report is made of some, from the tree of places', async () => {
  const { admin, device, idOf } = await built()
  const page = await site.page({ as: 'admin', ...DESK })
  await page.goto('/reports/schedule')
  await page.getByRole('button', { name: t('button.add'), exact: true }).click()
  const form = page.getByRole('dialog').first()
  const name = `Schedule ${unique()}`
  await form.getByRole('textbox', { name: t('field.report-schedules.scheduleName') }).fill(name)
  const report = form.getByRole('combobox', { name: t('field.report-schedules.reportCode') })
  const open = form.getByRole('button', { name: t('trends.choose') })
  await choose(page, report, t('choice.reportCode.curing-room'))
  expect(await open.count()).toBe(0)
  await choose(page, report, t('choice.reportCode.day-sheet'))
  await open.click()
  await dialogOf(page)
    .getByRole('button', { name: t('trends.no-site') })
    .click()
  await dialogOf(page)
    .getByRole('button', { name: new RegExp(device.name) })
    .click()
  await dialogOf(page)
    .getByRole('checkbox', { name: /Point flow/ })
    .click()
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'hidden' })
  // The form is still there, with what was chosen.
  await form.getByText(`${device.code} · Point flow (L/min)`).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await form.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('form.saved')).waitFor()
  const { list } = (await admin.get<{ list: { pointId: string }[] }>('/api/report/schedule/queryReportSchedule', { scheduleName: name }))
    .data
  expect(list.map(({ pointId }) => pointId)).toEqual([idOf('flow')])
})

test('a schedule of a report that came with the product asks for what that report is asked for by', async () => {
  const admin = await site.client()
  const page = await site.page({ as: 'admin', ...DESK })
  await page.goto('/reports/schedule')
  await page.getByRole('button', { name: t('button.add'), exact: true }).click()
  const form = page.getByRole('dialog').first()
  const scheduleName = `Schedule ${unique()}`
  await form.getByRole('textbox', { name: t('field.report-schedules.scheduleName') }).fill(scheduleName)
  const report = form.getByRole('combobox', { name: t('field.report-schedules.reportCode') })
  const machine = form.getByRole('textbox', { name: t('field.equipment.equipmentCode') })
  await choose(page, report, t('choice.reportCode.availability'))
  expect(await machine.count()).toBe(0)
  await choose(page, report, t('choice.reportCode.machine-archive'))
  await machine.fill('M-17')
  await page.keyboard.press('Tab')
  expect(await problemsOf(page)).toEqual([])
  await form.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('form.saved')).waitFor()
  const { list } = (await admin.get<{ list: { reportParams: string }[] }>('/api/report/schedule/queryReportSchedule', { scheduleName }))
    .data
  expect(list.map(({ reportParams }) => reportParams)).toEqual([JSON.stringify({ machine: 'M-17' })])
})

/** A published template that asks for a device, which has to be given, and for a number. */
async function asking(admin: Client) {
  const document = {
    format: 1,
    subject: 'points',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: 'pointKey' }],
    where: { field: 'deviceId', op: 'equals', param: 'device' },
    params: [
      { name: 'device', kind: 'reference', to: 'devices', required: true, label: { zh: '设备', tw: '設備', en: 'Machine' } },
      { name: 'least', kind: 'number', default: 3 },
    ],
  }
  const cells = { A1: { formula: 'PARAM("least") * 100', left: 'none' }, A2: { field: 's.pointKey', expand: 'down' } }
  const templateName = `Asking ${unique()}`
  const content = { ...EMPTY_TEMPLATE, cells, sets: { s: { document } } }
  const { data } = await admin.post<{ id: string }>('/api/report/template/importReportDesign', {
    templateName,
    templateKind: 'other',
    content,
  })
  expect((await admin.post('/api/report/template/publishReportTemplate', { id: data.id, revision: 1 })).http).toBe(200)
  return { id: data.id, templateName }
}
/** Chooses the device for the parameter that asks for one: it is found by its name, and its code stands beside that. */
async function takeDevice(page: Page, group: Locator, { name, code }: { readonly name: string; readonly code: string }): Promise<void> {
  const asked = group.getByRole('combobox', { name: 'Machine' })
  const options = await openChoices(page, asked)
  await asked.fill(name)
  await options.getByText(`${name} · ${code}`, { exact: true }).click()
}
const groupIn = (within: Page | Locator) => within.getByRole('group', { name: t('reports.parameters') })

test('a template asks for its parameters: they are given, kept in the address, said before it is issued, and kept with a schedule', async () => {
  const { admin, device } = await built()
  const template = await asking(admin)
  const page = await site.page({ as: 'admin', ...DESK })
  await page.goto(`/reports/curingreport?report=${template.id}`)
  const group = groupIn(page)
  await page.getByText(t('reports.param-fill')).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await takeDevice(page, group, device)
  const preview = page.getByRole('region', { name: t('reports.preview') })
  await preview.getByText('outlet', { exact: true }).waitFor({ state: 'attached' })
  await preview.getByText('300', { exact: true }).waitFor({ state: 'attached' })
  const least = group.getByRole('spinbutton', { name: 'least' })
  await least.fill('7')
  await page.keyboard.press('Enter')
  await preview.getByText('700', { exact: true }).waitFor({ state: 'attached' })
  await focused(least)
  expect(JSON.parse(new URL(page.url()).searchParams.get('params') ?? '')).toMatchObject({ least: 7 })
  await page.reload()
  await preview.getByText('700', { exact: true }).waitFor({ state: 'attached' })
  const issue = page.getByRole('button', { name: t('issued.issue'), exact: true })
  await eventually(() => issue.isEnabled()).toBe(true)
  await issue.click()
  const question = page.getByRole('alertdialog')
  await question.getByText(t('issued.issue-params', { text: `Machine = ${device.name} · ${device.code}; least = 7` })).waitFor()
  await question.getByRole('button', { name: t('issued.issue') }).click()
  await page.waitForURL('**/reports/issuedreportdetails?id=*')
  await page.getByText('Machine', { exact: true }).first().waitFor()

  await page.goto('/reports/schedule')
  await page.getByRole('button', { name: t('button.add'), exact: true }).click()
  const form = page.getByRole('dialog').first()
  const scheduleName = `Schedule ${unique()}`
  await form.getByRole('textbox', { name: t('field.report-schedules.scheduleName') }).fill(scheduleName)
  await choose(page, form.getByRole('combobox', { name: t('field.report-schedules.templateId') }), template.templateName)
  const asked = groupIn(form)
  await form.getByRole('button', { name: t('common.save') }).click()
  // What has to be given is named in the form.
  await form.getByText('Machine: please give a value').first().waitFor()
  await takeDevice(page, asked, device)
  expect(await problemsOf(page)).toEqual([])
  await form.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('form.saved')).waitFor()
  const { list } = (await admin.get<{ list: { reportParams: string }[] }>('/api/report/schedule/queryReportSchedule', { scheduleName }))
    .data
  expect(list.map(({ reportParams }) => reportParams)).toEqual([JSON.stringify({ device: device.id })])
})
