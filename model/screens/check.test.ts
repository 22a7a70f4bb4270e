/** What is found of a document, what it names, and how its references are replaced. */
import { describe, expect, it } from 'vitest'
import { findingsOf } from './check.ts'
import { contrastOf, over } from './contrast.ts'
import type { ScreenDocument, ScreenWidget } from './document.ts'
import { readMap } from './geojson.ts'
import { EMPTY_SCREEN, readScreen } from './read.ts'
import { idsIn, referencesOf, replaceReferences } from './references.ts'

const [ONE, OTHER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const
const RECT: ScreenWidget['rect'] = [0, 0, 200, 100]

const screen = (widgets: readonly ScreenWidget[], more: Partial<ScreenDocument> = {}): ScreenDocument => ({
  ...EMPTY_SCREEN,
  figures: [
    {
      name: 'devices',
      document: { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'siteId', as: 'site' }] },
    },
    { name: 'hidden', document: null },
  ],
  variables: [{ name: 'site', kind: 'reference', label: 'Site', to: 'sites' }],
  pages: [{ id: 'p1', title: 'First', widgets: [...widgets] }],
  ...more,
})
const codesOf = (...widgets: ScreenWidget[]) => findingsOf(screen(widgets)).map(({ code, detail }) => `${code} ${detail}`.trim())
const number = (more: Partial<ScreenWidget>): ScreenWidget => ({
  id: 'w',
  kind: 'number',
  rect: RECT,
  bind: { value: { point: ONE } },
  ...more,
})

describe('findings', () => {
  it('are none of a sound screen', () => {
    const chart: ScreenWidget = {
      id: 'c',
      kind: 'chart',
      rect: RECT,
      options: { figure: 'devices', kind: 'pie', x: 'siteCn', series: ['n'] },
    }
    expect(codesOf(number({}), chart, { id: 'a', kind: 'alarms', rect: RECT, options: { siteId: '$site' } })).toEqual([])
  })

  it.each<[ScreenWidget, string]>([
    [number({ bind: {} }), 'unbound value'],
    [number({ bind: { value: { point: ONE }, other: { point: ONE } } }), 'unbound other'],
    [number({ bind: { value: { figure: 'gone', column: 'n' } } }), 'figure-gone gone'],
    [number({ bind: { value: { figure: 'devices', column: 'm' } } }), 'figure-wrong devices.m'],
    [number({ bind: { value: { variable: 'gone' } } }), 'variable-gone gone'],
    [number({ action: { page: 'gone' } }), 'page-gone gone'],
    [number({ rect: [1800, 0, 200, 100] }), 'outside'],
    [number({ style: { fontSize: 10 } }), 'small-text 10.0'],
    [number({ style: { colour: '#222222' } }), 'contrast 1.2'],
    [{ id: 'c', kind: 'chart', rect: RECT, options: { kind: 'bar' } }, 'unbound figure'],
    [{ id: 'c', kind: 'table', rect: RECT, options: { figure: 'devices', columns: [{ column: 'm' }] } }, 'figure-wrong devices.m'],
    [{ id: 'f', kind: 'filter', rect: RECT, options: { variable: 'gone' } }, 'variable-gone gone'],
    [{ id: 'a', kind: 'alarms', rect: RECT, options: { siteId: '$gone' } }, 'variable-gone gone'],
  ])('%j', (widget, found) => {
    expect(codesOf(widget)).toEqual([found])
  })

  it('say nothing of the columns of figures that are withheld', () => {
    expect(codesOf(number({ bind: { value: { figure: 'hidden', column: 'x' } } }))).toEqual([])
  })

  it('tell advice from what keeps a screen from being published', () => {
    const levels = findingsOf(screen([number({ bind: {}, rect: [-1, 0, 9, 9] })])).map(({ code, level }) => [code, level])
    expect(levels).toEqual([
      ['unbound', 'error'],
      ['outside', 'advice'],
    ])
  })

  it('measure text by the display it is shown on', () => {
    const large = { width: 3840, height: 2160 }
    expect(findingsOf(screen([number({ style: { fontSize: 20 } })], { size: large })).map(({ code }) => code)).toEqual(['small-text'])
    expect(findingsOf(screen([number({ style: { fontSize: 24 } })], { size: large }))).toEqual([])
  })
})

it('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(over('#ffffff80', '#000000')).toBe('#808080')
})

describe('references', () => {
  const named = screen(
    [
      number({ action: { screen: ONE } }),
      { id: 'a', kind: 'alarms', rect: RECT, options: { siteId: ONE, deviceId: '$site' } },
      {
        id: 'p',
        kind: 'plan',
        rect: RECT,
        options: {
          picture: ONE,
          pins: [
            { deviceId: ONE, at: [0, 0] },
            { componentId: OTHER, at: [0, 1] },
          ],
        },
      },
      { id: 'm', kind: 'map', rect: RECT, options: { map: OTHER, show: 'sites' } },
    ],
    { variables: [{ name: 'site', kind: 'reference', label: 'Site', to: 'sites', default: OTHER }] },
  )

  it('are all that a document names', () => {
    expect(referencesOf(named).map(({ of, id, widget, member }) => [of, id === ONE ? 1 : 2, widget, member])).toEqual([
      ['sites', 2, null, 'site'],
      ['points', 1, 'w', 'value'],
      ['screens', 1, 'w', 'action'],
      ['sites', 1, 'a', 'siteId'],
      ['pictures', 1, 'p', 'picture'],
      ['devices', 1, 'p', 'pins'],
      ['components', 2, 'p', 'pins'],
      ['pictures', 2, 'm', 'map'],
    ])
    expect(idsIn(referencesOf(named), 'sites')).toEqual([OTHER, ONE])
  })

  it('are replaced, or taken out with what they are all of', () => {
    expect(replaceReferences(named, ({ id }) => id)).toEqual(named)
    const without = replaceReferences(named, () => undefined)
    expect(referencesOf(without)).toEqual([])
    expect(without.pages[0]?.widgets[0]).toEqual({ id: 'w', kind: 'number', rect: RECT, bind: {} })
    expect(readScreen(JSON.parse(JSON.stringify(without)))).toEqual(without)
  })
})

describe('a map', () => {
  const square = [
    [0, 0],
    [0, 1],
    [1, 1],
    [0, 0],
  ]

  it('keeps the shapes and the names, and nothing else', () => {
    const given = {
      type: 'FeatureCollection',
      crs: 'x',
      features: [
        { type: 'Feature', id: 1, properties: { name: 'North', secret: 'x' }, geometry: { type: 'Polygon', coordinates: [square] } },
        { type: 'Feature', properties: null, geometry: null },
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1.23456789, 2, 30] } },
      ],
    }
    expect(readMap(given)).toEqual({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { name: 'North' }, geometry: { type: 'Polygon', coordinates: [square] } },
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1.234568, 2] } },
      ],
    })
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['no shape', { type: 'FeatureCollection', features: [] }],
    ['metres', { type: 'Point', coordinates: [500_000, 3_500_000] }],
    ['a text for a number', { type: 'Point', coordinates: ['1', '2'] }],
    ['a kind that is none', { type: 'Circle', coordinates: [0, 0] }],
    ['coordinates of another depth', { type: 'Polygon', coordinates: [0, 0] }],
    ['a prototype', { type: 'constructor', coordinates: [0, 0] }],
    ['shapes without an end', { type: 'MultiPoint', coordinates: Array.from({ length: 400_000 }, () => [0, 0]) }],
  ])('of %s is none', (_, value) => {
    expect(readMap(value)).toBeUndefined()
  })
})
