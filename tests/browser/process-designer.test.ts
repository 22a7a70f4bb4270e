/**
 * Processes are drawn by pointer, and again by keyboard alone; the list of steps writes the same model; two who do it at once lose nothing.
 */
import { BpmnModdle } from 'bpmn-moddle'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ProcessDesign } from '../../model/contract/workflow/models.ts'
import { fromBpmn } from '../../model/workflow/bpmn/from-bpmn.ts'
import { newModel } from '../../web/features/workflow/processdesign/modeler/new-model.ts'
import { unique } from '../support/builders.ts'
import { problemsOf } from './axe.ts'
import { choose, eventually, focused, message, openChoices, openSite, shownAs, t, textsIn } from './support.ts'
import { expectWatermark } from './watermark.ts'

const site = openSite()
const BASE = '/api/activiti/model'

/** A model of the server. */
interface Held {
  readonly id: string
  read(): Promise<ProcessDesign>
}

/** Makes a model, drawn or not. */
async function makeModel(xml?: string): Promise<Held> {
  const admin = await site.client()
  const { data: organisations } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysorg/querySysOrg', { pageSize: 1 })
  const key = `leave${unique()}`
  const added = await admin.post<{ id: string }>(`${BASE}/addModel`, {
    name: 'Leave',
    key,
    category: 'Office',
    orgId: organisations.list[0]?.id,
  })
  expect(added.http).toBe(200)
  const held: Held = {
    id: added.data.id,
    read: async () => (await admin.get<ProcessDesign>(`${BASE}/queryProcessDesign`, { id: added.data.id })).data,
  }
  if (xml !== undefined) await saveAs(held, xml)
  return held
}

/** Saves as somebody else does. */
async function saveAs(held: Held, xml: string): Promise<void> {
  const admin = await site.client()
  const { revision } = await held.read()
  expect((await admin.post(`${BASE}/saveProcessDesign`, { id: held.id, xml, revision })).http).toBe(200)
}

async function openDesigner(options: Parameters<typeof site.page>[0] = {}, xml?: string) {
  const held = await makeModel(xml)
  const page = await site.page({ as: 'admin', viewport: { width: 1440, height: 900 }, ...options })
  await page.goto(`/activiti/processdesign?id=${held.id}`)
  await page.locator('[data-element-id="start"]').waitFor()
  const { revision } = await held.read()
  return { page, held, isKept: () => eventually(async () => (await held.read()).revision).toBeGreaterThan(revision) }
}

const panel = (page: Page): Locator => page.getByRole('region', { name: t('form-design.panel') })
const inPalette = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: t('form-design.tools') }).getByRole('button', { name, exact: true })
const nameOf = (page: Page): Locator => panel(page).getByLabel(t('process-design.name'), { exact: true })
const steps = (page: Page): Locator => page.getByRole('region', { name: t('process-design.view-steps') })

/** The process that is kept, as the engine reads it. */
async function kept(held: Held) {
  const { xml } = await held.read()
  const { rootElement } = await new BpmnModdle().fromXML(xml ?? '')
  return fromBpmn(rootElement)
}

describe('a process', () => {
  test('is drawn by pointer, kept by itself, and what is taken back is gone', async () => {
    const { page, held, isKept } = await openDesigner()
    await inPalette(page, t('process-elements.user-task')).click()
    const paper = await page.locator('.process-paper').boundingBox()
    if (!paper) throw new Error('there is no paper')
    await page.mouse.move(paper.x + 300, paper.y + 420, { steps: 4 })
    await page.mouse.click(paper.x + 300, paper.y + 420)
    await nameOf(page).fill('Approve')
    await isKept()
    await eventually(async () => (await kept(held)).definition.nodes.map(({ kind }) => kind).sort()).toEqual(['end', 'start', 'user-task'])
    await eventually(async () => (await kept(held)).definition.nodes.find(({ kind }) => kind === 'user-task')?.name).toBe('Approve')
    await page.getByRole('button', { name: t('form-design.undo') }).click()
    await page.getByRole('button', { name: t('form-design.undo') }).click()
    await eventually(() => page.locator('.djs-shape[data-element-id^="Activity_"]').count()).toBe(0)
    await page.getByRole('button', { name: t('common.save'), exact: true }).click()
    await message(page, t('process-design.saved'))
    expect((await kept(held)).definition.nodes).toHaveLength(2)
  })

  test('is drawn by keyboard alone: added, named, connected, moved, deleted', async () => {
    const { page, held, isKept } = await openDesigner()
    await choose(page, panel(page).getByLabel(t('process-design.element'), { exact: true }), t('process-elements.start'))
    await inPalette(page, t('process-elements.user-task')).focus()
    await page.keyboard.press('Enter')
    // The panel asks for the name at once.
    await focused(nameOf(page))
    await page.keyboard.type('Approve')
    await choose(page, panel(page).getByLabel(t('process-elements.connect'), { exact: true }), t('process-elements.end'))
    await isKept()
    await eventually(async () => (await kept(held)).definition.flows.length).toBe(3)
    await page.locator('.process-paper svg[tabindex]').focus()
    const task = page.locator('.djs-shape[data-element-id^="Activity_"]')
    const before = await task.boundingBox()
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowDown')
    await eventually(async () => ((await task.boundingBox())?.y ?? 0) > (before?.y ?? 0)).toBe(true)
    await page.keyboard.press('Delete')
    await eventually(() => task.count()).toBe(0)
    await eventually(async () => (await kept(held)).definition.nodes.length).toBe(2)
  })

  test('says who is asked and by which rule, as settings of its node', async () => {
    const { page, held, isKept } = await openDesigner()
    await page.getByText(t('process-design.view-steps'), { exact: true }).click()
    await steps(page)
      .getByRole('button', { name: t('process-design.add-step') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: t('process-design.add-approval'), exact: true }).click()
    await panel(page)
      .getByRole('button', { name: t('process-design.person-add') })
      .first()
      .click()
    await choose(page, panel(page).getByLabel(t('process-design.person-kind'), { exact: true }), t('process-design.person-starter'))
    await choose(page, panel(page).getByLabel(t('process-design.group'), { exact: true }), t('process-design.group-ratio'))
    await isKept()
    const settings = async () =>
      /<outstation:settings>([^]*)<\/outstation:settings>/.exec((await held.read()).xml ?? '')?.[1]?.replaceAll('&#34;', '"')
    await eventually(settings).toContain('"people":[{"kind":"starter"}]')
    await eventually(settings).toContain('"group":{"mode":"ratio","percent":60}')
  })
})

test('whatever is put on the paper says in the panel what it asks for, and nothing breaks', async () => {
  const broken: string[] = []
  const { page } = await openDesigner()
  page.on('pageerror', ({ message: text }) => broken.push(text))
  const entries = page.getByRole('region', { name: t('form-design.tools') }).locator('.process-palette-entry')
  const count = await entries.count()
  expect(count).toBeGreaterThan(15)
  for (let at = 0; at < count; at += 1) {
    await entries.nth(at).focus()
    await page.keyboard.press('Enter')
    await panel(page).getByRole('heading', { level: 2 }).waitFor()
    await panel(page).getByLabel(t('process-design.documentation'), { exact: true }).waitFor()
  }
  expect(broken).toEqual([])
})

test('what several events share is made by its name, and a condition is put together by clicks', async () => {
  const { page, held } = await openDesigner()
  await choose(page, panel(page).getByLabel(t('process-design.element'), { exact: true }), t('process-elements.start'))
  await inPalette(page, t('process-elements.exclusive')).press('Enter')
  await inPalette(page, t('process-elements.catch-message')).press('Enter')
  await panel(page).getByLabel(t('process-design.message'), { exact: true }).fill('paid')
  await page.keyboard.press('Tab')
  await eventually(async () => (await kept(held)).definition.nodes.find(({ kind }) => kind === 'catch')?.trigger).toEqual({
    on: 'message',
    name: 'paid',
  })
  const flow = `${t('process-elements.exclusive')} → ${t('process-elements.catch-message')}`
  await choose(page, panel(page).getByLabel(t('process-design.element'), { exact: true }), flow)
  await panel(page)
    .getByRole('button', { name: t('form-design.build') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('process-design.condition') })
  const what = dialog.getByRole('combobox', { name: t('process-design.condition') })
  const options = await openChoices(page, what)
  await options.getByText('approved', { exact: true }).click()
  await dialog.getByRole('button', { name: t('form-design.take') }).click()
  await eventually(async () => (await held.read()).xml ?? '').toContain('= approved</bpmn:conditionExpression>')
})

describe('the list of steps', () => {
  test('writes the one model: steps, branches with a condition, moved and removed', async () => {
    const { page, held, isKept } = await openDesigner()
    await page.getByText(t('process-design.view-steps'), { exact: true }).click()
    const add = async (at: number, kind: Parameters<typeof t>[0]) => {
      await steps(page)
        .getByRole('button', { name: t('process-design.add-step') })
        .nth(at)
        .click()
      await page.getByRole('menuitem', { name: t(kind), exact: true }).click()
    }
    await add(0, 'process-design.add-notify')
    await add(0, 'process-design.add-approval')
    await add(1, 'process-design.add-condition')
    await eventually(() => steps(page).getByRole('region').count()).toBe(2)
    await steps(page)
      .getByRole('button', { name: new RegExp(`^${t('process-design.branch', { number: 1 })}`) })
      .click()
    await panel(page)
      .getByRole('textbox', { name: t('process-design.condition') })
      .fill('= amount > 1000')
    await isKept()
    await eventually(async () => (await kept(held)).definition.nodes.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['start', 'user-task', 'exclusive', 'service-task', 'end']),
    )
    await eventually(async () => (await kept(held)).definition.flows.filter(({ condition }) => condition).length).toBe(1)
    expect((await kept(held)).faults).toEqual([])
    // All of it is drawn, and nothing twice at one place.
    await page.getByText(t('process-design.view-drawing'), { exact: true }).click()
    await eventually(() => page.locator('.djs-shape[data-element-id^="Gateway_"]').count()).toBe(2)
    await page.getByText(t('process-design.view-steps'), { exact: true }).click()
    const gateway = t('process-elements.exclusive')
    await steps(page)
      .getByRole('button', { name: `${t('button.delete')}: ${gateway}`, exact: true })
      .click()
    await eventually(() => steps(page).getByRole('region').count()).toBe(0)
    // One change is taken back at once.
    await page.getByRole('button', { name: t('form-design.undo') }).click()
    await eventually(() => steps(page).getByRole('region').count()).toBe(2)
  })

  test('of what is no list can be read, with the reason', async () => {
    const looping = newModel('leave', 'Leave').replace(
      '<bpmn:endEvent',
      '<bpmn:sequenceFlow id="back" sourceRef="start" targetRef="start" /><bpmn:endEvent',
    )
    const { page } = await openDesigner({}, looping)
    await page.getByText(t('process-design.view-steps'), { exact: true }).click()
    await steps(page)
      .getByText(t('process-design.no-list-loop', { name: t('process-elements.start') }))
      .waitFor()
    expect(
      await steps(page)
        .getByRole('button', { name: t('process-design.add-step') })
        .count(),
    ).toBe(0)
  })
})

test('two who draw at once lose nothing: the second is told, sees the other one’s, and chooses', async () => {
  const { page, held } = await openDesigner()
  await saveAs(held, newModel('leave', 'Leave of theirs'))
  const { revision } = await held.read()
  await nameOf(page).fill('Leave of mine')
  const dialog = page.getByRole('dialog', { name: t('process-design.meanwhile-title', { who: shownAs('admin') }) })
  await dialog.waitFor()
  await dialog.locator('.djs-container').waitFor()
  await dialog.getByRole('button', { name: t('form-design.keep-mine') }).click()
  await eventually(async () => (await held.read()).xml).toContain('Leave of mine')
  expect((await held.read()).revision).toBe(revision + 1)
})

test('faults lead to their element', async () => {
  const { page } = await openDesigner()
  await inPalette(page, t('process-elements.user-task')).press('Enter')
  await nameOf(page).fill('Approve')
  await choose(page, panel(page).getByLabel(t('process-design.element'), { exact: true }), t('process-elements.start'))
  await page.getByText(t('form-design.faults', { count: 0 }), { exact: true }).click()
  await page.getByRole('button', { name: t('process-design.check'), exact: true }).click()
  await page
    .getByRole('region', { name: t('process-design.faults') })
    .getByRole('button', { name: /Approve/ })
    .first()
    .click()
  await panel(page)
    .getByRole('heading', { name: t('process-elements.user-task') })
    .waitFor()
})

test('only what can be run is offered, in the language of the page', async () => {
  const { page } = await openDesigner({ locale: 'zh-CN' })
  const zh = textsIn('zh')
  await page.locator('[data-element-id="start"]').click()
  const pad = page.locator('.djs-context-pad')
  await pad.locator('.entry').first().waitFor()
  const titles = await page.evaluate<string[]>(`[...document.querySelectorAll('.djs-context-pad .entry')].map(({ title }) => title)`)
  expect(titles).toContain(zh('process-elements.append-task'))
  expect(titles.filter((title) => /[a-z]{3}/i.test(title))).toEqual([])
  await pad.locator('[data-action="replace"]').click()
  const menu = page.locator('.djs-popup .entry')
  await menu.first().waitFor()
  const offered = await page.evaluate<string[]>(`[...document.querySelectorAll('.djs-popup .entry')].map(({ textContent }) => textContent)`)
  expect(offered).toContain(zh('process-elements.start-timer'))
  expect(offered.filter((text) => /[a-z]{3}/i.test(text))).toEqual([])
})

test.each(['light', 'dark'] as const)('axe finds nothing in the designer, drawn and as a list, in the %s theme', async (colorScheme) => {
  const { page } = await openDesigner({ colorScheme })
  expect(await problemsOf(page)).toEqual([])
  await page.getByText(t('process-design.view-steps'), { exact: true }).click()
  await steps(page)
    .getByRole('button', { name: t('process-design.add-step') })
    .first()
    .click()
  await page.getByRole('menuitem', { name: t('process-design.add-condition'), exact: true }).click()
  expect(await problemsOf(page)).toEqual([])
})

test('the watermark stays visible, with nothing over it', async () => {
  const { page } = await openDesigner()
  await expectWatermark(page)
})

test('who may only look sees the drawing, and the address that ends in the id leads to it', async () => {
  const held = await makeModel(newModel('leave', 'Leave'))
  const page = await site.page({ as: 'admin' })
  await page.route('**/activiti/model/queryProcessDesign*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: ProcessDesign }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, mayChange: false } } })
  })
  await page.goto(`/activiti/processdesign/${held.id}`)
  await page.getByText(t('process-design.reading-rights')).waitFor()
  await page.getByRole('figure', { name: 'Leave' }).locator('[data-element-id="start"]').waitFor()
  expect(new URL(page.url()).search).toBe(`?id=${held.id}`)
})
