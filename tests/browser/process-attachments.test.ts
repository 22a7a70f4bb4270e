/** Files of a process: brought with the form that starts it and with an act, had by the next person and by whoever started it, and by nobody else. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unique } from '../support/builders.ts'
import { aField, aForm, buildForm } from '../support/forms.ts'
import { problemsOf } from './axe.ts'
import { message, openSite, t } from './support.ts'
import { askedOf, deployOverHttp, drawModel } from './workflow.ts'

const site = openSite()
const PROCESS = '/api/activiti/process'
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** A process with a form that has room for papers; its task is the editor's. */
async function withPapers() {
  const client = await site.client()
  const labels = { en: 'Papers', zh: '材料', tw: '材料' }
  const form = await buildForm(client, aForm(aField('papers', 'files', { fileTypes: ['txt'], labels })))
  const model = await drawModel(client, [{ id: 'approve', name: 'Approve', settings: askedOf('editor') }])
  expect((await client.put('/api/activiti/model/updateModel', { id: model.id, formId: form.id })).http).toBe(200)
  return { client, definition: await deployOverHttp(client, model.id, model.key) }
}

/** What the file has that a press brings. */
async function fetched(page: Page, name: string, press: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download')
  await press()
  const download = await coming
  expect(download.suggestedFilename()).toBe(name)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('papers of a form and files of an act are had by the next person and the starter, and by nobody else', async () => {
  const { client, definition } = await withPapers()
  const [asked, decided, about] = [`asked-${unique()}.txt`, `decided-${unique()}.txt`, `Pump ${unique()}`]
  const starter = await site.page({ as: 'admin' })
  await starter.goto(`/personaloa/startprocess?process=${definition}`)
  await starter.getByLabel(t('my-process.description')).fill(about)
  for (const [label, moment] of [
    [t('my-process.from'), '2026-03-02 09:00:00'],
    [t('my-process.until'), '2026-03-02 18:00:00'],
  ] as const) {
    const field = starter.getByLabel(new RegExp(`^${label}`))
    await field.fill(moment)
    await field.press('Enter')
  }
  const papers = starter.locator('.fill-field').filter({ hasText: 'Papers' })
  await papers.locator('input[type=file]').setInputFiles(fileOf(asked, 'what is asked'))
  await papers.getByRole('button', { name: t('fill.remove-of', { name: asked }) }).waitFor()
  expect(await problemsOf(starter)).toEqual([])
  await starter.getByRole('button', { name: t('my-process.start'), exact: true }).click()
  await starter.waitForURL('**/personaloa/myprocessdetails?*')
  const { data } = await client.get<{ list: { id: string; processInstanceId: string }[] }>('/api/activiti/task/queryTask', {
    description: about,
  })
  const [{ id: task, processInstanceId: instance }] = data.list as [(typeof data.list)[number]]

  // The next person has the paper with the form, and brings a file along with the decision.
  const next = await site.page({ as: 'editor' })
  await next.goto(`/personaloa/mytaskdetails?id=${task}`)
  const paper = next.getByRole('button', { name: t('fill.download-of', { name: asked }) })
  expect(await fetched(next, asked, () => paper.click())).toBe('what is asked')
  await next.getByRole('toolbar', { name: t('my-task.acts') }).getByRole('button', { name: t('my-task.act-complete'), exact: true }).click() // prettier-ignore
  const dialog = next.getByRole('dialog')
  await dialog.getByLabel(t('process-list.comment')).fill('As it says')
  await dialog.getByLabel(t('process-beside.attach')).setInputFiles(fileOf(decided, 'what was decided'))
  await dialog.getByText(decided).waitFor()
  expect(await problemsOf(next)).toEqual([])
  await dialog.getByRole('button', { name: t('my-task.act-complete'), exact: true }).click()
  await message(next, t('my-task.done-complete')).waitFor()

  // Whoever started it has both.
  await starter.goto(`/personaloa/myprocessdetails?id=${instance}`)
  const own = starter.getByRole('button', { name: t('fill.download-of', { name: asked }) })
  expect(await fetched(starter, asked, () => own.click())).toBe('what is asked')
  await starter.getByRole('tab', { name: t('process-beside.attachments') }).click()
  const attached = starter.getByRole('button', { name: new RegExp(`${decided.replace('.', '\\.')}$`) })
  expect(await fetched(starter, decided, () => attached.click())).toBe('what was decided')
  expect(await problemsOf(starter)).toEqual([])
  const { list } = (await client.get<{ list: { id: string; fileName: string }[] }>(`${PROCESS}/queryProcessAttachment`, { processInstanceId: instance })).data // prettier-ignore
  expect(list.map(({ fileName }) => fileName)).toEqual([decided])

  // For whom it is none of their business there is neither the process nor a file of it, by whichever way they ask.
  const stranger = await site.page({ as: 'viewer' })
  await stranger.goto(`/personaloa/myprocessdetails?id=${instance}`)
  await stranger.getByText(t('error.row.not-found')).first().waitFor()
  await stranger.goto(`/personaloa/mytaskdetails?id=${task}`)
  await stranger.getByText(t('error.row.not-found')).first().waitFor()
  const html = await stranger.content()
  for (const name of [asked, decided, about]) expect(html).not.toContain(name)
  const viewer = await site.client('viewer')
  expect((await viewer.get(`${PROCESS}/queryProcessAttachment`, { processInstanceId: instance })).http).toBe(404)
  expect((await viewer.post(`${PROCESS}/downloadProcessAttachment`, { id: list[0]?.id ?? '' })).http).toBe(404)
  const filled = (await client.get<{ form: { data: { papers: { id: string }[] } } }>(`${PROCESS}/queryMyProcessDetails`, { processInstanceId: instance })).data.form.data // prettier-ignore
  const file = filled.papers[0]?.id ?? expect.fail('no paper')
  expect((await viewer.post(`${PROCESS}/downloadProcessFile`, { id: file })).http).toBe(404)
})
