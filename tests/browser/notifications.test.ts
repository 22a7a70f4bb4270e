/** Notifications are written, published and taken back on their page; whom they are for is told within a second. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { atOnce } from './at-once.ts'
import { choose, eventually, message, openSite, rowNamed, settled, t, toolbarButton } from './support.ts'

const site = openSite()
const BASE = '/api/notification/notification'

const dialog = (page: Page) => page.getByRole('dialog')
/** A row's button; those that do not fit are behind the last. */
async function press(page: Page, title: string, name: string): Promise<void> {
  await rowNamed(page, title)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
}
const confirmed = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** Whether the open page has been told that there is something for its user. */
async function countNotifications(page: Page): Promise<() => number> {
  let received = 0
  const ready = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { kind, topic } = JSON.parse(String(payload)) as { kind: string; topic?: string }
        if (kind === 'ready') resolve()
        if (kind === 'news' && topic === 'notifications') received += 1
      }),
    ),
  )
  await page.goto('/workbench')
  await ready
  return () => received
}

test('is written with the editor, published, heard of within a second, read, and taken back', async () => {
  const title = `Maintenance ${unique()}`
  const [page, second, reader, viewer] = await Promise.all([
    site.page({ as: 'admin' }),
    site.page({ as: 'admin' }),
    site.page({ as: 'viewer' }),
    site.client('viewer'),
  ])
  const received = await countNotifications(reader)
  await Promise.all(
    [page, second].map(async (each) => {
      await each.goto('/admin/notification')
      await settled(each)
    }),
  )

  await toolbarButton(page, t('button.add')).click()
  const form = dialog(page)
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  for (const field of ['title', 'content'] as const)
    await form.getByText(t('check.required', { field: t(`field.notifications.${field}`) })).waitFor()
  await form.getByRole('textbox', { name: new RegExp(`${t('field.notifications.title')}$`) }).fill(title)
  await form.getByRole('textbox', { name: t('field.notifications.content') }).click()
  await page.keyboard.type('The line stops at noon.')
  await choose(page, form.getByRole('combobox', { name: new RegExp(`${t('field.notifications.priority')}$`) }), t('choice.priority.high'))
  await form.getByRole('button', { name: t('common.save'), exact: true }).click()
  await message(page, t('form.saved')).waitFor()
  const row = rowNamed(page, title)
  await row.getByText(t('choice.status.draft'), { exact: true }).waitFor()
  await row.getByText(t('notifications.everyone'), { exact: true }).waitFor()

  const there = rowNamed(second, title).getByText(t('choice.status.published'), { exact: true })
  const published = page.waitForResponse((response) => response.url().includes('publishNotification'))
  await press(page, title, t('button.publish'))
  await confirmed(page, t('button.publish'))
  await published
  const start = performance.now()
  await eventually(received).toBeGreaterThan(0)
  const took = performance.now() - start
  expect(took).toBeLessThan(await atOnce(page))
  await there.waitFor()
  const mine = await viewer.get<{ list: { id: string; title: string; content: string }[] }>(`${BASE}/queryMyNotification`, { title })
  expect(mine.data.list).toMatchObject([{ title, content: '<p>The line stops at noon.</p>' }])
  await viewer.post(`${BASE}/readNotification`, { id: mine.data.list[0]?.id })

  // As long as people read it, it stays as it is.
  await row.getByText(t('choice.status.published'), { exact: true }).waitFor()
  for (const verb of ['update', 'delete'] as const) {
    expect(await row.getByRole('button', { name: `${t(`button.${verb}`)}: ${title}`, exact: true }).count(), verb).toBe(0)
    await row.getByRole('checkbox').check()
    await toolbarButton(page, t(`button.${verb}`)).click()
    await message(page, t('error.notification.published')).first().waitFor()
  }

  await openView(page, title)
  await form.getByText('The line stops at noon.').waitFor()
  await form.getByText(t('notifications.read', { count: 1 }), { exact: true }).waitFor()
  await form.getByRole('cell', { name: 'viewer', exact: true }).first().waitFor()
  await form
    .getByRole('button', { name: t('common.close'), exact: true })
    .last()
    .click()
  await form.waitFor({ state: 'hidden' })

  await press(page, title, t('button.withdraw'))
  await confirmed(page, t('button.withdraw'))
  await row.getByText(t('choice.status.withdrawn'), { exact: true }).waitFor()
  expect((await viewer.get<{ total: number }>(`${BASE}/queryMyNotification`, { title })).data.total).toBe(0)
})

test('nothing of what it says runs', async () => {
  const admin = await site.client()
  const mark = unique()
  const title = `${mark} <img src=x onerror="window.ran=1">`
  const content = '<p>calm</p><img src="x" onerror="window.ran=1"><script>window.ran=1</script><a href="javascript:window.ran=1">link</a>'
  const {
    data: { id },
  } = await admin.post<{ id: string }>(`${BASE}/addNotification`, { title, content, type: 'message', priority: 'low' })
  const page = await site.page({ as: 'admin' })
  await page.goto(`/admin/notification?title=${mark}`)
  await settled(page)
  await openView(page, title)
  await dialog(page).getByText('calm').waitFor()
  await dialog(page).getByText('link').click()
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(await dialog(page).locator('img[src], script, a[href]').count()).toBe(0)
  await admin.post(`${BASE}/deleteNotification`, { id: [id] })
})

/** The preview is behind the menu of the row. */
async function openView(page: Page, title: string): Promise<void> {
  await rowNamed(page, title).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: t('notifications.show'), exact: true }).click()
}
