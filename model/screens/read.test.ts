/** Screen documents as they come: sound ones are read, whatever is wrong is said with its place, and older formats are led on step by step. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScreenDocument } from './document.ts'
import { MAX_SCREEN_BYTES, MAX_WIDGETS } from './document.ts'
import { ScreenFault } from './faults.ts'
import { EMPTY_SCREEN, readScreen, upgraded } from './read.ts'
import { readyMade } from './ready-made/index.ts'

const MAX_CPU_MS = 200
const POINT = '01890000-0000-7000-8000-000000000001'

/** A document of the first format as it was kept then: it is read for good. */
const FORMAT_1 = {
  format: 1,
  size: { width: 1920, height: 1080 },
  fit: 'contain',
  theme: 'wall',
  refresh: 60,
  variables: [
    { name: 'site', kind: 'reference', label: 'Site', to: 'sites', default: POINT },
    { name: 'range', kind: 'range', label: 'Range', default: { last: { count: 7, unit: 'day' } } },
  ],
  figures: [
    {
      name: 'devices',
      document: { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'siteId', as: 'site' }] },
      params: { site: { variable: 'site' } },
    },
  ],
  pages: [
    {
      id: 'p1',
      title: 'First',
      seconds: 20,
      background: { colour: '#0b1320', picture: POINT },
      widgets: [
        {
          id: 'w1',
          kind: 'number',
          name: 'Temperature',
          rect: [10, 20, 300, 120],
          anchor: 'left',
          bind: { value: { point: POINT, then: [{ scale: 2, offset: 1 }, { round: 1 }, { map: [{ from: 0, to: 1, text: 'low' }] }] } },
          rules: [
            { when: { above: 22 }, tone: 'alarm-2' },
            { when: { quality: 'bad' }, show: 'dash' },
          ],
          style: { fontSize: 32, colour: '#ffffff', align: 'center' },
          action: { page: 'p1' },
          options: { label: 'Room', unit: '°C', digits: 1 },
        },
        { id: 'w2', kind: 'chart', rect: [330, 20, 600, 400], options: { figure: 'devices', kind: 'pie', x: 'siteCn', series: ['n'] } },
        { id: 'w3', kind: 'alarms', rect: [950, 20, 600, 400], options: { siteId: '$site', rows: 8 } },
        { id: 'w4', kind: 'plan', rect: [10, 440, 600, 400], options: { picture: POINT, pins: [{ deviceId: POINT, at: [0.5, 0.5] }] } },
      ],
    },
  ],
}
const widget = FORMAT_1.pages[0]?.widgets[0] as object
const withWidgets = (...widgets: unknown[]) => ({ ...FORMAT_1, pages: [{ id: 'p1', title: 'First', widgets }] })
const parsed = (text: string): unknown => JSON.parse(text)

/** Where it was refused and why; undefined where it was read. Within the time that somebody waits, of this process. */
function refusal(value: unknown): string | undefined {
  const before = process.cpuUsage()
  let found: string | undefined
  try {
    readScreen(value)
  } catch (error) {
    if (!(error instanceof ScreenFault)) throw error
    found = `${error.found.code} ${error.found.place}`
  }
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS)
  return found
}
// What is compiled once is compiled by then.
refusal(FORMAT_1)

describe('a screen document', () => {
  it('of the first format is read as it was kept', () => {
    expect(readScreen(FORMAT_1)).toEqual(FORMAT_1)
    expect(readScreen(parsed(JSON.stringify(EMPTY_SCREEN)))).toEqual(EMPTY_SCREEN)
  })

  it('that comes ready-made is sound in every language', () => {
    expect(refusal(readyMade('bigdata', (key) => key))).toBeUndefined()
  })

  it.each<[string, unknown, string]>([
    ['that is nothing', null, 'shape screen'],
    ['that is a list', [FORMAT_1], 'shape screen'],
    ['of a format to come', { ...FORMAT_1, format: 2 }, 'format format'],
    ['of no format', { ...FORMAT_1, format: undefined }, 'missing format'],
    ['with something more', { ...FORMAT_1, script: 'alert(1)' }, 'key screen'],
    ['without pages', { ...FORMAT_1, pages: [] }, 'shape pages'],
    ['with a widget of no kind', withWidgets({ ...widget, kind: 'iframe' }), 'shape pages[0].widgets[0].kind'],
    ['with an option of no kind', withWidgets({ ...widget, options: { html: '<b>' } }), 'shape pages[0].widgets[0].options'],
    ['with a rectangle without an end', withWidgets({ ...widget, rect: [0, 0, 1e9, 1] }), 'shape pages[0].widgets[0].rect[2]'],
    ['with two widgets of one id', withWidgets(widget, widget), 'shape pages[0].widgets'],
    ['with two pages of one id', { ...FORMAT_1, pages: [...FORMAT_1.pages, ...FORMAT_1.pages] }, 'twice pages[1]'],
    [
      'with an address of elsewhere',
      withWidgets({ ...widget, action: { address: 'https://example.com' } }),
      'shape pages[0].widgets[0].action.address',
    ],
    [
      'with an address of two slashes',
      withWidgets({ ...widget, action: { address: '//example.com/x?a=javascript:1' } }),
      'shape pages[0].widgets[0].action.address',
    ],
    [
      'with a script as a colour',
      withWidgets({ ...widget, style: { colour: 'url(javascript:1)' } }),
      'shape pages[0].widgets[0].style.colour',
    ],
    [
      'with a path as a picture',
      withWidgets({ id: 'w', kind: 'picture', rect: [0, 0, 9, 9], options: { picture: '../../etc/passwd' } }),
      'shape pages[0].widgets[0].options.picture',
    ],
    [
      'with a text that no database holds',
      withWidgets({ ...widget, options: { label: 'a\u0000b' } }),
      'shape pages[0].widgets[0].options.label',
    ],
    [
      'with half a character',
      withWidgets({ id: 'w', kind: 'rich-text', rect: [0, 0, 9, 9], options: { lines: [{ text: '\ud800' }] } }),
      'shape pages[0].widgets[0].options.lines[0].text',
    ],
    [
      'with SQL in its figures',
      { ...FORMAT_1, figures: [{ name: 'f', document: { format: 1, subject: 'devices; drop', measures: [] } }] },
      'document figures[0].document',
    ],
    ['with a prototype', parsed(`${JSON.stringify(FORMAT_1).slice(0, -1)},"__proto__":{"pages":[]}}`), 'key screen'],
    [
      'with a binding that is a prototype',
      withWidgets({ ...widget, bind: parsed('{"__proto__":{"value":1}}') }),
      'key pages[0].widgets[0].bind',
    ],
    ['with an option called constructor', withWidgets({ ...widget, options: { constructor: 'x' } }), 'key pages[0].widgets[0].options'],
    [
      'of a megabyte',
      withWidgets({ id: 'w', kind: 'rich-text', rect: [0, 0, 9, 9], options: { lines: [{ text: 'x'.repeat(MAX_SCREEN_BYTES) }] } }),
      'size screen',
    ],
    [
      'of more widgets than a page may have',
      withWidgets(...Array.from({ length: MAX_WIDGETS + 1 }, (_, at) => ({ ...widget, id: `w${at}` }))),
      'shape pages[0].widgets',
    ],
    ['of a hundred thousand levels', { ...FORMAT_1, figures: parsed(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) }, 'size screen'],
    ['of a million lists', { ...FORMAT_1, variables: Array.from({ length: 1_000_000 }, () => []) }, 'size screen'],
  ])('%s is refused', (_, value, found) => {
    expect(refusal(value)).toBe(found)
  })

  it('as large as one may be is read while somebody waits', () => {
    const many = Array.from({ length: MAX_WIDGETS }, (_, at) => ({ ...widget, id: `w${at}` }))
    const pages = Array.from({ length: 4 }, (_, at) => ({
      id: `p${at}`,
      title: 'x',
      widgets: many.map((each) => ({ ...each, action: { page: 'p0' } })),
    }))
    // A server that has read one has compiled what it takes.
    readScreen({ ...FORMAT_1, pages })
    expect(refusal({ ...FORMAT_1, pages })).toBeUndefined()
  })
})

describe('formats', () => {
  const steps = {
    1: ({ theme, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, look: theme }),
    2: (document: Readonly<Record<string, unknown>>) => ({ ...document, zoom: 1 }),
  }

  it('are led on step by step', () => {
    expect(upgraded({ format: 1, theme: 'wall' }, steps, 3)).toEqual({ format: 3, look: 'wall', zoom: 1 })
    expect(upgraded({ format: 2, look: 'calm' }, steps, 3)).toEqual({ format: 3, look: 'calm', zoom: 1 })
    expect(upgraded({ format: 3 }, steps, 3)).toEqual({ format: 3 })
  })

  it('that no step leads on from, and such as are to come, are refused', () => {
    expect(() => upgraded({ format: 0 }, steps, 3)).toThrow(ScreenFault)
    expect(() => upgraded({ format: 4 }, steps, 3)).toThrow(ScreenFault)
    expect(upgraded('text', steps, 3)).toBe('text')
  })
})

/** Something else in the place of something. */
const wild = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '__proto__',
    'constructor',
    -1,
    1e308,
    Number.NaN,
    [],
    {},
    true,
    '\u0000',
    '$site',
    '#fff',
    '{'.repeat(50),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

function placesIn(value: unknown): { readonly of: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const of = value as Record<string, unknown>
  return Object.keys(of).flatMap((key) => [{ of, key }, ...placesIn(of[key])])
}

it('whatever is changed in one, it is read or refused, and what is read can be kept and read again', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), wild), { minLength: 1, maxLength: 4 }), (changes) => {
      const copy = structuredClone(FORMAT_1) as unknown as Record<string, unknown>
      for (const [at, other] of changes) {
        const places = placesIn(copy)
        const place = places[at % places.length]
        if (place) place.of[place.key] = structuredClone(other)
      }
      let read: ScreenDocument | undefined
      try {
        read = readScreen(copy)
      } catch (error) {
        expect(error).toBeInstanceOf(ScreenFault)
      }
      if (read) expect(readScreen(parsed(JSON.stringify(read)))).toEqual(read)
    }),
    { numRuns: 500 },
  )
})
