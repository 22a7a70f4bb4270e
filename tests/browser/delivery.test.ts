/** The number of alarms that wait for somebody, on every page: it follows by itself, and leads to them. */
import { expect, test } from 'vitest'
import { alarmRules } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import { pathsOf } from '../support/values.ts'
import { addSendingDevice } from './devices.ts'
import { eventually, message, openSite, settled, t } from './support.ts'

const site = openSite()

test('an alarm is counted in the header of any page, told by a message there, and one click away', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { temperature: {} })
  const rule = { deviceId: device.id, pointKey: 'temperature', alarmKind: 'high', alarmLimit: 22, alarmPriority: 1, ruleStatus: 1 }
  expect(await admin.post(pathsOf(alarmRules).add, { ruleName: `Too warm ${unique()}`, ...rule })).toMatchObject({ http: 200 })
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/alarmchannels')
  await settled(page)
  const counter = page.locator('.alarm-counter')
  const count = async () =>
    Number(
      (await counter
        .locator('.header-count')
        .textContent({ timeout: 500 })
        .catch(() => '0')) ?? 0,
    )
  const before = await count()
  await device.push({ temperature: 30 })
  await eventually(count).toBe(before + 1)
  expect(await counter.getAttribute('aria-label')).toBe(t('alarm-counter.some', { count: before + 1 }))
  await message(page, t('alarm-counter.new', { count: 1 })).waitFor()
  await counter.click()
  await page.getByRole('menuitem', { name: t('alarm-counter.open') }).click()
  await eventually(() => new URL(page.url()).pathname).toBe('/acquisition/alarms')
})
