/** Maintenance as it is done beside the machines, on a phone: a fault is reported with a photograph, an order done and signed for, a round walked without a network; and the console's figures lead to their rows. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { MaintenanceConsole } from '../../model/contract/maintenance/console.ts'
import type { FaultDetail } from '../../model/contract/maintenance/faults.ts'
import type { RoundDetail } from '../../model/contract/maintenance/rounds.ts'
import { faults, workOrders } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import { pngOf } from '../support/pictures.ts'
import { addRow, pathsOf } from '../support/values.ts'
import { PASSWORD, eventually, message, openSite, settled, shownAs, t } from './support.ts'
import { faultOf, machineOf, orderDetail, roundOf } from './upkeep.ts'

const site = openSite()
const PHONE = { width: 390, height: 844 }
const PICTURE = { name: 'seal.png', mimeType: 'image/png', buffer: pngOf(40, 30) }

async function open(address: string): Promise<Page> {
  const page = await site.page({ as: 'admin', viewport: PHONE })
  await page.goto(address)
  return page
}

/** Nothing of the page lies beside the window. */
const fits = (page: Page) =>
  eventually(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)

const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click()

test('a fault is reported from the page of its machine, and has its photograph', async () => {
  const client = await site.client()
  const machine = await machineOf(client)
  const page = await open(`/reports/equipmentdetail?id=${machine.id}`)
  await press(page, t('fault.report'))
  const form = page.getByRole('dialog')
  const title = `Seal leaks ${unique()}`
  await form.getByLabel(t('field.faults.faultTitle')).fill(title)
  await press(form, t('common.save'))
  await page.waitForURL(/\/maintenance\/fault\?id=/)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const files = page.getByRole('region', { name: t('work-order.files') })
  await files.locator('input[type=file]').setInputFiles(PICTURE)
  await files.getByRole('button', { name: PICTURE.name, exact: true }).waitFor()
  await fits(page)

  const { data } = await client.get<{ list: { id: string; faultTitle: string; faultState: string }[] }>(pathsOf(faults).query, {
    equipmentId: machine.id,
  })
  expect(data.list).toEqual([expect.objectContaining({ faultTitle: title, faultState: 'reported' })])
  const { data: detail } = await client.get<FaultDetail>('/api/maintenance/fault/queryFaultDetail', { id: data.list[0]?.id ?? '' })
  expect(detail.files.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([[PICTURE.name, PICTURE.mimeType]])
})

test('an order is approved, begun, finished with the signature of whoever did it, and verified by somebody else', async () => {
  const client = await site.client()
  const { id } = await addRow(client, workOrders, { mustSign: 1, orderTitle: `Change the seal ${unique()}` })
  const page = await open(`/maintenance/workorder?id=${id}`)
  for (const [transition, state] of [
    ['submit', 'waiting-approval'],
    ['approve', 'approved'],
    ['start', 'in-progress'],
  ] as const) {
    await press(page, t(`work-order.${transition}`))
    await message(page, new RegExp(`: ${t(`choice.orderState.${state}`)}$`)).waitFor()
    // The page has the order as it is now: another step from the one before would be refused.
    await page
      .getByRole('region', { name: t('work-order.events') })
      .getByText(t(`choice.orderState.${state}`), { exact: true })
      .waitFor()
  }
  await press(page, t('work-order.finish'))
  const finishing = page.getByRole('dialog', { name: t('work-order.finish') })
  await finishing.getByLabel(t('field.work-orders.orderCause'), { exact: true }).fill('worn')
  await finishing.getByLabel(t('field.work-orders.orderRemedy'), { exact: true }).fill('new seal')
  await press(finishing, t('work-order.finish'))
  const proof = page.getByRole('dialog', { name: t('factor.confirm-title') })
  await proof.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
  // Until it is shown who signs, nothing is finished.
  expect((await orderDetail(client, id)).state).toBe('in-progress')
  await press(proof, t('factor.confirm'))
  await page.getByText(new RegExp(`\\(${t('signature.by-password')}\\)$`)).waitFor()
  await fits(page)
  const done = await orderDetail(client, id)
  expect(done).toMatchObject({ state: 'done', signature: { by: shownAs('admin'), proof: 'password' } })
  // Whoever has done the work is not offered to verify it.
  expect(await page.getByRole('button', { name: t('work-order.verify'), exact: true }).count()).toBe(0)
  const editor = await site.client('editor')
  const verified = await editor.post('/api/maintenance/workorder/verifyWorkOrder', { id, version: done.version, transition: 'verify' })
  expect(verified.http, verified.message).toBe(200)
  await page.reload()
  await page.getByRole('main').getByText(t('choice.orderState.closed'), { exact: true }).first().waitFor()
})

const roundDetail = async (id: string) =>
  (await (await site.client()).get<RoundDetail>('/api/maintenance/round/queryRoundDetail', { id })).data

/** The item of the checklist with this text. */
const itemOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

async function fillIn(page: Page): Promise<void> {
  await itemOf(page, 'No leak').getByText(t('work-order.check-passed'), { exact: true }).click()
  await itemOf(page, 'Oil temperature').getByRole('spinbutton').fill('55')
}

test('a round is walked by the codes on the machines, without a network, and arrives with its picture when there is one again', async () => {
  const client = await site.client()
  const machine = await machineOf(client)
  const id = await roundOf(client, [{ name: 'Gate' }, { name: 'Pump house', machine }])
  const page = await open(`/maintenance/round?id=${id}`)
  const stop = (place: number, name: string) =>
    page.getByRole('heading', { level: 2, name: t('round.stop', { place, count: 2, name }), exact: true })
  await stop(1, 'Gate').waitFor()
  await fits(page)
  await page.context().setOffline(true)
  const code = page.getByLabel(t('round.scan-label'), { exact: true })
  await code.fill(machine.code.toLowerCase())
  await code.press('Enter')
  await stop(2, 'Pump house').waitFor()
  await fillIn(page)
  await itemOf(page, 'No leak').locator('input[type=file]').setInputFiles(PICTURE)
  await itemOf(page, 'No leak')
    .getByRole('button', { name: t('work-order.check-photos', { count: 1 }), exact: true })
    .waitFor()
  await press(page, t('round.save'))
  // The picture and the stop.
  await page.getByText(t('round.offline', { count: 2 }), { exact: true }).waitFor()
  await stop(1, 'Gate').waitFor()
  expect((await roundDetail(id)).stops.map(({ recordedAt }) => recordedAt)).toEqual([null, null])

  await page.context().setOffline(false)
  await eventually(async () => (await roundDetail(id)).stops[1]?.recordedAt !== null).toBe(true)
  const [, recorded] = (await roundDetail(id)).stops
  expect(recorded?.results).toEqual([
    { key: 'leak', passed: true, photos: recorded?.photos },
    expect.objectContaining({ key: 'oil', value: 55 }),
  ])
  expect(recorded?.photos).toHaveLength(1)
  await fillIn(page)
  await press(page, t('round.save-next'))
  await press(page, t('round.finish'))
  await message(page, t('round.finished')).waitFor()
  expect((await roundDetail(id)).roundState).toBe('done')
})

test('what waits of a round outlives a reload, and a stop that is saved again then keeps its picture', async () => {
  const id = await roundOf(await site.client(), [{ name: 'Gate' }])
  const page = await open(`/maintenance/round?id=${id}`)
  const calls = /\/api\/maintenance\/round\/(addRoundPhoto|recordRoundStop)/
  await page.route(calls, (route) => route.abort('connectionrefused'))
  await fillIn(page)
  await itemOf(page, 'No leak').locator('input[type=file]').setInputFiles(PICTURE)
  await press(page, t('round.save'))
  await page.getByText(t('round.offline', { count: 2 }), { exact: true }).waitFor()
  await page.reload()
  await press(page, t('round.save'))
  await page.getByText(t('round.offline', { count: 2 }), { exact: true }).waitFor()
  await page.unroute(calls)
  await eventually(async () => (await roundDetail(id)).stops[0]?.recordedAt !== null).toBe(true)
  const [recorded] = (await roundDetail(id)).stops
  expect(recorded?.photos).toHaveLength(1)
  expect(recorded?.results?.find(({ key }) => key === 'leak')?.photos).toEqual(recorded?.photos)
})

test('a figure of the console opens what it counts, and that the list with as many rows', async () => {
  const client = await site.client()
  await faultOf(client, await machineOf(client))
  const { data } = await client.get<MaintenanceConsole>('/api/maintenance/console/queryConsole')
  const figure = data.figures.find(({ key }) => key === 'faults-open')
  const at = figure?.numerator.findIndex(({ count }) => count > 0) ?? -1
  const count = figure?.numerator[at]?.count ?? 0
  expect(count).toBeGreaterThan(0)
  const page = await open('/bigscreen/maintenanceconsole')
  await page.getByRole('button', { name: new RegExp(`^${t('console.figure.faults-open')}`) }).click()
  const drawer = page.getByRole('dialog', { name: t('console.figure.faults-open') })
  await drawer.getByText(t('console.stands-now'), { exact: true }).waitFor()
  await fits(page)
  const way = drawer.getByRole('link').nth(at)
  expect(await way.textContent()).toBe(String(count))
  await way.click()
  await page.waitForURL(/\/maintenance\/faults\?/)
  await settled(page)
  await page
    .getByRole('navigation', { name: t('list.pages') })
    .getByText(t('list.total', { total: count }), { exact: true })
    .waitFor()
})
