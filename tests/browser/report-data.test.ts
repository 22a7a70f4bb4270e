/** Data of a report is put together by clicks: formulas over measures, conditions over them, order, the greatest ones with the rest, and parameters. */
import { expect, test } from 'vitest'
import type { ReportDesign } from '../../model/contract/report/templates.ts'
import { unique } from '../support/builders.ts'
import { problemsOf } from './axe.ts'
import { choose, eventually, openChoices, openSite, t } from './support.ts'

const site = openSite()
const PATH = '/api/report/template'

test('a set gets a formula by clicks, a condition, an order, its greatest groups and a parameter, and is changed later', async () => {
  const admin = await site.client()
  const { data } = await admin.post<{ id: string }>(`${PATH}/addReportTemplate`, {
    templateName: `Data ${unique()}`,
    templateKind: 'other',
    templateStatus: 1,
  })
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 } })
  await page.goto(`/reportdesigner/reportdesign?id=${data.id}`)
  await page.getByRole('grid').waitFor()
  await page.getByText(t('report-design.tool-data'), { exact: true }).click()
  await page.getByRole('button', { name: t('report-design.set-add') }).click()
  const dialog = page.getByRole('dialog', { name: t('report-design.set-add') })
  const button = (name: string) => dialog.getByRole('button', { name })
  await choose(page, dialog.getByRole('combobox', { name: t('boards.subject') }), t('noun.alarms'))
  await button(t('report-design.set-by-add')).click()

  // A parameter, with which a condition compares.
  await button(t('report-design.set-parameter-add')).click()
  await dialog.getByRole('textbox', { name: t('report-design.set-parameter-name', { at: 1 }) }).fill('most')

  // By clicks: the count, times two.
  await button(t('report-design.set-formula-add')).click()
  await dialog.getByRole('textbox', { name: t('report-design.set-formula-name', { at: 1 }) }).fill('twice')
  const formula = t('report-design.set-formula', { at: 1 })
  await dialog.getByRole('button', { name: new RegExp(`^${t('form-design.build')}.*${formula}`) }).click()
  const builder = page.getByRole('dialog', { name: formula })
  const pick = async (label: string, option: string) => {
    const options = await openChoices(page, builder.getByRole('combobox', { name: label, exact: true }))
    await options.getByText(option, { exact: true }).click()
  }
  await pick(formula, t('forms.operator.multiply'))
  const part = (place: number) => t('form-design.part-of', { operator: t('forms.operator.multiply'), place })
  await pick(part(1), `${t('boards.measure.count')} (count)`)
  await pick(part(2), t('form-design.value', { type: t('forms.type.number') }))
  await builder.getByRole('spinbutton').fill('2')
  await builder.getByRole('button', { name: t('form-design.take') }).click()
  await builder.waitFor({ state: 'hidden' })

  // Written, with a name that is not there at first.
  const having = dialog.getByRole('textbox', { name: t('report-design.set-having'), exact: true })
  await having.fill('= gone > 1')
  await dialog.getByText(t('figures.fault.measure', { name: 'gone' })).waitFor()
  expect(await button(t('report-design.set-take')).isDisabled()).toBe(true)
  await having.fill('= twice > 1')

  await button(t('report-design.set-order-add')).click()
  await choose(page, dialog.getByRole('combobox', { name: t('report-design.set-order-column', { at: 1 }) }), 'twice')
  await dialog.getByRole('spinbutton', { name: t('boards.top') }).fill('3')
  await dialog.getByRole('checkbox', { name: t('boards.top-rest') }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  // By keys: a pointer that stays there would open the menu of the person below it.
  await button(t('report-design.set-take')).press('Enter')
  await dialog.waitFor({ state: 'hidden' })

  const document = async () =>
    (await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: data.id })).data.content.sets['data1']?.document
  await eventually(async () => (await document()) !== undefined).toBe(true)
  expect(await document()).toMatchObject({
    subject: 'alarms',
    measures: [
      { as: 'count', of: 'count' },
      { as: 'twice', formula: '= count * 2' },
    ],
    having: '= twice > 1',
    order: [['twice', 'ascend']],
    topN: { by: 'count', count: 3, rest: true },
  })
  const { data: design } = await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: data.id })
  expect(design.faults).toEqual([])
  expect((await document())?.['params']).toContainEqual({ name: 'most', kind: 'number', default: 0 })

  // Opened again it is what it was, and can be changed.
  await page.getByRole('button', { name: new RegExp(`^${t('report-design.set-change')}`) }).click()
  const again = page.getByRole('dialog', { name: t('report-design.set-change') })
  await eventually(() => again.getByRole('textbox', { name: formula, exact: true }).inputValue()).toBe('= count * 2')
  await again.getByRole('checkbox', { name: t('boards.top-rest') }).uncheck()
  await again.getByRole('button', { name: t('report-design.set-take') }).press('Enter')
  await eventually(async () => (await document())?.['topN']).toEqual({ by: 'count', count: 3 })
})
