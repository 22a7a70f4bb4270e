/** The trend workbench, with readings that a device has sent. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { problemsOf } from './axe.ts'
import { TENANT, addressOf, choose, eventually, message, openSite, t } from './support.ts'

const site = openSite()
const TRENDS = '/acquisition/trends'
/** Beijing keeps no summer time. */
const shanghai = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)

interface Made {
  readonly code: string
  readonly points: Readonly<Record<string, string>>
  send(values: readonly { ts: number; values: Record<string, number | null> }[]): Promise<void>
}

/** A device as a person makes it, and what it sends as it would. */
async function makeDevice(units: Readonly<Record<string, string>>): Promise<Made> {
  const admin = await site.client()
  const code = `trend-${unique()}`
  expect(
    (await admin.post('/api/acquisition/device/addDevice', { deviceCode: code, deviceName: code, connection: 'push', deviceStatus: 1 }))
      .http,
  ).toBe(200)
  const device = (await admin.get<{ list: { id: string }[] }>('/api/acquisition/device/queryDevice', { deviceCode: code })).data.list[0]
    ?.id as string
  for (const [pointKey, unit] of Object.entries(units))
    expect(
      (await admin.post('/api/acquisition/point/addPoint', { deviceId: device, pointKey, pointName: `${code} ${pointKey}`, unit })).http,
    ).toBe(200)
  const { secret } = (await admin.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id: device })).data
  const { list } = (
    await admin.get<{ list: { id: string; pointKey: string }[] }>('/api/acquisition/point/queryPoint', { deviceId: device, pageSize: 50 })
  ).data
  return {
    code,
    points: Object.fromEntries(list.map(({ id, pointKey }) => [pointKey, id])),
    async send(values) {
      const authorization = `Basic ${Buffer.from(`${TENANT}/${code}:${secret}`).toString('base64')}`
      const answer = await fetch(`${site.url}/api/acquisition/push`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(values),
      })
      expect(answer.status).toBe(200)
    },
  }
}

async function open(address: string): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(address)
  return page
}

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const drawing = (page: Page) => page.getByRole('img', { name: new RegExp(`^${t('menu.trends')}`) })
const pointsOf = (page: Page) => (new URL(page.url()).searchParams.get('points') ?? '').split(',').filter(Boolean)
const rangeOf = (page: Page) => ['from', 'to'].map((name) => Number(new URL(page.url()).searchParams.get(name)))

test('points are chosen, drawn, and told exactly in a table', async () => {
  const made = await makeDevice({ temperature: '°C', pressure: 'bar' })
  const now = Math.floor(Date.now() / 1000) * 1000
  await made.send([
    { ts: now - 60_000, values: { temperature: 21.25, pressure: 3 } },
    { ts: now - 30_000, values: { temperature: null, pressure: 3.5 } },
  ])
  const [temperature, pressure] = [made.points['temperature'] as string, made.points['pressure'] as string]
  // Newest values are up to a second old.
  const newest = async () =>
    (await (await site.client()).get<{ list: unknown[] }>('/api/acquisition/reading/queryLatestReading', { pointId: pressure })).data.list
  await eventually(async () => (await newest()).length).toBe(1)
  const page = await open(TRENDS)
  // It opens with points of a device that have values; other tests have devices here as well.
  await eventually(async () => (await pointsOf(page)).length).toBeGreaterThan(0)
  await button(page, t('trends.choose')).first().click()
  const chooser = page.getByRole('dialog', { name: t('trends.choose') })
  for (let left = await pointsOf(page); left.length > 0; left = await pointsOf(page)) {
    await chooser
      .getByRole('button', { name: new RegExp(`^${t('trends.remove')}: `) })
      .first()
      .click()
    await eventually(() => pointsOf(page)).toEqual(left.slice(1))
  }
  // By name, by the check box of the device in the tree, and put in order.
  await chooser.getByRole('textbox', { name: t('trends.search') }).fill(`${made.code} pressure`)
  await chooser.getByRole('checkbox', { name: /pressure/ }).click()
  await eventually(() => pointsOf(page)).toEqual([pressure])
  await chooser.getByRole('textbox', { name: t('trends.search') }).fill('')
  await button(chooser, t('trends.no-site')).click()
  await chooser.getByRole('checkbox', { name: made.code, exact: true }).click()
  await eventually(() => pointsOf(page)).toEqual([pressure, temperature])
  await button(chooser, `${t('trends.up')}: ${made.code} · ${made.code} temperature`).click()
  await eventually(() => pointsOf(page)).toEqual([temperature, pressure])
  await button(chooser, `${t('trends.favourite')}: ${made.code} · ${made.code} pressure`)
    .first()
    .click()
  await chooser.getByRole('heading', { name: t('trends.favourites') }).waitFor()
  await page.keyboard.press('Escape')

  // Something is drawn, and it says what.
  await drawing(page).locator('canvas').first().waitFor()
  await eventually(() => drawing(page).getAttribute('aria-label')).toContain(`${made.code} · ${made.code} pressure`)
  const legend = page.getByRole('region', { name: t('trends.points') }).getByRole('row')
  await eventually(() => legend.filter({ hasText: 'pressure' }).getByRole('cell').allTextContents()).toEqual([
    `3.5${shanghai(now - 30_000).slice(5)}`,
    '3',
    '3.5',
    // Weighted by time: 3 for half a minute, and 3.5 until now.
    expect.stringMatching(/^3\.[234]\d*$/),
    '3.25',
    '0.3535534',
    '3.025',
    '3.25',
    '3.475',
    expect.stringMatching(/^\d+\.\d %$/),
    expect.stringMatching(/^\d+\.\d %$/),
    '',
  ])

  await button(page, t('charts.show-table')).click()
  const rows = page.getByRole('region', { name: t('menu.trends'), exact: true }).getByRole('row')
  await eventually(() => rows.allTextContents()).toHaveLength(3)
  expect(await rows.nth(1).getByRole('rowheader').textContent()).toBe(shanghai(now - 30_000))
  expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual([`– (${t('worth.bad')})`, '3.5'])
  expect(await rows.nth(2).getByRole('rowheader').textContent()).toBe(shanghai(now - 60_000))
  expect(await rows.nth(2).getByRole('cell').allTextContents()).toEqual(['21.25', '3'])

  // What is sent while one looks comes by itself.
  await made.send([{ ts: now - 1000, values: { pressure: 4 } }])
  await page.getByText(t('trends.last-hour'), { exact: true }).click()
  await eventually(() => legend.filter({ hasText: 'pressure' }).getByRole('cell').first().textContent()).toMatch(/^4\d\d-/)
  // A line that is hidden leaves the picture and stays in the legend.
  const isKept = page.waitForResponse((response) => response.url().includes('updateLastTrend'))
  await button(page, `${t('trends.hide')}: ${made.code} · ${made.code} temperature`).click()
  await eventually(() => rows.first().getByRole('columnheader').allTextContents()).toEqual([
    t('trends.time'),
    `${made.code} · ${made.code} pressure (bar)`,
  ])

  // In another browser trends open with the same, and favourites are the same.
  await isKept
  const elsewhere = await open(TRENDS)
  await eventually(() => pointsOf(elsewhere)).toEqual([temperature, pressure])
  expect(new URL(elsewhere.url()).searchParams.get('hidden')).toBe(temperature)
  await button(elsewhere, t('trends.choose')).first().click()
  const favourite = `${t('trends.favourite')}: ${made.code} · ${made.code} pressure`
  await eventually(() => button(elsewhere, favourite).first().getAttribute('aria-pressed')).toBe('true')
  await elsewhere.getByRole('heading', { name: t('trends.favourites') }).waitFor()
})

test('zooming and moving change the range and the address, by button, wheel and drag', async () => {
  const made = await makeDevice({ flow: 'l/s' })
  const to = Math.floor(Date.now() / 1000) * 1000
  await made.send(Array.from({ length: 600 }, (_, index) => ({ ts: to - index * 1000, values: { flow: index } })))
  const page = await open(`${TRENDS}?points=${made.points['flow']}&from=${to - 400_000}&to=${to}`)
  await drawing(page).locator('canvas').first().waitFor()
  await button(page, t('trends.zoom-in')).click()
  await eventually(() => rangeOf(page)).toEqual([to - 300_000, to - 100_000])
  await button(page, t('trends.earlier')).click()
  await eventually(() => rangeOf(page)).toEqual([to - 350_000, to - 150_000])
  // The finer range is asked for, down to single values.
  await button(page, t('charts.show-table')).click()
  await eventually(() => page.getByRole('rowheader', { name: shanghai(to - 151_000), exact: true }).count()).toBe(1)
  await button(page, t('charts.show-chart')).click()

  const box = await drawing(page).boundingBox()
  if (!box) throw new Error('there is no drawing')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -100)
  await eventually(() => {
    const [from = 0, end = 0] = rangeOf(page)
    return end - from
  }).toBe(160_000)
  const [before = 0] = rangeOf(page)
  await page.mouse.down()
  await page.mouse.move(x + 100, y, { steps: 4 })
  await page.mouse.up()
  await eventually(() => {
    const [from = 0, end = 0] = rangeOf(page)
    return from < before && end - from === 160_000
  }).toBe(true)
  // A link shows the same.
  const again = await open(addressOf(page))
  await drawing(again).waitFor()
  expect(rangeOf(again)).toEqual(rangeOf(page))
})

test('gaps, axes, what is compared and what is noted are in the picture, and zooming is taken back', async () => {
  const made = await makeDevice({ level: 'm' })
  const now = Math.floor(Date.now() / 1000) * 1000
  const range = { from: now - 600_000, to: now }
  const values = [590, 580, 570, 300, 290, 280].map((ago) => ({ ts: now - ago * 1000, values: { level: ago / 100 } }))
  await made.send([...values.map(({ ts, values: some }) => ({ ts: ts - 86_400_000, values: some })), ...values])
  const page = await open(`${TRENDS}?points=${made.points['level']}&from=${range.from}&to=${range.to}`)
  await drawing(page).locator('canvas').first().waitFor()
  const parameter = (name: string) => new URL(page.url()).searchParams.get(name)

  await page.getByRole('checkbox', { name: t('trends.connect') }).click()
  await eventually(() => parameter('connect')).toBe('1')
  await button(page, t('trends.axes')).click()
  const axes = page.getByRole('dialog', { name: t('trends.axes-title') })
  await axes.getByLabel(t('trends.axis-min')).fill('5')
  await axes.getByLabel(t('trends.axis-max')).fill('1')
  await axes.getByText(t('trends.axis-wrong')).waitFor()
  await axes.getByLabel(t('trends.axis-max')).fill('10')
  await button(axes, t('common.confirm')).click()
  await eventually(() => parameter('axis')).toBe('m~5~10')

  await choose(page, page.getByRole('combobox', { name: t('trends.compare') }), t('trends.compare-day'))
  const legend = page.getByRole('region', { name: t('trends.points') })
  await legend.getByRole('rowheader', { name: t('trends.compared-day', { name: `${made.code} · ${made.code} level` }) }).waitFor()

  await button(page, t('trends.annotate')).click()
  const note = page.getByRole('dialog', { name: t('trends.annotate') })
  await note.getByLabel(t('trends.annotation-text')).fill('Sensor cleaned')
  await button(note, t('common.save')).click()
  const marks = page.getByRole('region', { name: t('trends.in-range') })
  await marks.getByText('Sensor cleaned').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await button(marks, `${t('button.delete')}: 1`).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('button.delete') })
    .click()
  await marks.getByText(t('trends.marks-none')).waitFor()

  // A box takes what it shows of both axes; a reset leads back, and live to now.
  await button(page, t('trends.zoom-box')).click()
  const box = await drawing(page).boundingBox()
  if (!box) throw new Error('there is no drawing')
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 })
  await page.mouse.up()
  await eventually(() => parameter('axis')).not.toBe('m~5~10')
  const [from = 0, to = 0] = rangeOf(page)
  expect(to - from).toBeLessThan(200_000)
  await button(page, t('trends.reset')).click()
  await eventually(() => [...rangeOf(page), parameter('axis')]).toEqual([range.from, range.to, 'm~5~10'])
  await button(page, t('trends.live')).click()
  await eventually(() => parameter('last')).toBe('28800000')
})

test('points are compared with the week before, and with those of another device that have the same keys', async () => {
  const [made, other, without] = [await makeDevice({ level: 'm' }), await makeDevice({ Level: 'm' }), await makeDevice({ flow: 'm3/h' })]
  const now = Math.floor(Date.now() / 1000) * 1000
  const at = (ms: number) => [590, 580, 570].map((ago) => ({ ts: ms - ago * 1000, values: { level: ago / 100 } }))
  await made.send([...at(now - 7 * 86_400_000), ...at(now)])
  await other.send(at(now).map(({ ts, values }) => ({ ts, values: { Level: values.level / 2 } })))
  const page = await open(`${TRENDS}?points=${made.points['level']}&from=${now - 600_000}&to=${now}`)
  await drawing(page).locator('canvas').first().waitFor()
  const row = (name: string) => page.getByRole('region', { name: t('trends.points') }).getByRole('rowheader', { name })
  const way = page.getByRole('combobox', { name: t('trends.compare') })
  const own = `${made.code} · ${made.code} level`

  await choose(page, way, t('trends.compare-week'))
  await row(t('trends.compared-week', { name: own })).waitFor()
  await choose(page, way, t('trends.compare-device'))
  await row(t('trends.compared-week', { name: own })).waitFor({ state: 'hidden' })
  const device = page.locator('.trend-other').getByRole('combobox')
  await choose(page, device, other.code)
  await row(`${other.code} · ${other.code} Level`).waitFor()
  await choose(page, device, without.code)
  await page.getByText(t('trends.compared-none')).waitFor()
})

test('a trend is shared with everybody, and no longer', async () => {
  const made = await makeDevice({ level: 'm' })
  await made.send([{ ts: Date.now() - 5000, values: { level: 2 } }])
  const page = await open(`${TRENDS}?points=${made.points['level']}&last=3600000`)
  await drawing(page).waitFor()
  const name = `Shared ${unique()}`
  const menu = async (on: Page, label: string) => {
    await button(on, label).click()
    return on.getByRole('menu').filter({ has: on.getByRole('menuitem', { name: t('trends.save-as') }) })
  }
  await (await menu(page, t('trends.trends'))).getByRole('menuitem', { name: t('trends.save-as') }).click()
  await page.getByRole('dialog').getByLabel(t('trends.name')).fill(name)
  await page.keyboard.press('Enter')
  await (await menu(page, name)).getByRole('menuitem', { name: t('trends.share'), exact: true }).click()
  await message(page, t('trends.saved')).first().waitFor()

  const others = await site.page({ as: 'viewer' })
  const opened = async () => {
    await others.goto(TRENDS)
    return menu(others, t('trends.trends'))
  }
  const shared = await opened()
  await shared.getByText(t('trends.shared'), { exact: true }).waitFor()
  await shared.getByRole('menuitem', { name, exact: true }).click()
  await others.getByRole('img', { name: new RegExp(`^${name}`) }).waitFor()
  // It is looked at by everybody, and changed by whoever keeps it.
  const theirs = await menu(others, name)
  await theirs.getByRole('menuitem', { name: t('trends.save-as') }).waitFor()
  expect(await theirs.getByRole('menuitem', { name: t('trends.unshare') }).count()).toBe(0)

  await (await menu(page, name)).getByRole('menuitem', { name: t('trends.unshare'), exact: true }).click()
  const viewer = await site.client('viewer')
  const left = async () => (await viewer.get<{ list: { trendName: string }[] }>('/api/account/trend/queryTrend')).data.list
  await eventually(async () => (await left()).map(({ trendName }) => trendName)).not.toContain(name)
})

test('a trend is kept under a name and comes back', async () => {
  const made = await makeDevice({ level: 'm' })
  await made.send([{ ts: Date.now() - 5000, values: { level: 2 } }])
  const page = await open(`${TRENDS}?points=${made.points['level']}&last=3600000`)
  await drawing(page).waitFor()
  const name = `Levels ${unique()}`
  await button(page, t('trends.trends')).click()
  await page.getByRole('menuitem', { name: t('trends.save-as') }).click()
  await page.getByRole('dialog').getByLabel(t('trends.name')).fill(name)
  await page.keyboard.press('Enter')
  await button(page, name).waitFor()
  const id = new URL(page.url()).searchParams.get('trend')
  const again = await open(`${TRENDS}?trend=${id}`)
  await again.getByRole('img', { name: new RegExp(`^${name}`) }).waitFor()
  await eventually(() => addressOf(again)).toBe(`${TRENDS}?points=${made.points['level']}&last=3600000&trend=${id}`)
  // From the list of them, too.
  const third = await open(TRENDS)
  await button(third, t('trends.trends')).click()
  await third.getByRole('menuitem', { name }).click()
  await third.getByRole('img', { name: new RegExp(`^${name}`) }).waitFor()
})

test('values become a file, and the chart a picture', async () => {
  const made = await makeDevice({ level: 'm' })
  const now = Math.floor(Date.now() / 1000) * 1000
  await made.send([
    { ts: now - 5000, values: { level: 2 } },
    { ts: now - 4000, values: { level: 2.5 } },
  ])
  const page = await open(`${TRENDS}?points=${made.points['level']}&from=${now - 10_000}&to=${now}`)
  await drawing(page).locator('canvas').first().waitFor()
  await button(page, t('button.export')).click()
  const file = page.waitForEvent('download')
  await page
    .getByRole('dialog', { name: t('trends.export') })
    .getByRole('button', { name: t('button.export') })
    .click()
  const stream = await (await file).createReadStream()
  const text = Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8')
  expect(text.split('\r\n').slice(1, 3)).toEqual(
    [2, 2.5].map((value, index) => `${made.code},${made.code} level,level,m,${shanghai(now - 5000 + index * 1000)}.000,${value},Good,,`),
  )
  const picture = page.waitForEvent('download')
  await button(page, t('trends.picture')).click()
  expect((await picture).suggestedFilename()).toBe(`${t('menu.trends')}.png`)
})
