/** What happened to a record is shown beside it and can be taken back; the log shows the same, and its chain holds. */
import { expect, test } from 'vitest'
import { addRole } from './data.ts'
import { message, openSite, rowNamed, settled, t } from './support.ts'

const site = openSite()

test('a role is compared with what it was, and restored', async () => {
  const client = await site.client()
  const { id, values } = await addRole(client, { roleDescription: 'as it was' })
  const name = String(values['roleName'])
  await client.put('/api/admin/sysrole/updateSysRole', { id, roleDescription: 'as it should not be' })
  const page = await site.page({ as: 'admin' })
  await page.goto('/authority/sysrole')
  await settled(page)
  await rowNamed(page, name)
    .getByRole('button', { name: new RegExp(`^${t('list.more')}`) })
    .click()
  await page.getByRole('menuitem', { name: t('button.history') }).click()
  const drawer = page.getByRole('dialog', { name: t('history.title', { name }) })
  await drawer.getByRole('cell', { name: 'as it should not be' }).waitFor()
  await drawer.getByRole('button', { name: new RegExp(t('history.compare')) }).click()
  const compared = page.getByRole('dialog').filter({ hasText: t('history.then') })
  await compared.getByRole('cell', { name: 'as it was' }).waitFor()
  await compared.getByRole('button', { name: t('history.restore') }).click()
  await message(page, t('history.restored')).waitFor()
  const { data } = await client.get<{ list: { roleDescription: string }[] }>('/api/admin/sysrole/querySysRole', { id })
  expect(data.list[0]?.roleDescription).toBe('as it was')
})

test('the log shows who did it and what changed, and its chain is sound', async () => {
  const client = await site.client()
  const { values } = await addRole(client)
  const page = await site.page({ as: 'admin' })
  await page.goto('/admin/syslog?title=roles&logType=add')
  await settled(page)
  await page
    .getByRole('button', { name: new RegExp(`^${t('button.details')}`) })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: t('logs.detail') })
  await drawer.getByRole('cell', { name: String(values['roleCode']) }).waitFor()
  await drawer
    .getByRole('button', { name: t('common.close') })
    .first()
    .click()
  await page.getByRole('button', { name: t('logs.verify') }).click()
  await page.getByText(/The chain is sound/).waitFor()
})
