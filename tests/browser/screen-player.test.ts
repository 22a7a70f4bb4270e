/** A big screen as it is played: values come by themselves, what is not live says so, and the past can be seen again. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import type { SendingDevice } from './devices.ts'
import { addSendingDevice } from './devices.ts'
import { eventually, openSite, recordCalls, t } from './support.ts'

const site = openSite()
const BASE = '/api/screen/screen'

const number = (id: string, point: string, rect: readonly number[]) => ({ id, kind: 'number', rect, name: id, bind: { value: { point } } })
const text = (id: string, words: string) => ({ id, kind: 'text', rect: [600, 300, 600, 80], options: { text: words } })

async function pointsOf(admin: Client, device: SendingDevice): Promise<Record<string, string>> {
  const { data } = await admin.get<{ list: { id: string; pointKey: string }[] }>('/api/acquisition/point/queryPoint', {
    deviceId: device.id,
    pageSize: 50,
  })
  return Object.fromEntries(data.list.map(({ id, pointKey }) => [pointKey, id]))
}

async function publish(admin: Client, pages: readonly object[], id?: string): Promise<string> {
  let screen = id
  if (screen === undefined) {
    const name = `screen ${unique()}`
    expect(await admin.post(`${BASE}/addScreen`, { screenName: name, screenStatus: 1 })).toMatchObject({ http: 200 })
    screen = (await admin.get<{ list: { id: string }[] }>(`${BASE}/queryScreen`, { screenName: name })).data.list[0]?.id as string
  }
  const content = {
    format: 1,
    size: { width: 1920, height: 1080 },
    fit: 'contain',
    theme: 'wall',
    variables: [],
    figures: [],
    refresh: 10,
    pages,
  }
  const draft = await admin.get<{ revision: number }>(`${BASE}/queryScreenDesign`, { id: screen })
  const saved = await admin.post<{ revision: number }>(`${BASE}/saveScreenDraft`, { id: screen, content, revision: draft.data.revision })
  expect(await admin.post(`${BASE}/publishScreen`, { id: screen, revision: saved.data.revision })).toMatchObject({ http: 200 })
  return screen
}

const widget = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`)
const words = (page: Page, id: string) => widget(page, id).innerText()

test('a screen shows its values by one call and then as they come, sharp and where its document has them', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { flow: { unit: 'm3/h', rangeHigh: 100 }, level: {} })
  const points = await pointsOf(admin, device)
  await device.push({ flow: 12.5 })
  const id = await publish(admin, [
    {
      id: 'p',
      title: 'Pumps',
      widgets: [
        number('flow', points['flow'] as string, [100, 100, 400, 200]),
        number('level', points['level'] as string, [600, 100, 400, 200]),
      ],
    },
  ])
  const page = await site.page({ as: 'admin' })
  await page.setViewportSize({ width: 960, height: 540 })
  const calls = recordCalls(page)
  await page.goto(`/screen/${id}`)
  await eventually(() => words(page, 'flow')).toContain('12.5')
  expect(await words(page, 'level')).toContain('—')
  expect(calls.filter(({ path }) => path.endsWith('/queryScreenPage')).length).toBe(1)
  expect(await widget(page, 'flow').boundingBox()).toEqual({ x: 50, y: 50, width: 200, height: 100 })
  const transformed = await page.evaluate(
    `[...document.querySelectorAll('.screen-stage, .screen-stage *')].filter((each) => !each.closest('svg') && getComputedStyle(each).transform !== 'none').length`,
  )
  expect(transformed).toBe(0)

  const sent = Date.now()
  await device.push({ flow: 13.25 })
  await eventually(() => words(page, 'flow')).toContain('13.25')
  expect(Date.now() - sent).toBeLessThan(2000)
  await device.push({ flow: 101 })
  await widget(page, 'flow').getByText(t('reason.range')).first().waitFor()
  await device.push({ flow: null })
  await eventually(() => words(page, 'flow')).toContain('—')
})

test('without a connection a screen says since when, and goes on by itself', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { flow: {} })
  await device.push({ flow: 1 })
  const id = await publish(admin, [
    { id: 'p', title: 'Pumps', widgets: [number('flow', (await pointsOf(admin, device))['flow'] as string, [0, 0, 400, 200])] },
  ])
  const page = await site.page({ as: 'admin' })
  await page.goto(`/screen/${id}`)
  await eventually(() => words(page, 'flow')).toContain('1')
  await page.context().setOffline(true)
  const lost = page.getByText(new RegExp(t('screen-player.lost', { time: '\\d\\d:\\d\\d:\\d\\d' })))
  await lost.waitFor()
  await device.push({ flow: 77 })
  await page.context().setOffline(false)
  await eventually(() => words(page, 'flow')).toContain('77')
  await lost.waitFor({ state: 'detached' })
})

test('pages follow each other, keys lead through them, and a new version shows at the next turn', async () => {
  const admin = await site.client()
  const pages = (word: string) => [
    { id: 'one', title: 'One', seconds: 3, widgets: [text('first', `${word} first`)] },
    { id: 'two', title: 'Two', seconds: 3, widgets: [text('second', `${word} second`)] },
  ]
  const id = await publish(admin, pages('old'))
  const page = await site.page({ as: 'admin' })
  await page.goto(`/screen/${id}`)
  await page.getByText('old first').waitFor()
  await page.getByText('old second').waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.getByText('old first').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('old second').waitFor()
  await page.keyboard.press('Space')
  await publish(admin, pages('new'), id)
  await page.getByText(/new (first|second)/).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: t('screen-player.keys') }).waitFor()
  await page.getByRole('button', { name: t('common.close') }).click()
})

test('a moment of the past is shown as it was, and is not taken for now', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { flow: {} })
  await device.push({ flow: 1 })
  await eventually(
    async () =>
      (
        await admin.get<{ list: unknown[] }>('/api/acquisition/reading/queryLatestReading', {
          pointId: Object.values(await pointsOf(admin, device)).join(),
        })
      ).data.list.length,
  ).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const between = new Date()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await device.push({ flow: 2 })
  const id = await publish(admin, [
    { id: 'p', title: 'Pumps', widgets: [number('flow', (await pointsOf(admin, device))['flow'] as string, [0, 0, 400, 200])] },
  ])
  const page = await site.page({ as: 'admin' })
  await page.goto(`/screen/${id}`)
  await eventually(() => words(page, 'flow')).toContain('2')
  await page.keyboard.press('p')
  await page.getByRole('group', { name: t('screen-player.playback') }).waitFor()
  await page.goto(`/screen/${id}?at=${between.toISOString()}&speed=1`)
  await eventually(() => words(page, 'flow')).toContain('1')
  await page.getByRole('combobox', { name: t('screen-player.compare') }).selectOption('beside')
  await eventually(() => page.locator('.playback-now [data-widget="flow"]').innerText()).toContain('2')
  expect(await page.locator('.playback-then [data-widget="flow"]').innerText()).toContain('1')
  await page.getByRole('combobox', { name: t('screen-player.compare') }).selectOption('off')
  await page.getByRole('button', { name: t('screen-player.play') }).click()
  await eventually(() => words(page, 'flow')).toContain('2')
  await page.getByRole('button', { name: t('screen-player.to-live') }).click()
  await page.getByRole('toolbar', { name: t('screen-player.bar') }).waitFor()
})

test('a phone gets the widgets below each other', async () => {
  const admin = await site.client()
  const id = await publish(admin, [
    { id: 'p', title: 'Words', widgets: [text('one', 'above'), { ...text('two', 'below'), rect: [1250, 300, 600, 80] }] },
  ])
  const page = await site.page({ as: 'admin' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/screen/${id}`)
  await page.getByText('below').waitFor()
  const [one, two] = [await widget(page, 'one').boundingBox(), await widget(page, 'two').boundingBox()]
  expect((one?.y ?? 0) + (one?.height ?? 0)).toBeLessThanOrEqual(two?.y ?? 0)
  expect((one?.x ?? 0) >= 0 && (one?.x ?? 0) + (one?.width ?? 0) <= 390).toBe(true)
})

test('big data has its screen within the console, and fills the display', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/bigscreen/bigdata')
  await page.locator('.player .screen-stage').waitFor()
  await page.getByRole('button', { name: t('screen-player.fullscreen') }).click()
  await eventually(() => page.evaluate('document.fullscreenElement?.className ?? ""')).toContain('player')
  await page.evaluate('document.exitFullscreen()')
})
