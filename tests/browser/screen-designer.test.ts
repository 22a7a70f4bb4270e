/** A screen is drawn, bound, kept, published and designed again; by pointer, by keyboard alone and by its table; two who do it at once lose nothing. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ScreenDesign } from '../../model/contract/screen/screens.ts'
import type { ScreenDocument } from '../../model/screens/document.ts'
import { unique } from '../support/builders.ts'
import { problemsOf } from './axe.ts'
import { choose, eventually, openSite, rowNamed, t, toolbarButton } from './support.ts'

const site = openSite()
const PATH = '/api/screen/screen'
const DESKTOP = { width: 1600, height: 1000 }

interface Made {
  readonly id: string
  readonly name: string
  readonly design: () => Promise<ScreenDesign>
  /** Keeps another draft, as somebody else would. */
  readonly keep: (made: (content: ScreenDocument) => ScreenDocument) => Promise<void>
}

async function made(): Promise<Made> {
  const admin = await site.client()
  const name = `Screen ${unique()}`
  const { data } = await admin.post<{ id: string }>(`${PATH}/addScreen`, { screenName: name, screenStatus: 1 })
  const { id } = data
  const design = async () => (await admin.get<ScreenDesign>(`${PATH}/queryScreenDesign`, { id })).data
  return {
    id,
    name,
    design,
    keep: async (change) => {
      const { content, revision } = await design()
      expect((await admin.post(`${PATH}/saveScreenDraft`, { id, content: change(content), revision })).http).toBe(200)
    },
  }
}

async function opened(id: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await site.page({ as: 'admin', viewport: DESKTOP, colorScheme })
  await page.goto(`/bigscreen/screendesign?id=${id}`)
  await canvasOf(page).waitFor()
  return page
}

const canvasOf = (page: Page) => page.locator('.screen-surface')
const tool = (page: Page, text: string) => page.locator('.screen-design-right > .ant-segmented').getByText(text, { exact: true })
const add = (page: Page, kind: 'number' | 'text' | 'gauge') =>
  page
    .locator('.screen-palette')
    .getByRole('button', { name: t(`screen-widget.kind-${kind}`), exact: true })
    .click()

test('a screen is drawn by pointer, bound, taken back, kept, published and opened again', async () => {
  const { id, design } = await made()
  const page = await opened(id)
  await add(page, 'number')
  const widget = page.locator('[data-widget=w1]')
  await widget.waitFor()
  const value = t('screen-slot.value')
  await choose(page, page.getByRole('combobox', { name: t('screen-design.source-of', { slot: value }) }), t('screen-design.source-value'))
  await page.getByRole('textbox', { name: t('screen-design.value-of', { slot: value }) }).fill('4711')
  await eventually(() => widget.textContent()).toContain('4,711')
  const bound = async () => (await design()).content.pages[0]?.widgets[0]?.bind
  await eventually(bound).toEqual({ value: { value: 4711 } })

  // Dragged by the pointer, and taken back.
  const before = (await design()).content.pages[0]?.widgets[0]?.rect
  const box = await widget.boundingBox()
  if (!box) throw new Error('no widget')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 150, box.y + box.height / 2 - 80, { steps: 6 })
  await page.mouse.up()
  await eventually(async () => (await design()).content.pages[0]?.widgets[0]?.rect).not.toEqual(before)
  await canvasOf(page).focus()
  await page.keyboard.press('Control+z')
  await eventually(async () => (await design()).content.pages[0]?.widgets[0]?.rect).toEqual(before)

  // The check leads to what is wrong.
  await add(page, 'gauge')
  await eventually(() => page.locator('.screen-design-right .ant-segmented').textContent()).toContain(
    t('screen-design.tool-checks', { count: 1 }),
  )
  await tool(page, t('screen-design.tool-checks', { count: 1 })).click()
  await page.locator('.fault-list button').first().click()
  expect(await canvasOf(page).getAttribute('aria-activedescendant')).toBe('screen-widget-w2')
  await page
    .getByRole('toolbar', { name: t('screen-design.arrange') })
    .getByRole('button', { name: t('screen-design.remove'), exact: true })
    .click()
  await eventually(async () => (await design()).content.pages[0]?.widgets.length).toBe(1)

  await page.getByRole('button', { name: t('screen-list.publish'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('screen-list.publish'), exact: true })
    .click()
  await page
    .getByText(t('screen-list.version', { version: 1 }))
    .first()
    .waitFor()
  await page.reload()
  await eventually(() => page.locator('[data-widget=w1]').textContent()).toContain('4,711')
})

test('all of it is done by keys, and by the table of widgets', async () => {
  const { id, design } = await made()
  const page = await opened(id)
  const rects = async () => (await design()).content.pages[0]?.widgets.map(({ rect }) => rect)
  await page
    .locator('.screen-palette')
    .getByRole('button', { name: t('screen-widget.kind-text'), exact: true })
    .focus()
  await page.keyboard.press('Enter')
  await canvasOf(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await eventually(rects).toEqual([[801, 522, 330, 56]])
  await page.keyboard.press('Control+d')
  await eventually(rects).toEqual([
    [801, 522, 330, 56],
    [821, 542, 330, 56],
  ])
  // From one to the other, and out of the canvas behind the last one.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await canvasOf(page).getAttribute('aria-activedescendant')).toBe('screen-widget-w1')
  await page.keyboard.press('Tab')
  expect(await canvasOf(page).getAttribute('aria-activedescendant')).toBe('screen-widget-w2')
  await page.keyboard.press('Control+l')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  expect(await page.evaluate<string>("document.activeElement?.className ?? ''")).not.toContain('screen-surface')
  await eventually(async () => (await design()).content.pages[0]?.widgets.map(({ locked }) => locked ?? false)).toEqual([false, true])

  await page.locator('.screen-design-bar').getByText(t('screen-design.middle-table'), { exact: true }).click()
  const left = page.getByRole('textbox', { name: `${t('screen-design.side-x')}: w1` })
  await left.fill('40')
  await left.press('Enter')
  await eventually(async () => (await rects())?.[0]?.[0]).toBe(40)
  expect(await page.getByRole('textbox', { name: `${t('screen-design.side-x')}: w2` }).isDisabled()).toBe(true)
  expect(await problemsOf(page)).toEqual([])
})

test('of two who save at once the second sees what differs, and chooses', async () => {
  const { id, design, keep } = await made()
  const page = await opened(id)
  await keep((content) => ({
    ...content,
    pages: content.pages.map((one) => ({
      ...one,
      widgets: [...one.widgets, { id: 'theirs', kind: 'clock' as const, rect: [0, 0, 200, 40] as [number, number, number, number] }],
    })),
  }))
  await add(page, 'text')
  const dialog = page.getByRole('dialog')
  const title = (await design()).content.pages[0]?.title ?? ''
  await dialog.getByText(t('screen-list.was-removed', { thing: t('screen-list.of-widget', { name: 'theirs', page: title }) })).waitFor()
  await dialog.getByText(t('screen-list.was-added', { thing: t('screen-list.of-widget', { name: 'w1', page: title }) })).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('screen-design.take-theirs') }).click()
  await page.locator('[data-widget=theirs]').waitFor()
  expect(await page.locator('[data-widget=w1]').count()).toBe(0)
  await add(page, 'text')
  await eventually(async () => (await design()).content.pages[0]?.widgets.map((widget) => widget.id)).toEqual(['theirs', 'w1'])
})

test('each panel can be used by everybody, in the light and in the dark', async () => {
  const found: unknown[] = []
  for (const scheme of ['light', 'dark'] as const) {
    const { id } = await made()
    const page = await opened(id, scheme)
    await add(page, 'number')
    await page.locator('[data-widget=w1]').waitFor()
    for (const name of ['data', 'screen', 'test', 'widget'] as const) {
      await tool(page, t(`screen-design.tool-${name}`)).click()
      await eventually(() => page.locator('.screen-design-right .design-section').count()).toBeGreaterThan(0)
      found.push(...(await problemsOf(page)).map((problem) => [scheme, name, problem]))
    }
    await page.locator('.screen-design-left > .ant-segmented').getByText(t('screen-design.left-layers'), { exact: true }).click()
    await page.locator('.screen-layers').waitFor()
    found.push(...(await problemsOf(page)).map((problem) => [scheme, 'layers', problem]))
  }
  expect(found).toEqual([])
})

test('screens are listed, begun with a ready-made one, and copied', async () => {
  const { name } = await made()
  const page = await site.page({ as: 'admin', viewport: DESKTOP })
  await page.goto('/bigscreen/screens')
  await rowNamed(page, name).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await toolbarButton(page, t('button.add')).click()
  const dialog = page.getByRole('dialog')
  const own = `Screen ${unique()}`
  await dialog.getByLabel(t('field.screens.screenName')).fill(own)
  await dialog.getByText(t('screens.ready.bigdata')).click()
  expect(await problemsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await canvasOf(page).waitFor()
  await eventually(() => page.locator('.screen-widget').count()).toBeGreaterThan(5)
})
