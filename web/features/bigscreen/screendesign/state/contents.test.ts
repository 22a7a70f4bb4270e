/** Kinds, options, several widgets at once, names and differences. */
import { describe, expect, it } from 'vitest'
import type { ScreenDocument } from '../../../../../model/screens/document.ts'
import { SCREEN } from '../../../../../model/screens/document.ts'
import { WIDGETS, WIDGET_KINDS, widgetOptions } from '../../../../../model/screens/widgets.ts'
import { differencesOf } from '../../../../shared/screens/design/differences.ts'
import { OPTION_FIELDS, fieldsInCommon } from '../panel/options.ts'
import { constantOf } from '../panel/sources.ts'
import { pageOf, screenOf, widgetAt } from './example.ts'
import { aidsOf, textOfAids, withGuide, withoutGuide, USUAL_AIDS } from './guides.ts'
import { KIND_GROUPS, newWidget } from './new-widget.ts'
import { countFigureUses, countVariableUses, putFigure, putVariable } from './names.ts'
import { MIXED, commonOf, withOption, withSide, withStyle } from './together.ts'

describe('kinds of widgets', () => {
  it('are all in the palette, each once, and a new one is a document at once', () => {
    expect(Object.values(KIND_GROUPS).flat().toSorted()).toEqual(WIDGET_KINDS.toSorted())
    for (const kind of WIDGET_KINDS) {
      const read = SCREEN.safeParse(screenOf(pageOf(newWidget(screenOf(pageOf()), pageOf(), { kind }))))
      expect(read.success ? [] : [kind, read.error.issues]).toEqual([])
    }
  })

  it('have a control for every option of theirs', () => {
    for (const kind of WIDGET_KINDS) {
      const { shape } = WIDGETS[kind].options as { shape: Record<string, unknown> }
      expect([kind, OPTION_FIELDS[kind].map(({ name }) => name).toSorted()]).toEqual([kind, Object.keys(shape).toSorted()])
    }
    expect(fieldsInCommon(['number', 'gauge']).map(({ name }) => name)).toEqual(['label', 'unit', 'digits'])
    expect(fieldsInCommon([])).toEqual([])
  })

  it('lie on a smaller canvas in proportion, and beside what lies there', () => {
    const small = { ...screenOf(pageOf()), size: { width: 960, height: 540 } }
    const one = newWidget(small, pageOf(), { kind: 'text' })
    expect(one.rect).toEqual([400, 256, 160, 28])
    expect(newWidget(small, pageOf(one), { kind: 'text' })).toMatchObject({ id: 'w2', rect: [420, 276, 160, 28] })
    expect(widgetOptions('text')).toBeDefined()
  })
})

describe('several widgets at once', () => {
  const page = pageOf(
    widgetAt('a', [0, 0, 10, 10], { style: { bold: true, fontSize: 20 } }),
    widgetAt('b', [5, 0, 10, 10], { style: { bold: true } }),
    widgetAt('c', [5, 5, 10, 10], { locked: true }),
  )

  it('show what they have in common, and get the same', () => {
    expect([
      commonOf(page.widgets.slice(0, 2), ({ style }) => style?.bold),
      commonOf(page.widgets, ({ style }) => style?.fontSize),
    ]).toEqual([true, MIXED])
    const made = withStyle(page, ['a', 'b'], { fontSize: 30 })
    expect(made.widgets.map(({ style }) => style?.fontSize)).toEqual([30, 30, undefined])
    expect(withStyle(withStyle(page, ['b'], { bold: undefined }), ['b'], {}).widgets[1]).not.toHaveProperty('style')
    expect(withOption(page, ['a'], 'text', 'x').widgets[0]?.options).toEqual({ text: 'x' })
    expect(withSide(page, ['a', 'c'], 0, 7).widgets.map(({ rect }) => rect[0])).toEqual([7, 5, 5])
  })
})

describe('names', () => {
  const document: ScreenDocument = {
    ...screenOf(
      pageOf(
        widgetAt('w1', [0, 0, 9, 9], { kind: 'chart', options: { figure: 'data1', kind: 'line' } }),
        widgetAt('w2', [0, 0, 9, 9], { kind: 'filter', options: { variable: 'site' } }),
      ),
    ),
    figures: [{ name: 'data1', document: { format: 1 }, params: { site: { variable: 'site' } } }],
    variables: [{ name: 'site', kind: 'text', label: 'Site' }],
  }

  it('are followed by everything that goes by them', () => {
    const renamed = putVariable(putFigure(document, 'data1', { ...document.figures[0], name: 'alarms', document: { format: 1 } }), 'site', {
      name: 'place',
      kind: 'text',
      label: 'Place',
    })
    expect(renamed.pages[0]?.widgets.map(({ options }) => options)).toEqual([{ figure: 'alarms', kind: 'line' }, { variable: 'place' }])
    expect(renamed.figures).toEqual([{ name: 'alarms', document: { format: 1 }, params: { site: { variable: 'place' } } }])
    expect([countFigureUses(renamed, 'alarms'), countVariableUses(renamed, 'place'), countVariableUses(renamed, 'site')]).toEqual([1, 2, 0])
  })

  it('of constants are numbers where they are written as such', () => {
    expect(['5', '-1.5', '', '05', 'x', '1e3'].map(constantOf)).toEqual([5, -1.5, '', '05', 'x', '1e3'])
  })
})

describe('differences', () => {
  it('are told by widget, page, figures, variables and settings', () => {
    const before = screenOf(pageOf(widgetAt('a', [0, 0, 9, 9], { name: 'Head' }), widgetAt('b', [0, 0, 9, 9])), {
      id: 'p2',
      title: 'Second',
      widgets: [],
    })
    const after: ScreenDocument = {
      ...before,
      theme: 'calm',
      variables: [{ name: 'v1', kind: 'text', label: 'V' }],
      pages: [{ ...pageOf(widgetAt('a', [1, 0, 9, 9], { name: 'Head' }), widgetAt('c', [0, 0, 9, 9])), title: 'Renamed' }],
    }
    expect(differencesOf(before, after)).toEqual([
      { what: 'changed', of: 'settings' },
      { what: 'added', of: 'variable', name: 'v1' },
      { what: 'changed', of: 'page', name: 'Renamed' },
      { what: 'changed', of: 'widget', page: 'Renamed', name: 'Head' },
      { what: 'removed', of: 'widget', page: 'Renamed', name: 'b' },
      { what: 'added', of: 'widget', page: 'Renamed', name: 'c' },
      { what: 'removed', of: 'page', name: 'Second' },
    ])
    expect(differencesOf(before, structuredClone(before))).toEqual([])
  })
})

describe('aids of the canvas', () => {
  it('come back as they were, and of a foreign text as usual', () => {
    const aids = withGuide(withGuide(USUAL_AIDS, 'x', 300), 'x', 100)
    expect(aidsOf(textOfAids(aids))).toEqual(aids)
    expect(withoutGuide(aids, 'x', 300).x).toEqual([100])
    expect([undefined, '', 'x', '3', 'null'].map(aidsOf)).toEqual(Array.from({ length: 5 }, () => USUAL_AIDS))
    expect(aidsOf('{"grid":"1","x":[null,5]}')).toEqual({ ...USUAL_AIDS, x: [5] })
  })
})
