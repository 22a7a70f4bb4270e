/** A round on a phone that others use as well: what has not been sent stays for the one who found it, over a sign-out and whoever signs in between. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { RoundDetail } from '../../model/contract/maintenance/rounds.ts'
import { roundRoutes, roundStops } from '../../model/index.ts'
import type { Client } from '../support/client.ts'
import { png } from '../support/media.ts'
import { addRow } from '../support/values.ts'
import { addUser, roleCoded } from './data.ts'
import { addressOf, eventually, fillSignIn, message, openSite, recordCalls, signInButton, t } from './support.ts'

const site = openSite()
const RECORDING = /\/api\/maintenance\/round\/(recordRoundStop|addRoundPhoto)/
const CHECKS = JSON.stringify([{ key: 'leak', text: 'No leak', kind: 'check', required: true, opensOrder: false }])

/** A round of one stop, under way. */
async function round(admin: Client): Promise<string> {
  const route = await addRow(admin, roundRoutes, {
    // It falls due on no day of this test.
    ...{ everyCount: 1, everyUnit: 'day', firstDue: '2099-01-01 00:00:00', roundTimes: '08:00', graceMinutes: 120, routeStatus: 1 },
    ...{ assigneeId: null, notifyRole: null },
  })
  await addRow(admin, roundStops, { routeId: route.id, stopOrder: 1, equipmentId: null, checks: CHECKS })
  const { data } = await admin.post<{ id: string }>('/api/maintenance/round/startRound', { routeId: route.id, requestId: randomUUID() })
  return data.id
}

const question = (page: Page) => page.getByRole('alertdialog', { name: t('round.leave') })

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${t('shell.account')}`) }).click()
  await page.getByRole('menuitem', { name: t('shell.log-out') }).click()
}

test('whoever signs in between neither sees nor sends it, and it arrives when its owner is back', async () => {
  const admin = await site.client()
  const other = await addUser(admin, { roleId: [await roleCoded(admin, 'ROLE_ADMIN')] })
  const id = await round(admin)
  const stopOf = async () => (await admin.get<RoundDetail>('/api/maintenance/round/queryRoundDetail', { id })).data.stops[0]

  const page = await site.page({ as: 'admin' })
  await page.route(RECORDING, (route) => route.abort('connectionrefused'))
  await page.goto(`/maintenance/round?id=${id}`)
  await page.getByText(t('work-order.check-passed'), { exact: true }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'leak.png', mimeType: 'image/png', buffer: png(4, 4) })
  await page.getByRole('button', { name: t('round.save'), exact: true }).click()
  await page.getByText(t('round.offline', { count: 2 })).waitFor()

  // They are asked, and may stay.
  await leave(page)
  await question(page)
    .getByText(t('round.leave-about', { count: 2 }))
    .waitFor()
  await question(page)
    .getByRole('button', { name: t('round.leave-stay') })
    .click()
  await eventually(() => question(page).count()).toBe(0)
  expect(addressOf(page)).toBe(`/maintenance/round?id=${id}`)
  await leave(page)
  await question(page)
    .getByRole('button', { name: t('round.leave-keep') })
    .click()
  await signInButton(page).waitFor()

  // The network is back, and somebody else comes to the same page.
  await page.unroute(RECORDING)
  const calls = recordCalls(page)
  await fillSignIn(page, { username: other.username })
  await signInButton(page).click()
  await page.getByText(t('round.progress', { done: 0, count: 1 })).waitFor()
  expect(await page.getByText(t('round.waiting'), { exact: true }).count()).toBe(0)
  await page.goto('/maintenance/rounds')
  await page.getByRole('table').first().waitFor()
  expect(await page.getByText(t('round.unsent', { count: 2 })).count()).toBe(0)
  await leave(page)
  // Nothing of theirs is left behind: nobody is asked.
  await signInButton(page).waitFor()
  expect(calls.filter(({ path }) => RECORDING.test(path))).toEqual([])
  expect(await stopOf()).toMatchObject({ recordedAt: null, photos: [] })

  // It is sent from whatever page its owner looks at.
  await page.goto('/login')
  await fillSignIn(page)
  await signInButton(page).click()
  await message(page, t('round.sent', { count: 2 })).waitFor()
  const stop = await stopOf()
  expect(stop).toMatchObject({ itemsFailed: 0, recordedBy: expect.stringContaining('admin') })
  expect(stop?.photos).toHaveLength(1)
  expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("round-"))')).toEqual([])
})
