/** Forms are designed by mouse, and again by keyboard alone; two who do it at once lose nothing; what is published is what was designed. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FormDefinition } from '../../model/form/definition.ts'
import { unique } from '../support/builders.ts'
import { problemsOf } from './axe.ts'
import { choose, eventually, message, openChoices, openSite, rowNamed, settled, shownAs, t, toolbarButton } from './support.ts'

const site = openSite()
const BASE = '/api/generator/generatorform'

/** A new form, empty or with this definition. */
async function makeForm(definition: FormDefinition = { schema: 1, fields: [], layout: [] }): Promise<string> {
  const admin = await site.client()
  const { data, http } = await admin.post<{ id: string }>(`${BASE}/addGeneratorForm`, {
    formDescription: `Form ${unique()}`,
    formContent: JSON.stringify(definition),
  })
  expect(http).toBe(200)
  return data.id
}

async function draftOf(id: string): Promise<FormDefinition> {
  const admin = await site.client()
  return (await admin.get<{ definition: FormDefinition }>(`${BASE}/queryFormDesign?id=${id}`)).data.definition
}

async function openDesigner(id: string, options: Parameters<typeof site.page>[0] = {}): Promise<Page> {
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 }, ...options })
  await page.goto(`/devtool/formdesign?id=${id}`)
  await canvas(page).waitFor()
  return page
}

const canvas = (page: Page): Locator => page.getByRole('tree', { name: t('form-design.canvas') })
const partNamed = (page: Page, name: string): Locator => canvas(page).getByRole('treeitem', { name, exact: true })
const panel = (page: Page): Locator => page.getByRole('region', { name: t('form-design.panel') })
const inPalette = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: t('form-design.tools') }).getByRole('button', { name, exact: true })
const isSaved = (page: Page) => page.getByText(t('form-design.saving-saved'), { exact: true }).waitFor()
const kindsOf = ({ fields }: FormDefinition) => fields.map(({ kind }) => kind)
const named = (kind: 'text' | 'number' | 'date' | 'table' | 'select', name = t(`forms.kind.${kind}`)) =>
  t('form-design.named', { sort: t(`forms.kind.${kind}`), name })

/** Moves the pointer as a hand does: dnd-kit begins after a few pixels. */
async function dragTo(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const box = await from.boundingBox()
  if (!box) throw new Error('what is dragged is not there')
  await page.mouse.move(box.x + 14, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 24, box.y + box.height / 2 + 10, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  await page.mouse.up()
}

const edgeOf = async (of: Locator, edge: 'top' | 'bottom' | 'middle') => {
  // The whole part; what has its name is the line at its top.
  const box = await of.locator('xpath=..').boundingBox()
  if (!box) throw new Error('there is nothing to drop at')
  return { x: box.x + box.width / 2, y: edge === 'top' ? box.y + 3 : edge === 'bottom' ? box.y + box.height - 3 : box.y + box.height / 2 }
}

describe('a form', () => {
  test('is built by mouse, published with its differences, and is what was designed', async () => {
    const id = await makeForm()
    const page = await openDesigner(id)
    const empty = page.getByText(t('form-design.empty'), { exact: true }).first()
    await dragTo(page, inPalette(page, t('forms.kind.text')), await edgeOf(empty, 'middle'))
    await partNamed(page, named('text')).waitFor()
    await dragTo(page, inPalette(page, t('forms.kind.number')), await edgeOf(partNamed(page, named('text')), 'bottom'))
    await dragTo(page, inPalette(page, t('forms.kind.date')), await edgeOf(partNamed(page, named('text')), 'top'))
    await eventually(() => canvas(page).getByRole('treeitem').count()).toBe(3)
    await dragTo(page, partNamed(page, named('number')), await edgeOf(partNamed(page, named('date')), 'top'))

    await partNamed(page, named('number')).click()
    await panel(page).getByLabel(t('forms.member.labels'), { exact: true }).fill('Amount of litres')
    await panel(page)
      .getByRole('checkbox', { name: t('forms.member.required'), exact: true })
      .check()
    await panel(page).getByLabel(t('forms.rule.least')).fill('1')
    await isSaved(page)
    const draft = await draftOf(id)
    expect(kindsOf(draft)).toEqual(['number', 'date', 'text'])
    expect(draft.fields[0]).toMatchObject({ labels: { en: 'Amount of litres' }, required: true, least: '1' })

    await page.getByRole('button', { name: t('form-versions.publish'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('form-versions.added', { field: 'Amount of litres' })).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: t('form-versions.publish'), exact: true }).click()
    await message(page, t('form-versions.published', { version: 1 })).waitFor()
    await page.getByText(t('form-design.version', { version: 1 }), { exact: true }).waitFor()
    const admin = await site.client()
    const { data } = await admin.get<{ definition: FormDefinition }>(`${BASE}/queryFormVersionContent?id=${id}&formVersion=1`)
    expect(data.definition).toEqual(draft)
  })

  test('takes parts into groups, rows and tables by the pointer', async () => {
    const id = await makeForm()
    const page = await openDesigner(id)
    await inPalette(page, t('forms.part.group')).click()
    const group = partNamed(page, t('form-design.named', { sort: t('forms.part.group'), name: t('forms.part.group') }))
    const table = partNamed(page, named('table'))
    await dragTo(page, inPalette(page, t('forms.kind.table')), await edgeOf(group, 'bottom'))
    await table.waitFor()
    await dragTo(
      page,
      inPalette(page, t('forms.kind.number')),
      await edgeOf(partNamed(page, t('form-design.named', { sort: t('forms.kind.text'), name: `${t('form-design.column')} 1` })), 'middle'),
    )
    await dragTo(page, inPalette(page, t('forms.part.row')), await edgeOf(group, 'middle'))
    const row = partNamed(page, t('forms.part.row'))
    await dragTo(page, inPalette(page, t('forms.kind.date')), await edgeOf(row, 'middle'))
    await isSaved(page)
    const draft = await draftOf(id)
    const { fields, layout } = draft
    expect(kindsOf(draft)).toEqual(['date', 'table'])
    expect(layout.map(({ part }) => part)).toEqual(['group', 'field'])
    expect(layout[0]).toMatchObject({ of: [{ part: 'row', of: [{ field: fields[0]?.id }] }] })
    expect(fields[1]?.columns?.map(({ kind }) => kind).sort()).toEqual(['number', 'text'])
  })

  test('is shown as a role sees it, in another language, and checked without being sent', async () => {
    const id = await makeForm({
      schema: 1,
      fields: [
        { id: 'aa', name: 'aa', kind: 'text', labels: { en: 'For all', zh: '所有人' }, required: true },
        { id: 'bb', name: 'bb', kind: 'text', labels: { en: 'For the chief' }, seenBy: ['nobody-has-it'] },
      ],
      layout: ['aa', 'bb'].map((field) => ({ part: 'field', field })),
    })
    const page = await openDesigner(id)
    await page.getByText(t('form-design.mode-preview'), { exact: true }).click()
    await page.getByLabel('For the chief').waitFor()
    const roles = await openChoices(page, page.getByRole('combobox', { name: t('form-design.preview-role') }))
    await roles.getByRole('option').or(roles.locator('.ant-select-item-option')).nth(1).click()
    await eventually(() => page.getByLabel('For the chief').count()).toBe(0)
    await page.getByRole('button', { name: t('form-design.preview-check') }).click()
    await page.getByText(t('form-design.preview-faults', { count: 1 })).waitFor()
    await page.getByLabel('For all').fill('x')
    await page.getByRole('button', { name: t('form-design.preview-check') }).click()
    await page.getByText(t('form-design.preview-good')).waitFor()
    await choose(page, page.getByRole('combobox', { name: t('form-design.preview-language') }), '简体中文')
    await page.getByLabel('所有人').waitFor()
    expect(await problemsOf(page)).toEqual([])
  })

  test('is built by keyboard alone: put in, moved, edited, copied, removed, taken back', async () => {
    const id = await makeForm()
    const page = await openDesigner(id)
    for (const kind of ['text', 'number', 'date'] as const) {
      await inPalette(page, t(`forms.kind.${kind}`)).focus()
      await page.keyboard.press('Enter')
    }
    await inPalette(page, t('forms.part.group')).focus()
    await page.keyboard.press('Enter')
    await eventually(() => canvas(page).getByRole('treeitem').count()).toBe(4)
    await partNamed(page, t('form-design.named', { sort: t('forms.part.group'), name: t('forms.part.group') })).focus()
    // To the top, past the three fields; then the first of them into it.
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Alt+ArrowRight')
    await page
      .getByRole('status')
      .getByText(
        t('form-design.place-in', {
          place: 1,
          of: 1,
          parent: t('form-design.named', { sort: t('forms.part.group'), name: t('forms.part.group') }),
        }),
      )
      .waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate<string>('document.activeElement?.tagName')).toBe('INPUT')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Name of the place')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+D')
    await page.keyboard.press('End')
    await page.keyboard.press('Delete')
    await isSaved(page)
    const draft = await draftOf(id)
    expect(kindsOf(draft)).toEqual(['text', 'text', 'number'])
    expect(draft.fields[0]?.labels).toEqual({ en: 'Name of the place' })
    expect(draft.layout[0]).toMatchObject({ part: 'group', of: [{ part: 'field' }, { part: 'field' }] })

    await page.keyboard.press('Control+Z')
    await partNamed(page, named('date')).waitFor()
    await page.keyboard.press('Control+Shift+Z')
    await eventually(() => partNamed(page, named('date')).count()).toBe(0)
    for (let count = 0; count < 20; count += 1) await page.keyboard.press('Control+Z')
    await page.getByText(t('form-design.empty'), { exact: true }).first().waitFor()
  })

  test('has conditions that are built by clicks and read as a sentence', async () => {
    const id = await makeForm({
      schema: 1,
      fields: [
        { id: 'kind', name: 'kind', kind: 'select', labels: { en: 'Sort' }, choices: [{ value: 'x', labels: { en: 'Express' } }] },
        { id: 'many', name: 'many', kind: 'number', labels: { en: 'How many' } },
        { id: 'why', name: 'why', kind: 'text', labels: { en: 'Why' } },
      ],
      layout: ['kind', 'many', 'why'].map((field) => ({ part: 'field', field })),
    })
    const page = await openDesigner(id)
    await partNamed(page, named('text', 'Why')).click()
    const line = panel(page).getByRole('group', { name: t('forms.member.visibleWhen') })
    await line.getByRole('button', { name: t('form-design.build') }).click()
    const dialog = page.getByRole('dialog', { name: t('forms.member.visibleWhen') })
    const whats = () => dialog.getByRole('combobox')
    await choose(page, whats().first(), t('form-design.compare-field', { name: 'Sort' }))
    await dialog.getByRole('button', { name: t('form-design.take') }).click()
    await dialog.getByText(t('form-design.unfinished')).waitFor()
    await choose(page, whats().nth(2), t('form-design.value', { type: t('forms.type.text') }))
    await choose(page, whats().nth(3), 'Express')
    await dialog.getByText('“Sort” is “Express”', { exact: true }).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: t('form-design.take') }).click()
    await line.getByText('“Sort” is “Express”', { exact: true }).waitFor()
    await isSaved(page)
    expect((await draftOf(id)).fields[2]?.visibleWhen).toEqual({ op: 'equal', of: [{ field: 'kind' }, { value: 'x' }] })

    await page.getByText(t('form-design.mode-preview'), { exact: true }).click()
    await page.getByText('How many', { exact: true }).first().waitFor()
    expect(await page.getByLabel('Why', { exact: true }).count()).toBe(0)
  })

  test('that lacks something is not published, and the fault leads to its part', async () => {
    const id = await makeForm()
    const page = await openDesigner(id)
    await inPalette(page, t('forms.kind.text')).click()
    await inPalette(page, t('forms.kind.dictionary')).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('form-versions.publish'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const fault = t('forms.definition.missing', { field: t('forms.kind.dictionary'), about: t('forms.rule.dictionary') })
    expect(await dialog.getByRole('button', { name: t('form-versions.publish'), exact: true }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: fault }).click()
    await panel(page).getByLabel(t('forms.rule.dictionary')).waitFor()
  })

  test('as JSON tells what is wrong by line, and becomes what the text says', async () => {
    const id = await makeForm()
    const page = await openDesigner(id)
    await page.getByText(t('form-design.mode-json'), { exact: true }).click()
    const text = page.getByLabel(t('form-design.json-text'))
    await text.fill('{\n  "schema": 1,\n  "fields": [],\n  "layout": [\n    { "part": "nothing" }\n  ]\n}')
    await page.getByRole('button', { name: t('form-design.json-take') }).click()
    await page.getByRole('button', { name: /^Line 5: layout\.0/ }).click()
    const chosen = () =>
      text.evaluate((element) => {
        const { value, selectionStart, selectionEnd } = element as unknown as {
          value: string
          selectionStart: number
          selectionEnd: number
        }
        return value.slice(selectionStart, selectionEnd)
      })
    await eventually(chosen).toBe('    { "part": "nothing" }')
    await text.fill('{\n  "schema": 1,\n')
    await page.getByRole('button', { name: t('form-design.json-take') }).click()
    await page.getByText(t('form-design.json-line', { line: 3, text: t('form-design.json-broken') })).waitFor()
    await text.fill(JSON.stringify({ type: 'object', properties: { size: { type: 'integer', title: 'Size' } } }))
    await page.getByRole('button', { name: t('form-design.schema-take') }).click()
    await isSaved(page)
    await eventually(async () => kindsOf(await draftOf(id))).toEqual(['integer'])
  })
})

describe('two who design one form', () => {
  test('are told of each other, and the second chooses', async () => {
    const id = await makeForm()
    const [mine, theirs] = [await openDesigner(id), await openDesigner(id)]
    await inPalette(theirs, t('forms.kind.date')).click()
    await isSaved(theirs)
    await inPalette(mine, t('forms.kind.text')).click()
    const dialog = mine.getByRole('dialog', { name: t('form-design.meanwhile-title', { who: shownAs('admin') }) })
    await dialog.getByText(t('form-versions.removed', { field: t('forms.kind.date') })).waitFor()
    await dialog.getByRole('button', { name: t('form-design.keep-mine') }).click()
    await isSaved(mine)
    expect(kindsOf(await draftOf(id))).toEqual(['text'])

    await inPalette(theirs, t('forms.kind.number')).click()
    const other = theirs.getByRole('dialog', { name: t('form-design.meanwhile-title', { who: shownAs('admin') }) })
    await other.getByRole('button', { name: t('form-design.take-theirs') }).click()
    await partNamed(theirs, named('text')).waitFor()
    expect(await canvas(theirs).getByRole('treeitem').count()).toBe(1)
    await inPalette(theirs, t('forms.kind.number')).click()
    await isSaved(theirs)
    expect(kindsOf(await draftOf(id))).toEqual(['text', 'number'])
  })
})

describe('the list of forms', () => {
  test('makes a form from a template, and leads into the designer', async () => {
    const page = await site.page({ as: 'admin' })
    await page.goto('/devtool/generatorform')
    await settled(page)
    await toolbarButton(page, t('button.add')).click()
    const dialog = page.getByRole('dialog')
    const name = `Leave ${unique()}`
    await dialog.getByLabel(t('field.forms.formDescription'), { exact: true }).fill(name)
    await dialog.getByLabel(t('form-list.template-leave-request')).check()
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await page.waitForURL(/\/devtool\/formdesign\?id=/)
    await page.getByRole('heading', { name }).waitFor()
    await canvas(page).getByRole('treeitem').nth(5).waitFor()
  })
})

describe('the actions of a form', () => {
  const first: FormDefinition = {
    schema: 1,
    fields: [{ id: 'aa', name: 'aa', kind: 'text', labels: { en: 'First' } }],
    layout: [{ part: 'field', field: 'aa' }],
  }
  const second: FormDefinition = {
    schema: 1,
    fields: [...first.fields, { id: 'bb', name: 'bb', kind: 'number', labels: { en: 'Second' } }],
    layout: [...first.layout, { part: 'field', field: 'bb' }],
  }

  /** A form with two versions, its name, and its row in the list. */
  async function openList() {
    const admin = await site.client()
    const id = await makeForm(first)
    const revisionOf = async () => (await admin.get<{ revision: number }>(`${BASE}/queryFormDesign?id=${id}`)).data.revision
    await admin.post(`${BASE}/publishGeneratorForm`, { id, revision: await revisionOf() })
    await admin.post(`${BASE}/saveFormDraft`, { id, definition: second, revision: await revisionOf() })
    await admin.post(`${BASE}/publishGeneratorForm`, { id, revision: await revisionOf() })
    const name = (await admin.get<{ formDescription: string }>(`${BASE}/queryFormDesign?id=${id}`)).data.formDescription
    const page = await site.page({ as: 'admin' })
    await page.goto(`/devtool/generatorform?formDescription=${encodeURIComponent(name)}`)
    await settled(page)
    const act = async (label: string) => {
      await rowNamed(page, name)
        .getByRole('button', { name: new RegExp(`^${t('list.more')}`) })
        .click()
      await page.getByRole('menuitem', { name: label, exact: true }).click()
    }
    return { id, name, page, act }
  }

  test('tell versions apart, and make an older one the draft again', async () => {
    const { id, name, page, act } = await openList()
    await act(t('form-list.versions'))
    const dialog = page.getByRole('dialog', { name: t('form-list.versions-title', { form: name }) })
    await dialog.getByRole('button', { name: `${t('form-versions.differences')}: 2` }).click()
    await dialog.getByText(t('form-versions.added', { field: 'Second' })).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: `${t('form-list.restore')}: 1` }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('form-list.restore') })
      .click()
    await message(page, t('form-list.restored', { version: 1 })).waitFor()
    expect(await draftOf(id)).toEqual(first)
  })

  test('make links that are told once and withdrawn, close the form and open it, and copy it', async () => {
    const { name, page, act } = await openList()
    await act(t('form-list.links'))
    const dialog = page.getByRole('dialog', { name: t('form-list.links-title', { form: name }) })
    await dialog.getByLabel(t('form-list.link-most')).fill('5')
    await dialog.getByRole('button', { name: t('form-list.link-make') }).click()
    const address = await dialog.getByLabel(t('form-list.link-address'), { exact: true }).inputValue()
    expect(address).toMatch(/^http.+\/form#[\w-]{43}$/)
    await dialog.getByRole('img', { name: t('form-list.link-picture') }).waitFor()
    await dialog.getByText(t('form-list.entry-count-of', { count: 0, most: 5 })).waitFor()
    expect(await problemsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: new RegExp(`^${t('form-list.link-remove')}: `) }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('form-list.link-remove') })
      .click()
    await eventually(() => dialog.getByRole('listitem').count()).toBe(0)
    await dialog
      .getByRole('button', { name: t('common.close'), exact: true })
      .last()
      .click()

    await act(t('form-list.close'))
    await rowNamed(page, name).getByText(t('choice.formStatus.closed')).waitFor()
    await act(t('form-list.open'))
    await rowNamed(page, name).getByText(t('choice.formStatus.published')).waitFor()
    await act(t('form-list.copy'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('form-list.copy') })
      .click()
    await rowNamed(page, t('form-list.copy-name', { form: name })).waitFor()
  })
})

describe('for everybody', () => {
  const form: FormDefinition = {
    schema: 1,
    fields: [
      { id: 'aa', name: 'aa', kind: 'text', labels: { en: 'A', zh: '甲' }, required: true, listed: true, help: { en: 'Help' } },
      { id: 'bb', name: 'bb', kind: 'select', labels: { en: 'B' }, choices: [{ value: 'x', labels: { en: 'X' } }] },
      {
        id: 'tt',
        name: 'tt',
        kind: 'table',
        labels: { en: 'T' },
        columns: [{ id: 'cc', name: 'cc', kind: 'number', labels: { en: 'C' } }],
      },
      { id: 'dd', name: 'dd', kind: 'dictionary', labels: { en: 'D' } },
    ],
    layout: [
      { part: 'heading', text: { en: 'Heading' } },
      {
        part: 'row',
        of: [
          { part: 'field', field: 'aa' },
          { part: 'field', field: 'bb' },
        ],
      },
      { part: 'tabs', of: [{ title: { en: 'One' }, of: [{ part: 'field', field: 'tt' }] }] },
      { part: 'field', field: 'dd' },
    ],
  }

  test.each(['light', 'dark'] as const)('axe finds nothing in the designer (%s)', async (colorScheme) => {
    const page = await openDesigner(await makeForm(form), { colorScheme })
    for (const name of [named('text', 'A'), named('select', 'B'), named('table', 'T')]) {
      await partNamed(page, name).click()
      expect(await problemsOf(page), name).toEqual([])
    }
    await page.getByText(t('form-design.outline'), { exact: true }).click()
    expect(await problemsOf(page), 'outline').toEqual([])
    await page.getByText(t('form-design.faults', { count: 1 }), { exact: true }).click()
    expect(await problemsOf(page), 'faults').toEqual([])
    await page.getByText(t('form-design.mode-json'), { exact: true }).click()
    expect(await problemsOf(page), 'JSON').toEqual([])
  })

  test('a phone reads the form, and is told where it is designed', async () => {
    const page = await site.page({ as: 'admin', viewport: { width: 375, height: 740 } })
    await page.goto(`/devtool/formdesign?id=${await makeForm(form)}`)
    await page.getByText(t('form-design.reading-phone'), { exact: true }).waitFor()
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
  })
})
