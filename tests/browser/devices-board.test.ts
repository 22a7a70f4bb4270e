/** Devices as those meet them who live with them: the board and the tree, the wizard that connects one, the page that can be worked with, and forms that are not thrown away. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { updateListPreference } from '../../model/contract/account/list-views.ts'
import { unique } from '../support/builders.ts'
import { addSendingDevice } from './devices.ts'
import { PATIENCE, TENANT, eventually, focused, openChoices, openSite, settled, t, toolbarButton } from './support.ts'

const site = openSite()

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const openForm = async (page: Page) => {
  await page.goto('/acquisition/devices')
  await settled(page)
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: new RegExp(`${t('button.add')}$`) })
    .click()
  return dialogOf(page, t('form.add', { noun: t('one.devices') }))
}

test('the board shows state and newest values as their points say, follows them, and is found again', async () => {
  const device = await addSendingDevice(site.url, await site.client(), {
    flow: { unit: 'm3/h', decimals: 1 },
    door: { stateTexts: '0=Closed, 1=Open', displayOrder: 1 },
  })
  await device.push({ flow: 12.345, door: 1 })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/devices?deviceName=${encodeURIComponent(device.name)}`)
  await page.getByRole('button', { name: t('board.cards'), exact: true }).click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: device.name }) })
  await card.getByText(t('presence.online'), { exact: true }).waitFor()
  await eventually(() =>
    card
      .locator('dl > div')
      .allInnerTexts()
      .then((lines) => lines.map((line) => line.replaceAll(/\s+/g, ' '))),
  ).toEqual(['Point door Open', 'Point flow 12.3 m3/h'])
  await device.push({ flow: 13.06, door: 0 })
  await eventually(() =>
    card
      .locator('dd')
      .allInnerTexts()
      .then((lines) => lines.map((line) => line.replaceAll(/\s+/g, ' '))),
  ).toEqual(['Closed', '13.1 m3/h'])
  await page.reload()
  await card.getByText('13.1').waitFor()
  await page.getByRole('button', { name: t('board.table'), exact: true }).click()
  await page.getByRole('row').filter({ hasText: device.name }).getByText(t('presence.online'), { exact: true }).waitFor()
  await card.waitFor({ state: 'detached' })
})

test('newest values stand in columns of the list for whoever chooses their points, follow them, and are found again', async () => {
  const device = await addSendingDevice(site.url, await site.client(), { flow: { unit: 'm3/h', decimals: 1 }, level: {} })
  await device.push({ flow: 12.345, level: 7 })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/devices?deviceName=${encodeURIComponent(device.name)}`)
  await settled(page)
  const heading = page.getByRole('columnheader', { name: 'Point flow' })
  expect(await heading.count()).toBe(0)
  await toolbarButton(page, t('list.more')).click()
  await page.getByRole('menuitem', { name: t('device-values.open') }).click()
  const dialog = dialogOf(page, t('device-values.title'))
  const chooser = dialog.getByRole('combobox', { name: t('device-values.points') })
  const options = await openChoices(page, chooser)
  await chooser.fill('flow')
  await options.getByText('Point flow · flow', { exact: true }).click()
  await page.keyboard.press('Escape')
  const kept = page.waitForResponse((response) => response.url().includes(updateListPreference.path) && response.ok())
  await dialog.getByRole('button', { name: t('device-values.show'), exact: true }).click()
  await heading.waitFor()
  await kept
  const row = page.getByRole('row').filter({ hasText: device.name })
  await row.getByText('12.3').waitFor()
  await device.push({ flow: 13.06 })
  await row.getByText('13.1').waitFor()
  await page.reload()
  await row.getByText('13.1').waitFor()
  // And wherever the same person signs in.
  const elsewhere = await site.page({ as: 'admin' })
  await elsewhere.goto(`/acquisition/devices?deviceName=${encodeURIComponent(device.name)}`)
  await elsewhere.getByRole('row').filter({ hasText: device.name }).getByText('13.1').waitFor()
  // The file has them as well.
  await toolbarButton(page, t('button.export')).hover()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('export.exportCSV'), exact: true }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines.find((line) => line.includes(t('field.devices.deviceCode')))).toMatch(/Point flow \(m3\/h\)"?$/)
  expect(lines.find((line) => line.includes(device.name))).toMatch(/13\.1"?$/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('Point flow').filter({ visible: true }).first().waitFor()
  await (await site.client()).put(`/api${updateListPreference.path}`, { page: 'devices', look: {} })
})

test('the tree narrows the list to a project or a site, and unfolds to the devices there', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/devices')
  const tree = page.getByRole('navigation', { name: t('board.places') })
  const names = tree.locator('.place-name')
  await names.nth(2).waitFor()
  const project = await names.nth(1).innerText()
  await names.nth(1).click()
  await eventually(() => new URL(page.url()).searchParams.get('projectId')).toMatch(/^[0-9a-f-]{36}$/)
  await tree.locator('[aria-current=true]').filter({ hasText: project }).waitFor()
  const place = await names.nth(2).innerText()
  await names.nth(2).click()
  await eventually(() => new URL(page.url()).searchParams.get('siteId')).toMatch(/^[0-9a-f-]{36}$/)
  expect(new URL(page.url()).searchParams.get('projectId')).toBeNull()
  await tree.getByRole('button', { name: `${t('list.unfold')}: ${place}` }).click()
  // The demonstration's devices report all the time: when one did stands at the place and at the device.
  await eventually(() => tree.locator('.place-seen').count()).toBeGreaterThan(1)
  const leaf = tree.getByRole('link').first()
  const deviceName = (await leaf.locator('xpath=.').getAttribute('title')) ?? ''
  await leaf.click()
  await page.getByRole('heading', { level: 1, name: deviceName }).waitFor()
})

test('the tree shows values of the devices of a site, and leads to the list where there are more than it shows', async () => {
  const client = await site.client()
  const device = await addSendingDevice(site.url, client, { flow: { unit: 'm3/h' } })
  await device.push({ flow: 12.5 })
  const code = unique()
  const added = async (call: string, body: object) => {
    const answer = await client.post<{ id: string }>(`/api/acquisition/${call}`, body)
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
    return answer.data.id
  }
  const projectId = await added('project/addProject', { projectCode: code, projectName: `Project ${code}`, projectStatus: 'active' })
  const siteId = await added('site/addSite', { siteCode: code, siteName: `Site ${code}`, projectId })
  expect((await client.put('/api/acquisition/device/updateDevice', { id: device.id, siteId, deviceName: `A ${code}` })).http).toBe(200)
  // With it one more than the tree shows.
  for (let number = 0; number < 50; number += 1)
    await added('device/addDevice', {
      deviceCode: `${code}-${number}`,
      deviceName: `B ${code} ${number}`,
      siteId,
      deviceStatus: 1,
      connection: 'push',
    })
  const page = await site.page({ as: 'admin' })
  await page.goto('/acquisition/devices')
  const tree = page.getByRole('navigation', { name: t('board.places') })
  const fold = tree.getByRole('button', { name: `${t('list.unfold')}: Site ${code}` })
  const project = tree.getByRole('button', { name: `${t('list.unfold')}: Project ${code}` })
  await tree.getByRole('button', { name: `Project ${code}`, exact: true }).waitFor()
  // With many projects they are folded at first.
  if (await project.isVisible()) await project.click()
  await fold.click()
  const leaf = tree.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(`^A ${code}`) }) })
  await leaf.last().locator('.place-values').getByText('12.5').waitFor()
  await device.push({ flow: 13.5 })
  await leaf.last().locator('.place-values').getByText('13.5').waitFor()
  await tree.getByRole('button', { name: `${t('board.more-points', { count: 1 })}: Site ${code}` }).click()
  await eventually(() => new URL(page.url()).searchParams.get('siteId')).toBe(siteId)
})

test('a new device is connected with what the wizard says, and it says when it is heard of and what was wrong', async () => {
  const code = `wiz-${unique()}`
  const page = await site.page({ as: 'admin' })
  const form = await openForm(page)
  await focused(form.getByLabel(t('field.devices.deviceCode')))
  // What only a polled device has is asked for when it is polled.
  expect(await form.getByLabel(t('field.devices.modbusHost')).count()).toBe(0)
  await form.getByLabel(t('field.devices.deviceCode')).fill(code)
  await form.getByRole('textbox', { name: `* ${t('field.devices.deviceName')}`, exact: true }).fill(`Wizard ${code}`)
  await form.getByRole('button', { name: t('common.save') }).click()

  const wizard = dialogOf(page, t('connect.title', { name: `Wizard ${code}` }))
  await wizard.getByText(t('connect.waiting')).waitFor()
  await wizard.getByText(`${TENANT}/${code}`, { exact: true }).waitFor()
  // Nobody uses a secret of it yet: it has one at once, and it is shown.
  await wizard.getByText(t('appClients.secret-once')).waitFor()
  const line = await wizard.locator('pre', { hasText: 'curl' }).innerText()
  const [, user = '', body = '', url = ''] = /-u '([^']+)' .* -d '([^']+)' '([^']+)'$/.exec(line) ?? []
  expect(url).toBe(`${site.url}/api/acquisition/push`)
  const send = (as: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(as).toString('base64')}`, 'content-type': 'application/json' },
      body,
    })
  expect((await send(`${TENANT}/${code}:wrong`)).status).toBe(401)
  await wizard.getByText(t('refusal.credentials', { at: '127.0.0.1' })).waitFor()
  // The secret is right, the point is missing.
  expect((await send(user)).status).toBe(422)
  await wizard.getByText(t('refusal.unknown-point', { at: 'temperature' })).waitFor()
  const admin = await site.client()
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/acquisition/device/queryDevice', { deviceCode: code })
  const id = data.list[0]?.id as string
  await admin.post('/api/acquisition/point/addPoint', { deviceId: id, pointKey: 'temperature', pointName: 'Temperature' })
  await expect.poll(async () => (await send(user)).status, { timeout: PATIENCE }).toBe(200)
  await wizard.getByText(/^Received at /).waitFor()
  await wizard.getByRole('button', { name: t('connect.kept-see') }).click()
  await page.getByRole('heading', { level: 1, name: `Wizard ${code}` }).waitFor()
  await page.getByRole('button', { name: t('monitor.recent') }).click()
  const messages = page.getByRole('region', { name: t('monitor.recent') })
  await messages.getByText(body, { exact: true }).first().waitFor()
  await messages
    .getByText(t('refusal.unknown-point', { at: 'temperature' }))
    .first()
    .waitFor()
  await page.getByRole('button', { name: t('monitor.log') }).click()
  await page
    .getByRole('region', { name: t('monitor.log') })
    .getByText(t('refusal.credentials', { at: '127.0.0.1' }))
    .waitFor()
})

test('a device that was added without a secret is given its first one when it is asked for', async () => {
  const admin = await site.client()
  const code = `bare-${unique()}`
  const { data } = await admin.post<{ id: string }>('/api/acquisition/device/addDevice', {
    deviceCode: code,
    deviceName: code,
    deviceStatus: 1,
    connection: 'push',
  })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${data.id}`)
  await page.getByRole('button', { name: t('devices.connect'), exact: true }).click()
  const wizard = dialogOf(page, t('connect.title', { name: code }))
  await wizard.getByText(t('connect.secret-none')).waitFor()
  expect(await wizard.getByRole('button', { name: t('devices.new-secret') }).count()).toBe(0)
  await wizard.getByRole('button', { name: t('connect.issue') }).click()
  await wizard.getByText(t('appClients.secret-once')).waitFor()
})

test('a simulated device is not taken from its simulator without a question', async () => {
  const device = await addSendingDevice(site.url, await site.client(), {})
  const page = await site.page({ as: 'admin' })
  await page.route('**/queryDeviceConnection?**', async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { ...json, data: { ...json.data, secret: 'simulated' } } })
  })
  await page.goto(`/acquisition/device?id=${device.id}`)
  await page.getByRole('button', { name: t('devices.connect'), exact: true }).click()
  const wizard = dialogOf(page, t('connect.title', { name: device.name }))
  await wizard.getByRole('button', { name: t('connect.issue') }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(t('connect.ask-simulated', { name: device.name })).waitFor()
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await device.push({})
})

test('the page of a device: its form, all its trends, its last day, and its alarms are acknowledged there', async () => {
  const admin = await site.client()
  const device = await addSendingDevice(site.url, admin, { flow: { decimals: 2 }, level: {} })
  const rule = {
    ruleName: `Full ${unique()}`,
    deviceId: device.id,
    pointKey: 'flow',
    alarmKind: 'high',
    alarmLimit: 5,
    alarmPriority: 2,
    ruleStatus: 1,
  }
  expect((await admin.post('/api/acquisition/alarmrule/addAlarmRule', rule)).http).toBe(200)
  await device.push({ flow: 6, level: 1 })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/acquisition/device?id=${device.id}`)
  await page.getByRole('img', { name: t('monitor.day-of', { name: 'Point flow', low: '6.00', high: '6.00' }) }).waitFor()
  const alarm = page
    .getByRole('region', { name: t('noun.alarms') })
    .getByRole('row')
    .filter({ hasText: rule.ruleName })
  await alarm.getByRole('button', { name: new RegExp(`^${t('monitor.acknowledge')}`) }).click()
  await alarm.getByText(t('choice.alarmState.acknowledged'), { exact: true }).waitFor()
  await page.getByRole('button', { name: t('button.update'), exact: true }).click()
  const form = dialogOf(page, t('form.edit', { noun: t('one.devices') }))
  await form.getByRole('textbox', { name: `* ${t('field.devices.deviceName')}`, exact: true }).fill(`${device.name} new`)
  await form.getByRole('button', { name: t('common.save') }).click()
  await page.getByRole('heading', { level: 1, name: `${device.name} new` }).waitFor()
  await page.getByRole('link', { name: t('monitor.all-trends') }).click()
  await eventually(() => new URL(page.url()).searchParams.get('points')?.split(',').length).toBe(2)
})

test('a form asks before it throws away what was filled in: by Escape, by Cancel from the keyboard and beside it', async () => {
  const page = await site.page({ as: 'admin' })
  const form = await openForm(page)
  await focused(form.getByLabel(t('field.devices.deviceCode')))
  // Nothing is filled in: nothing is asked.
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await openForm(page)
  const code = form.getByLabel(t('field.devices.deviceCode'))
  await code.fill('half')
  const question = page.getByRole('alertdialog', { name: t('form.discard') })
  const keep = question.getByRole('button', { name: t('form.discard-no') })
  const ways: (() => Promise<void>)[] = [
    () => page.keyboard.press('Escape'),
    async () => {
      await form.getByRole('button', { name: t('common.cancel') }).focus()
      await page.keyboard.press('Enter')
    },
    () => page.mouse.click(5, 5),
  ]
  for (const leave of ways) {
    await leave()
    await keep.click()
    await question.waitFor({ state: 'hidden' })
    expect(await code.inputValue()).toBe('half')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('form.discard-yes') }).click()
  await form.waitFor({ state: 'hidden' })
})

test('the buttons of a long form stay in sight', async () => {
  const page = await site.page({ as: 'admin', viewport: { width: 1280, height: 600 } })
  await page.goto('/acquisition/points')
  await settled(page)
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: new RegExp(`${t('button.add')}$`) })
    .click()
  const save = dialogOf(page, t('form.add', { noun: t('one.points') })).getByRole('button', { name: t('common.save') })
  await save.waitFor()
  const box = await save.boundingBox()
  expect((box?.y ?? 1e9) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
})
