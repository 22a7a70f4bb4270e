/** Widgets go to other pages and screens as a text, with what they go by; and what comes from elsewhere is read strictly. */
import { describe, expect, it } from 'vitest'
import type { ScreenDocument } from '../../../../../model/screens/document.ts'
import { MAX_WIDGETS, SCREEN } from '../../../../../model/screens/document.ts'
import type { Pasted } from './clipboard.ts'
import { paste, textOf } from './clipboard.ts'
import { pageOf, screenOf, widgetAt } from './example.ts'

const figures: ScreenDocument['figures'] = [{ name: 'data1', document: { format: 1 }, params: { site: { variable: 'site' } } }]
const variables: ScreenDocument['variables'] = [{ name: 'site', kind: 'reference', label: 'Site', to: 'sites' }]
const source: ScreenDocument = {
  ...screenOf(
    pageOf(
      widgetAt('w1', [10, 20, 100, 50], { kind: 'number', bind: { value: { figure: 'data1', column: 'count' } }, group: 'g1' }),
      widgetAt('w2', [200, 20, 100, 50], { kind: 'tabs', options: { tabs: [{ group: 'g1', label: 'One' }] } }),
      widgetAt('w3', [400, 20, 100, 50], { kind: 'alarms', options: { siteId: '$site' } }),
    ),
  ),
  figures,
  variables,
}
const [page = pageOf()] = source.pages
const pasted = (document: ScreenDocument, text: string, at?: { x: number; y: number }): Pasted => {
  const made = paste(document, 'p1', text, at)
  if (typeof made === 'string') throw new Error(made)
  return made
}
const widgetsIn = ({ pages }: ScreenDocument) => pages[0]?.widgets ?? []

describe('copying widgets', () => {
  it('takes along the figures and variables that they go by', () => {
    const made = pasted(screenOf(pageOf()), textOf(source, page, ['w1']))
    expect([made.document.figures, made.document.variables]).toEqual([figures, variables])
    expect(widgetsIn(made.document)).toEqual([page.widgets[0]])
    expect(SCREEN.safeParse(made.document).success).toBe(true)
  })

  it('uses what is there already, and calls otherwise what has the name of something else', () => {
    const same = pasted({ ...screenOf(pageOf()), figures, variables }, textOf(source, page, ['w1']))
    expect(same.document.figures).toHaveLength(1)
    const other: ScreenDocument = {
      ...screenOf(pageOf()),
      figures: [{ name: 'data1', document: { format: 2 } }],
      variables: [{ name: 'site', kind: 'text', label: 'Other' }],
    }
    const made = pasted(other, textOf(source, page, ['w1', 'w3']))
    expect(made.document.figures.map(({ name, params }) => [name, params])).toEqual([
      ['data1', undefined],
      ['data2', { site: { variable: 'v1' } }],
    ])
    expect(made.document.variables.map(({ name }) => name)).toEqual(['site', 'v1'])
    const [first, second] = widgetsIn(made.document)
    expect([first?.bind, second?.options]).toEqual([{ value: { figure: 'data2', column: 'count' } }, { siteId: '$v1' }])
  })

  it('gives ids and groups that are free, which tabs follow, and lies beside what it was copied from', () => {
    const made = pasted(source, textOf(source, page, ['w1', 'w2']))
    const [one, two] = widgetsIn(made.document).slice(-2)
    expect(made.ids).toEqual([one?.id, two?.id])
    expect([one?.id, two?.id, one?.group, two?.options]).toEqual(['w4', 'w5', 'g2', { tabs: [{ group: 'g2', label: 'One' }] }])
    expect([one?.rect, two?.rect]).toEqual([
      [30, 40, 100, 50],
      [220, 40, 100, 50],
    ])
    const again = pasted(made.document, textOf(source, page, ['w1']))
    expect(widgetsIn(again.document).at(-1)?.rect).toEqual([50, 60, 100, 50])
    expect(widgetsIn(pasted(source, textOf(source, page, ['w1']), { x: 500, y: 600 }).document).at(-1)?.rect).toEqual([500, 600, 100, 50])
  })

  it('carries nothing of figures that their reader may not be shown', () => {
    const withheld = { ...source, figures: [{ name: 'data1', document: null }] }
    expect(JSON.parse(textOf(withheld, page, ['w1']))).toMatchObject({ figures: [] })
  })
})

describe('pasting', () => {
  const text = textOf(source, page, ['w1'])
  const given = JSON.parse(text) as { widgets: object[] }

  it.each([
    ['a text', 'hello'],
    ['nothing', ''],
    ['half of one', text.slice(0, -3)],
    ['JSON of others', '{"kind":"other"}'],
    ['a list', '[]'],
    ['no widgets', JSON.stringify({ ...given, widgets: [] })],
    ['a member that no document has', JSON.stringify({ ...given, more: 1 })],
    ['a widget of no kind', JSON.stringify({ ...given, widgets: [{ id: 'w1', kind: 'script', rect: [0, 0, 1, 1] }] })],
    ['a widget with more', JSON.stringify({ ...given, widgets: [{ ...given.widgets[0], onclick: 'alert(1)' }] })],
    [
      'an option that is none',
      JSON.stringify({ ...given, widgets: [{ id: 'w1', kind: 'qr', rect: [0, 0, 9, 9], options: { html: '<b>' } }] }),
    ],
    [
      'an address elsewhere',
      JSON.stringify({ ...given, widgets: [{ id: 'w1', kind: 'link', rect: [0, 0, 9, 9], action: { address: 'https://example.com' } }] }),
    ],
    ['another format', JSON.stringify({ ...given, format: 2 })],
    ['two of one id', JSON.stringify({ ...given, widgets: [given.widgets[0], given.widgets[0]] })],
  ])('takes nothing of %s', (_, foreign) => {
    expect(paste(source, 'p1', foreign)).toBe('foreign')
  })

  it('has no room beyond what a page may have', () => {
    const full = screenOf(pageOf(...Array.from({ length: MAX_WIDGETS }, (_, at) => widgetAt(`x${at}`, [at, 0, 10, 10]))))
    expect(paste(full, 'p1', text)).toBe('full')
  })
})
