/** The alarm console as people meet it: what a device sends appears by itself, and is acknowledged without a mouse. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alarmRules, devices, points } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { aField, aForm, buildForm } from '../support/forms.ts'
import { addRow, pathsOf } from '../support/values.ts'
import { problemsOf } from './axe.ts'
import { TENANT, choose, eventually, focused, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'
import { askedOf, deployOverHttp, drawModel } from './workflow.ts'

const site = openSite()

interface ObservedPage {
  readonly rule: string
  readonly deviceCode: string
  readonly deviceId: string
  readonly send: (value: number) => Promise<void>
}

/** A device with a point, a rule that wants it below 22, and the means to send. */
async function watched(admin: Client): Promise<ObservedPage> {
  const [deviceCode, rule] = [`alarm-${unique()}`, `Too warm ${unique()}`]
  const { id: deviceId } = await addRow(admin, devices, {
    deviceCode,
    deviceName: deviceCode,
    deviceTypeId: undefined,
    connection: 'push',
    deviceStatus: 1,
  })
  await admin.post(pathsOf(points).add, { deviceId, pointKey: 'temperature', pointName: 'Temperature', unit: '°C' })
  expect(
    await admin.post(pathsOf(alarmRules).add, {
      ruleName: rule,
      deviceId,
      pointKey: 'temperature',
      alarmKind: 'high',
      alarmLimit: 22,
      alarmPriority: 1,
      ruleStatus: 1,
      messageEn: rule,
    }),
  ).toMatchObject({ http: 200 })
  const {
    data: { secret },
  } = await admin.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id: deviceId })
  return {
    rule,
    deviceCode,
    deviceId,
    async send(value) {
      const authorization = `Basic ${Buffer.from(`${TENANT}/${deviceCode}:${secret}`).toString('base64')}`
      const answer = await fetch(`${site.url}/api/acquisition/push`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ temperature: value }),
      })
      expect(answer.status).toBe(200)
    },
  }
}

async function open(page: Page): Promise<void> {
  const listens = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('ready')) resolve()
      }),
    ),
  )
  await page.goto('/acquisition/alarms')
  await settled(page)
  await listens
}

/** Whether it lies in the window and no other cell lies over it. */
async function isSeen(page: Page, part: Locator): Promise<boolean> {
  await part.scrollIntoViewIfNeeded()
  const [box, text, window] = [await part.boundingBox(), await part.textContent(), page.viewportSize()]
  if (!box || !window || box.x < 0 || box.x + box.width > window.width) return false
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return (await page.evaluate<string>(`document.elementFromPoint(${x}, ${y})?.closest('td')?.textContent ?? ''`)).includes(text ?? '?')
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a value beyond its limit appears without being asked for, is acknowledged by the keyboard, and goes when it is back', async () => {
  const admin = await site.client()
  const { rule, deviceCode, deviceId, send } = await watched(admin)
  const page = await site.page({ as: 'admin' })
  await open(page)
  expect(new URL(page.url()).search).toBe('?isCurrent=1')
  await send(23.5)
  const row = rowNamed(page, rule)
  await row.getByText(t('choice.alarmState.unacknowledged'), { exact: true }).waitFor()
  await row.getByText('23.5 °C').waitFor()
  await row.getByText(t('choice.alarmPriority.1'), { exact: true }).waitFor()

  // When it was is seen at every width, and the device and the trend are a click away.
  const device = row.getByRole('link', { name: deviceCode })
  expect(await device.getAttribute('href')).toBe(`/acquisition/device?id=${deviceId}`)
  const trend = new URL((await row.getByRole('link', { name: 'Temperature' }).getAttribute('href')) ?? '', site.url)
  expect([trend.pathname, Number(trend.searchParams.get('to')) - Number(trend.searchParams.get('from'))]).toEqual([
    '/acquisition/trends',
    7_200_000,
  ])
  for (const width of [1440, 1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const part of [
      row.locator('time'),
      row.getByText(t('choice.alarmState.unacknowledged'), { exact: true }),
      row.getByText(rule).first(),
    ])
      await eventually(() => isSeen(page, part)).toBe(true)
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  const more = row.getByRole('button', { name: `${t('list.more')}: ${rule}`, exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: t('alarms.acknowledge-comment'), exact: true }).press('Enter')
  const comment = dialog(page).getByLabel(t('alarms.comment'))
  await focused(comment)
  await page.keyboard.type('The door was open')
  await page.keyboard.press('Enter')
  await message(page, t('alarms.done', { count: 1 })).waitFor()
  await row.getByText(t('choice.alarmState.acknowledged'), { exact: true }).waitFor()

  await row.getByRole('button', { name: `${t('alarms.history')}: ${rule}`, exact: true }).click()
  await dialog(page).getByText('The door was open').waitFor()
  await send(20)
  await dialog(page).getByText(t('alarms.transition.return'), { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => row.count()).toBe(0)
})

test('an alarm is shelved for a reason, and brought back', async () => {
  const { rule, send } = await watched(await site.client())
  const page = await site.page({ as: 'admin' })
  await open(page)
  await send(30)
  const row = rowNamed(page, rule)
  await row.getByRole('checkbox').check()
  await toolbarButton(page, t('alarms.shelve')).click()
  await dialog(page)
    .getByRole('button', { name: t('alarms.shelve'), exact: true })
    .click()
  await dialog(page)
    .getByText(t('check.required', { field: t('alarms.reason') }))
    .waitFor()
  await dialog(page).getByLabel(t('alarms.reason')).fill('The heater is being repaired')
  await dialog(page)
    .getByRole('button', { name: t('alarms.shelve'), exact: true })
    .click()
  await eventually(() => row.count()).toBe(0)
  await page.getByText(t('alarms.all'), { exact: true }).click()
  await row.getByText(t('choice.alarmState.shelved'), { exact: true }).waitFor()
  await row.getByRole('button', { name: `${t('alarms.unshelve')}: ${rule}`, exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: t('alarms.unshelve'), exact: true })
    .click()
  await row.getByText(t('choice.alarmState.unacknowledged'), { exact: true }).waitFor()
  // Without a comment it asks nothing.
  await row.getByRole('button', { name: `${t('alarms.acknowledge')}: ${rule}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await row.getByText(t('choice.alarmState.acknowledged'), { exact: true }).waitFor()
})

test('the health of the alarms is told in figures, and the sound is off until somebody wants it', async () => {
  const { send } = await watched(await site.client())
  await send(30)
  const page = await site.page({ as: 'admin' })
  await open(page)
  await toolbarButton(page, t('alarms.health')).click()
  await dialog(page).getByText(t('alarms.health-mean'), { exact: true }).waitFor()
  await dialog(page).getByText(t('alarms.often'), { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  const sound = page.getByRole('button', { name: t('alarms.sound-off') })
  expect(await sound.getAttribute('aria-pressed')).toBe('false')
  await sound.click()
  await page.reload()
  expect(await page.getByRole('button', { name: t('alarms.sound-on') }).getAttribute('aria-pressed')).toBe('true')
})

test('a rule is made of a point that there is, and one that watches none says so', async () => {
  const admin = await site.client()
  const { deviceCode, deviceId, rule, send } = await watched(admin)
  await send(21.5)
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/alarmrules?deviceId=${deviceId}`)
  await settled(page)
  await rowNamed(page, rule).waitFor()
  await toolbarButton(page, t('button.add')).click()
  const form = dialog(page)
  await form.getByLabel(t('field.alarm-rules.ruleName')).fill(`Silent ${deviceCode}`)
  await choose(page, form.getByLabel(t('field.alarm-rules.pointKey')), 'Temperature · temperature (°C)')
  await form.getByLabel(t('field.alarm-rules.alarmLimit')).waitFor()
  expect(await form.getByLabel(t('field.alarm-rules.silentSeconds')).count()).toBe(0)
  await choose(page, form.getByLabel(t('field.alarm-rules.alarmKind')), t('choice.alarmKind.stale'))
  await form.getByLabel(t('field.alarm-rules.silentSeconds')).fill('60')
  expect(await form.getByLabel(t('field.alarm-rules.alarmLimit')).count()).toBe(0)
  expect(await form.getByLabel(t('field.alarm-rules.messageEn')).isVisible()).toBe(false)
  await form.getByText(t('alarm-rules.messages'), { exact: true }).click()
  await form.getByLabel(t('field.alarm-rules.messageEn')).fill(`Nothing from ${deviceCode}`)
  await form.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('form.saved')).waitFor()

  const { data } = await admin.get<{ list: { id: string }[] }>(pathsOf(points).query, { deviceId })
  expect((await admin.post(`${pathsOf(points).delete}?id=${data.list[0]?.id ?? ''}`)).http).toBe(200)
  await page.reload()
  await rowNamed(page, `Silent ${deviceCode}`).getByText(t('alarm-rules.no-point'), { exact: true }).waitFor()
})

test('what the process of a rule is told is chosen line by line, with the keyboard alone', async () => {
  const admin = await site.client()
  const { deviceId, rule } = await watched(admin)
  const form = await buildForm(
    admin,
    aForm(aField('cause', 'text', { labels: { en: 'Cause' } }), aField('reading', 'number', { labels: { en: 'Reading' } })),
  )
  const model = await drawModel(admin, [{ id: 'repair', name: 'Repair', settings: askedOf('editor') }])
  expect((await admin.put('/api/activiti/model/updateModel', { id: model.id, formId: form.id })).http).toBe(200)
  await deployOverHttp(admin, model.id, model.key)
  const kept = async () =>
    (await admin.get<{ list: { processVariables: string | null }[] }>(pathsOf(alarmRules).query, { deviceId })).data.list[0]
      ?.processVariables

  const page = await site.page({ as: 'admin' })
  // No answer comes the first time, as on a slow line: both lists of choices are asked for again.
  for (const call of ['queryStartable', 'queryStartForm']) await page.route(new RegExp(call), (route) => route.abort(), { times: 1 })
  await page.goto(`/acquisition/alarmrules?deviceId=${deviceId}`)
  await settled(page)
  const edit = async () => {
    await rowNamed(page, rule)
      .getByRole('button', { name: new RegExp(`^${t('button.update')}`) })
      .click()
    await dialog(page).getByLabel(t('field.alarm-rules.ruleName')).waitFor()
  }
  await edit()
  await choose(page, dialog(page).getByLabel(t('field.alarm-rules.processKey')), `${model.name} (${model.key})`)
  const lines = dialog(page).getByRole('group', { name: t('field.alarm-rules.processVariables') })
  const add = lines.getByRole('button', { name: t('alarm-rules.add-variable') })
  const variable = (at: number) => lines.getByRole('combobox', { name: `${t('alarm-rules.variable')}: ${at}` })
  const source = (at: number) => lines.getByRole('combobox', { name: `${t('alarm-rules.variable-source')}: ${at}` })
  const keys = async (...of: string[]) => {
    for (const key of of) await page.keyboard.press(key)
  }
  await add.press('Enter')
  await focused(variable(1))
  await page.keyboard.type('caus')
  await page.locator('.ant-select-item-option').getByText('Cause · cause').waitFor()
  await keys('ArrowDown', 'Enter')
  await eventually(() => variable(1).inputValue()).toBe('cause')
  await keys('Tab', 'Enter')
  await page
    .locator('.ant-select-item-option')
    .getByText(`${t('alarm-source.rule')} (rule)`)
    .waitFor()
  await keys('ArrowDown', 'Enter')
  await lines.getByTitle(`${t('alarm-source.rule')} (rule)`).waitFor()
  await eventually(() => source(1).getAttribute('aria-expanded')).toBe('false')
  await keys('Tab')
  await focused(lines.getByRole('button', { name: `${t('button.delete')}: cause` }))
  await keys('Tab')
  await focused(add)
  await keys('Enter')
  await focused(variable(2))
  await page.keyboard.type('not whole')
  expect(await problemsOf(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('common.save') })
    .press('Enter')
  await dialog(page)
    .getByText(t('check.alarm-variables', { field: t('field.alarm-rules.processVariables') }))
    .waitFor()
  await lines.getByRole('button', { name: `${t('button.delete')}: not whole` }).press('Enter')
  await focused(add)
  await dialog(page)
    .getByRole('button', { name: t('common.save') })
    .press('Enter')
  await message(page, t('form.saved')).waitFor()
  expect(await kept()).toBe('cause = rule')

  await edit()
  await eventually(() => variable(1).inputValue()).toBe('cause')
  await lines.getByTitle(`${t('alarm-source.rule')} (rule)`).waitFor()
  await choose(page, source(1), t('alarm-source.limit'))
  await dialog(page)
    .getByRole('button', { name: t('common.save') })
    .click()
  await eventually(kept).toBe('cause = limit')
})
