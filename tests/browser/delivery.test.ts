/** What leaves the product of alarms: whom a rule asks for. And the number of alarms that wait for somebody, on every page: it follows by itself, and leads to them. */
import { expect, test } from 'vitest'
import { alarmRules } from '../../model/index.ts'
import { unique } from '../support/builders.ts'
import { pathsOf } from '../support/values.ts'
import { addSendingDevice } from './devices.ts'
import { choose, eventually, message, openChoices, openSite, settled, t, toolbarButton } from './support.ts'

const site = openSite()

test('a rule asks whom to tell where its channel addresses people, and sends none where it does not', async () => {
  const admin = await site.client()
  const tag = unique()
  for (const [channelName, kind] of [
    [`Mail ${tag}`, { channelKind: 'mail' }],
    [`Hook ${tag}`, { channelKind: 'webhook', channelAddress: 'https://hooks.example.com/a' }],
  ] as const)
    expect((await admin.post('/api/acquisition/alarmchannel/addAlarmChannel', { channelName, channelStatus: 1, ...kind })).http).toBe(200)
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/deliveryrules')
  await settled(page)
  await toolbarButton(page, t('button.add')).click()
  const form = page.getByRole('dialog')
  const channel = form.getByLabel(t('field.delivery-rules.channelId'))
  const people = form.getByLabel(t('field.delivery-rules.userId'))
  await form.getByLabel(t('field.delivery-rules.deliveryName')).fill(`Rule ${tag}`)
  await channel.fill(`Mail ${tag}`)
  await choose(page, channel, `Mail ${tag}`)
  await people.waitFor()
  const options = await openChoices(page, people)
  await people.fill('admin')
  await options.getByText(/ · admin$/).click()
  await channel.fill(`Hook ${tag}`)
  await choose(page, channel, `Hook ${tag}`)
  await people.waitFor({ state: 'hidden' })
  const sent = page.waitForRequest('**/addDeliveryRule')
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect(body).toMatchObject({ deliveryName: `Rule ${tag}` })
  for (const name of ['userId', 'deliveryRoleId', 'orgId', 'onDuty']) expect(body).not.toHaveProperty(name)
  await message(page, t('form.saved')).waitFor()
})

test('what is more urgent is announced at once, and a new alarm though another was acknowledged', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { temperature: {}, pressure: {}, level: {} })
  const rule = { deviceId: device.id, alarmKind: 'high', alarmLimit: 22, ruleStatus: 1 }
  for (const [pointKey, alarmPriority] of [
    ['temperature', 4],
    ['pressure', 1],
    ['level', 4],
  ] as const)
    expect((await admin.post(pathsOf(alarmRules).add, { ruleName: `Too high ${unique()}`, pointKey, alarmPriority, ...rule })).http).toBe(
      200,
    )
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/alarmchannels')
  await settled(page)
  const announced = message(page, t('alarm-counter.new', { count: 1 }))
  await device.push({ temperature: 30 })
  await announced.waitFor()
  // Within the quiet after the first one.
  await device.push({ pressure: 30 })
  await message(page, t('alarm-counter.new-critical', { count: 1 })).waitFor()

  await page.waitForTimeout(10_000)
  await announced.waitFor({ state: 'hidden' })
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/alarm/queryAlarm', {
    deviceId: device.id,
    alarmPriority: 1,
  })
  // No page is announced before the other one is there: the number is the same as before.
  await Promise.all([
    admin.post('/api/acquisition/alarm/acknowledgeAlarm', { id: data.list.map(({ id }) => id) }),
    device.push({ level: 30 }),
  ])
  await announced.waitFor()
})

test('an alarm is counted in the header of any page, told by a message there, and one click away', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { temperature: {}, pressure: {} })
  const rule = { deviceId: device.id, alarmKind: 'high', alarmLimit: 22, alarmPriority: 1, ruleStatus: 1 }
  for (const pointKey of ['temperature', 'pressure'])
    expect(await admin.post(pathsOf(alarmRules).add, { ruleName: `Too high ${unique()}`, pointKey, ...rule })).toMatchObject({ http: 200 })
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
  await message(page, t('alarm-counter.new-critical', { count: 1 })).waitFor()

  // Whoever wants no message sees the number alone.
  await counter.click()
  await page.getByRole('menuitem', { name: t('alarm-counter.toast') }).click()
  await page.keyboard.press('Escape')
  // One message is enough for ten seconds, and after them another would come.
  await page.waitForTimeout(10_000)
  await message(page, t('alarm-counter.new-critical', { count: 1 })).waitFor({ state: 'hidden' })
  await device.push({ pressure: 30 })
  await eventually(count).toBe(before + 2)
  expect(await message(page, t('alarm-counter.new-critical', { count: 1 })).count()).toBe(0)
  await counter.click()
  await page.getByRole('menuitem', { name: t('alarm-counter.toast') }).click()
  await page.getByRole('menuitem', { name: t('alarm-counter.open') }).click()
  await eventually(() => new URL(page.url()).pathname).toBe('/acquisition/alarms')
})
