/** Scheduled reports: one is run by hand and its runs are looked at, and whoever has the link of a mail opens its files until the link ends. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ScheduleRun } from '../../model/contract/report/schedules.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { problemsOf } from './axe.ts'
import { openEntrySite } from './entry-site.ts'
import { OPERATORS, PASSWORD, TENANT, eventually, fillSignIn, message, rowNamed, settled, signInButton, shownAs, t } from './support.ts'

const site = openEntrySite()
const signedIn = () => signIn(site.url, TENANT, 'admin', PASSWORD)
const PATH = '/api/report/schedule'
const PHONE = { viewport: { width: 390, height: 844 } } as const
const DESK = { viewport: { width: 1440, height: 900 } } as const
const VALUES = {
  ...{ reportCode: 'availability', rhythm: 'day', runAt: '06:30', issues: 0, scheduleFormats: 'pdf', scheduleLanguage: 'en' },
  scheduleStatus: 1,
}

interface Added {
  readonly id: string
  readonly name: string
  readonly address: string
}

async function added(admin: Client, more: object = {}): Promise<Added> {
  const [name, address] = [`Schedule ${unique()}`, `${unique()}@example.com`]
  const answer = await admin.post<{ id: string }>(`${PATH}/addReportSchedule`, {
    ...VALUES,
    ...{ scheduleName: name, mailTo: address },
    ...more,
  })
  expect(answer.http, answer.message).toBe(200)
  return { id: answer.data.id, name, address }
}

const runOf = async (admin: Client, id: string) =>
  (await admin.get<{ list: ScheduleRun[] }>(`${PATH}/queryScheduleRun`, { id })).data.list[0]

/** Where the link of the mail leads, once the schedule was run by hand. */
async function linked(admin: Client, { id, address }: Added): Promise<string> {
  expect((await admin.post(`${PATH}/runReportSchedule`, { id })).http).toBe(200)
  await eventually(async () => (await runOf(admin, id))?.state).toBe('done')
  const operator = await signIn(site.url, OPERATORS, 'admin', PASSWORD)
  const look = async () =>
    (await operator.get<{ list: { body: string }[] }>('/api/admin/outbox/queryMessage', { recipient: address })).data.list[0]?.body ?? ''
  await eventually(look).not.toBe('')
  const [link = ''] = /https?:\S+/.exec(await look()) ?? []
  return link
}

/** Nothing is wrong with it, and nothing of it lies beyond the screen. */
async function isWhole(page: Page): Promise<void> {
  expect(await problemsOf(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}

/** The schedules as admin sees them. */
async function schedules(): Promise<Page> {
  const page = await site.page(DESK)
  await page.goto('/login')
  await fillSignIn(page)
  await signInButton(page).click()
  await page.waitForURL('**/workbench')
  await page.goto('/reports/schedule')
  await settled(page)
  return page
}

/** Does with a row what its button says: what there is no room for in the row stands in its menu. */
async function act(page: Page, name: string, label: string): Promise<void> {
  const row = rowNamed(page, name)
  const direct = row.getByRole('button', { name: `${label}: ${name}`, exact: true })
  if ((await direct.count()) === 0) await row.getByRole('button', { name: `${t('list.more')}: ${name}`, exact: true }).click()
  await direct.or(page.getByRole('menuitem', { name: label, exact: true })).click()
}

test('a schedule is run now, and its runs say what became of it', async () => {
  const admin = await signedIn()
  const { id, name } = await added(admin)
  const page = await schedules()
  await act(page, name, t('schedule.run-now'))
  const question = page.getByRole('alertdialog')
  await question.getByText(t('schedule.run-text', { owner: shownAs('admin') })).waitFor()
  await question.getByRole('button', { name: t('schedule.run-now') }).click()
  await message(page, t('schedule.run-begun')).waitFor()

  await act(page, name, t('schedule.runs'))
  const drawer = page.getByRole('dialog', { name: t('schedule.runs-title', { schedule: name }) })
  // It is looked at again by itself until it is done.
  await drawer.getByText(t('choice.lastRunState.done'), { exact: true }).waitFor()
  await drawer.getByText(new RegExp(t('schedule.by-hand'))).waitFor()
  expect(await problemsOf(page)).toEqual([])
  expect((await runOf(admin, id))?.trigger).toBe('hand')
})

test('whoever saves a schedule is told in its form that they become its owner', async () => {
  const page = await schedules()
  await page.getByRole('button', { name: t('button.add'), exact: true }).click()
  await page.getByRole('dialog').getByText(t('schedule.becomes-owner')).waitFor()
})

test('the link of a mail leads to the files on a phone, says when its report was withdrawn, and leads nowhere after its time', async () => {
  const admin = await signedIn()
  const schedule = await added(admin, { issues: 1 })
  const link = await linked(admin, schedule)
  const { id: runId, issuedId } = (await runOf(admin, schedule.id)) ?? expect.fail('no run')
  const page = await site.page(PHONE)
  await page.goto(link)
  const file = page.getByRole('button', { name: t('choice.scheduleFormats.pdf') })
  await file.waitFor()
  expect(await page.getByText(t('schedule.no-longer-valid')).count()).toBe(0)
  await isWhole(page)

  expect((await admin.post('/api/report/issued/withdrawReport', { id: issuedId, reason: 'wrong device' })).http).toBe(200)
  await page.reload()
  await page.getByText(t('schedule.no-longer-valid')).waitFor()
  await isWhole(page)

  await site.database.asOwner((owner) =>
    owner.query(`update schedule_runs set expires_at = now() - interval '1 second' where id = $1`, [runId]),
  )
  await page.reload()
  await page.getByRole('alert').getByText(t('schedule.link-gone')).waitFor()
  expect(await file.count()).toBe(0)
  await isWhole(page)
})
