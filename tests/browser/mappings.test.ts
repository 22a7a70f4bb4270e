/** How messages of a type's devices are read: a rule is tried on what a device sent before it is saved, and then reads it. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { LabelKey } from '../../model/labels/index.ts'
import { unique } from '../support/builders.ts'
import { choose, eventually, message, openSite, rowNamed, settled, t, TENANT, toolbarButton } from './support.ts'

const site = openSite()

const dialogs = (page: Page) => page.getByRole('dialog')

/** A type with one point, a device of it, and what the device sends over HTTP. */
async function buildSender() {
  const admin = await site.client()
  const code = `m${unique()}`
  const added = async (path: string, body: object) => {
    const { http, data } = await admin.post<{ id: string }>(`/api/acquisition/${path}`, body)
    expect(http).toBe(200)
    return data.id
  }
  const typeId = await added('devicetype/addDeviceType', { typeCode: code, typeName: `Type ${code}` })
  await added('typepoint/addTypePoint', { deviceTypeId: typeId, pointKey: 'flow', pointName: 'Flow', unit: 'm³/h' })
  const id = await added('device/addDevice', {
    deviceCode: code,
    deviceName: `Meter ${code}`,
    deviceStatus: 1,
    connection: 'push',
    deviceTypeId: typeId,
  })
  const { data } = await admin.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id })
  return {
    typeId,
    name: `Meter ${code}`,
    send: (body: string) =>
      fetch(`${site.url}/api/acquisition/push`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${TENANT}/${code}:${data.secret}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body,
      }),
  }
}

test('a rule is tried on a message before it is saved, and reads again what could not be read', async () => {
  const sender = await buildSender()
  const text = '{"uplink":{"q":"120"},"battery":3.6}'
  expect((await sender.send(text)).status).toBe(422)

  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/typemappings?deviceTypeId=${sender.typeId}&ruleName=none`)
  await page.getByText(t('list.empty'), { exact: true }).waitFor()
  await page.goto(`/acquisition/typemappings?deviceTypeId=${sender.typeId}`)
  await settled(page)
  await page.getByText(t('mapping.empty'), { exact: true }).waitFor()
  await toolbarButton(page, t('button.add')).click()
  const form = dialogs(page).first()
  await form.getByLabel(t('field.type-mappings.ruleName')).fill('Flow of the uplink')
  // What is sent over HTTP has no topic, and how a time is written is asked where one is read.
  const [topic, format, time] = ['topicFilter', 'timeFormat', 'timePath'].map((name) =>
    form.getByLabel(t(`field.type-mappings.${name}` as LabelKey)),
  ) as [Locator, Locator, Locator]
  await topic.waitFor()
  await choose(page, form.getByLabel(t('field.type-mappings.messageSource')), t('choice.messageSource.http'))
  await topic.waitFor({ state: 'hidden' })
  expect(await format.count()).toBe(0)
  await time.fill('at')
  await format.waitFor()
  await time.fill('')
  await format.waitFor({ state: 'hidden' })
  await form.getByLabel(t('field.type-mappings.valuePath')).fill('uplink.')
  await form.getByLabel(t('field.type-mappings.pointKey')).fill('flow')
  await form.getByLabel(t('field.type-mappings.sourceUnit')).fill('L/min')
  await form.getByRole('button', { name: t('mapping.try'), exact: true }).click()

  const trial = dialogs(page).filter({ hasText: t('mapping.try-about') })
  await trial.getByLabel(t('mapping.message'), { exact: true }).fill(text)
  const run = trial.getByRole('button', { name: t('mapping.try'), exact: true })
  await run.click()
  await trial.getByText(t('mapping.fault.path', { at: 8 })).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => trial.count()).toBe(0)

  await form.getByLabel(t('field.type-mappings.valuePath')).fill('uplink.q')
  await form.getByRole('button', { name: t('mapping.try'), exact: true }).click()
  await trial.getByLabel(t('mapping.message'), { exact: true }).fill(text)
  await run.focus()
  await page.keyboard.press('Enter')
  const found = trial.getByRole('row').filter({ hasText: 'uplink.q' })
  await found.getByText('7.2 m³/h').waitFor()
  await found.getByText(t('mapping.arrival')).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => trial.count()).toBe(0)

  await form.getByRole('button', { name: t('common.save') }).click()
  await rowNamed(page, 'Flow of the uplink').waitFor()

  await page.goto(`/acquisition/unparsedmessages?topic=`)
  await settled(page)
  const kept = page.getByRole('row').filter({ hasText: sender.name })
  await kept.getByText(text).waitFor()
  await kept.getByRole('button', { name: new RegExp(`^${t('mapping.reread')}`) }).click()
  await message(page, t('mapping.reread-done', { read: 1, left: 0, stored: 1, corrected: 0, repeated: 0 })).waitFor()
  await eventually(() => kept.count()).toBe(0)
})

test('a preset gives a type its rules at once', async () => {
  const { typeId } = await buildSender()
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/typemappings?deviceTypeId=${typeId}`)
  await settled(page)
  await toolbarButton(page, t('list.more')).click()
  await page.getByRole('menuitem', { name: t('mapping.preset') }).click()
  await choose(page, dialogs(page).getByLabel(t('mapping.preset-name')), t('mapping.preset.tasmota'))
  await dialogs(page)
    .getByRole('button', { name: t('button.add'), exact: true })
    .click()
  await rowNamed(page, 'SENSOR').waitFor()
})

test('a trial gives the type the points that its rules find', async () => {
  const sender = await buildSender()
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/typemappings?deviceTypeId=${sender.typeId}`)
  await settled(page)
  await toolbarButton(page, t('list.more')).click()
  await page.getByRole('menuitem', { name: t('mapping.preset') }).click()
  await choose(page, dialogs(page).getByLabel(t('mapping.preset-name')), t('mapping.preset.csv'))
  await dialogs(page)
    .getByRole('button', { name: t('button.add'), exact: true })
    .click()
  await rowNamed(page, 'HTTP').waitFor()
  await toolbarButton(page, t('list.more')).click()
  await page.getByRole('menuitem', { name: t('mapping.try'), exact: true }).click()
  const trial = dialogs(page).filter({ hasText: t('mapping.try-about') })
  await choose(page, trial.getByLabel(t('field.type-mappings.messageSource')), t('choice.messageSource.http'))
  await trial.getByLabel(t('mapping.message'), { exact: true }).fill('time;level\n2026-11-25 08:00:00;2,5\n')
  await trial.getByRole('button', { name: t('mapping.try'), exact: true }).click()
  await trial.getByRole('button', { name: `${t('mapping.add-point')}: level` }).click()
  const found = trial.getByRole('row').filter({ hasText: '2,5' })
  await found.getByText('2.5', { exact: true }).waitFor()
  await found.getByText('2026-11-25 08:00:00').waitFor()
})

test('the form of a device asks about its own kind of connection', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/devices')
  await settled(page)
  await toolbarButton(page, t('button.add')).click()
  const form = dialogs(page)
  const asks = (name: 'modbusHost' | 'pollSeconds' | 'gatewayId' | 'gatewayName') =>
    form.getByLabel(t(`field.devices.${name}`), { exact: true }).count()
  await form.getByLabel(t('field.devices.connection')).waitFor()
  expect([await asks('modbusHost'), await asks('pollSeconds'), await asks('gatewayId'), await asks('gatewayName')]).toEqual([0, 0, 1, 0])
  await choose(page, form.getByLabel(t('field.devices.connection')), t('choice.connection.modbus'))
  await eventually(() => asks('modbusHost')).toBe(1)
  expect([await asks('pollSeconds'), await asks('gatewayId')]).toEqual([1, 0])
})
