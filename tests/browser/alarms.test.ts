/** The alarm console as people meet it: what a device sends appears by itself, and is acknowledged without a mouse. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alarmRules, devices, points } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { addRow, pathsOf } from '../support/values.ts'
import { TENANT, eventually, focused, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'

const site = openSite()

interface ObservedPage {
  readonly rule: string
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

const dialog = (page: Page) => page.getByRole('dialog')

test('a value beyond its limit appears without being asked for, is acknowledged by the keyboard, and goes when it is back', async () => {
  const admin = await site.client()
  const { rule, send } = await watched(admin)
  const page = await site.page({ as: 'admin' })
  await open(page)
  expect(new URL(page.url()).search).toBe('?isCurrent=1')
  await send(23.5)
  const row = rowNamed(page, rule)
  await row.getByText(t('choice.alarmState.unacknowledged'), { exact: true }).waitFor()
  await row.getByText('23.5 °C').waitFor()
  await row.getByText(t('choice.alarmPriority.1'), { exact: true }).waitFor()

  const button = row.getByRole('button', { name: `${t('alarms.acknowledge')}: ${rule}`, exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
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
