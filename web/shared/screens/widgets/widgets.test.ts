/** Each kind of widget as it is drawn of a feed: what is good, and what is not, may not be seen, or is not there. Texts are their keys here. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, afterAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { ScreenList } from '../../../../model/contract/screen/screens.ts'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import type { ScreenWidget } from '../../../../model/screens/document.ts'
import { THEMES } from '../../../../model/screens/document.ts'
import type { WidgetKind } from '../../../../model/screens/widgets.ts'
import { WIDGETS, WIDGET_KINDS, slotsOf, widgetOptions } from '../../../../model/screens/widgets.ts'
import type { TestValues } from '../test-feed.ts'
import { createTestFeed } from '../test-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { WIDGET_VIEWS, preloadWidgets } from './index.ts'

const NOW = Date.UTC(2026, 10, 30, 8, 0, 0)
const POINT = '11111111-1111-4111-8111-111111111111'
const PICTURE = '22222222-2222-4222-8222-222222222222'
/** A value that nothing else on a widget looks like. */
const VALUE = 73.25

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: 'language=en', hidden: false, addEventListener: () => undefined })
  await preloadWidgets(WIDGET_KINDS)
})
afterAll(() => void vi.unstubAllGlobals())

const answer: FigureAnswer = {
  columns: [
    { name: 'day', kind: 'time', label: 'Day', bucket: 'day' },
    { name: 'site', kind: 'text', label: 'Site' },
    { name: 'count', kind: 'number', label: 'Count' },
    { name: 'mean', kind: 'number', label: 'Mean' },
  ],
  rows: [
    ['2026-11-28 00:00:00', 'North', 12, 20.5],
    ['2026-11-29 00:00:00', 'North', 7, null],
    ['2026-11-30 00:00:00', 'South', 3, 22.25],
  ],
  omitted: [],
  asOf: NOW,
  coverage: null,
}

const LISTS: Readonly<Partial<Record<WidgetKind, ScreenList>>> = {
  alarms: alarmsOf(3),
  'alarm-banner': alarmsOf(2),
  devices: {
    of: 'devices',
    rows: [
      { id: 'd1', deviceCode: 'D1', deviceName: 'Pump house', siteName: 'North', state: 'online', seenAt: NOW, priority: null },
      { id: 'd2', deviceCode: 'D2', deviceName: 'Boiler', siteName: null, state: 'offline', seenAt: null, priority: 2 },
    ],
    total: 2,
  },
  map: {
    of: 'places',
    rows: [
      { id: 's1', name: 'North yard', longitude: 120.1, latitude: 30.2, devices: 8, online: 7, priority: null },
      { id: 's2', name: 'South yard', longitude: 120.4, latitude: 30.1, devices: 4, online: 0, priority: 1 },
    ],
    total: 2,
  },
  plan: {
    of: 'devices',
    rows: [{ id: POINT, deviceCode: 'D1', deviceName: 'Pump house', siteName: 'North', state: 'online', seenAt: NOW, priority: 3 }],
    total: 1,
  },
  runs: runsOf(),
  run: runsOf(),
  orders: {
    of: 'orders',
    rows: [
      {
        id: 'o1',
        orderNumber: 'WO-1',
        title: 'Seal leaks',
        state: 'in-progress',
        priority: '1',
        equipmentName: 'Pump 3',
        assignee: 'Chen',
        openedAt: NOW - 3_600_000,
        dueAt: NOW - 60_000,
      },
      {
        id: 'o2',
        orderNumber: 'WO-2',
        title: null,
        state: null,
        priority: null,
        equipmentName: null,
        assignee: null,
        openedAt: null,
        dueAt: null,
      },
    ],
    total: 5,
  },
  yard: {
    of: 'yard',
    rows: [
      { id: 'c1', componentCode: 'T-01', componentName: 'Girder 1', siteName: 'Shed A', runId: 'r1', stage: 'heating', verdict: null },
      { id: 'c2', componentCode: 'T-02', componentName: null, siteName: 'Shed B', runId: null, stage: null, verdict: 'fail' },
    ],
    total: 2,
  },
}

function alarmsOf(total: number): ScreenList {
  return {
    of: 'alarms',
    rows: [
      {
        id: 'a1',
        state: 'unacknowledged',
        priority: 1,
        title: 'Too hot',
        deviceId: 'd1',
        deviceName: 'Boiler',
        pointName: 'Core',
        value: 81.5,
        unit: '°C',
        raisedAt: NOW - 180_000,
      },
      {
        id: 'a2',
        state: null,
        priority: null,
        title: null,
        deviceId: null,
        deviceName: null,
        pointName: null,
        value: null,
        unit: null,
        raisedAt: null,
      },
    ],
    total,
  }
}

function runsOf(): ScreenList {
  const values = [
    { role: 'core', pointId: POINT, value: 64.5, quality: 192, limit: 60 },
    { role: 'surface', pointId: PICTURE, value: 41, quality: 0, limit: null },
  ]
  const more = { runKind: 'mass', siteName: 'North', startedAt: NOW, endedAt: null }
  return {
    of: 'runs',
    rows: [
      {
        id: 'r1',
        runNumber: 'R-7',
        componentName: 'Girder 1',
        stage: 'heating',
        state: 'running',
        verdict: null,
        share: 0.4,
        values,
        ...more,
      },
      {
        id: 'r2',
        runNumber: 'R-8',
        componentName: null,
        stage: null,
        state: 'finished',
        verdict: 'pass',
        share: null,
        values: [],
        ...more,
      },
    ],
    total: 2,
  }
}

/** Options that each kind needs, and those that draw most of it. */
const OPTIONS: Readonly<Partial<Record<WidgetKind, Record<string, unknown>>>> = {
  number: { label: 'Core', unit: '°C', digits: 2 },
  gauge: { label: 'Core', digits: 2, limits: [{ at: 60, tone: 'warning' }] },
  liquid: { label: 'Tank', digits: 2 },
  bar: { label: 'Core', digits: 2, limits: [{ at: 60, tone: 'alarm-1' }] },
  chart: { figure: 'f', kind: 'heat', x: 'day', by: 'site', series: ['count'], title: 'Counts' },
  table: { figure: 'f', title: 'Counts', rank: true },
  alarms: { title: 'Alarms' },
  symbol: { symbol: 'pump', label: 'Pump 3' },
  pipe: {
    points: [
      [0, 0.5],
      [0.5, 0.5],
      [1, 0],
    ],
    medium: 'steam',
  },
  map: { show: 'sites', map: PICTURE, title: 'Sites' },
  plan: {
    pins: [
      { deviceId: POINT, at: [0.5, 0.5] },
      { label: 'Gone', at: [0.1, 0.9] },
    ],
  },
  run: { trend: true },
  orders: { lanes: true },
  calendar: { figure: 'f', day: 'day', measure: 'count', title: 'Days', limits: [{ at: 10, tone: 'good' }] },
  clock: { format: 'shift', label: 'Shift' },
  weather: { of: 'wind', digits: 2 },
  text: { text: 'Level: {}' },
  'rich-text': {
    lines: [
      { text: 'Rules', as: 'title' },
      { text: 'Wear a helmet', as: 'item' },
    ],
  },
  picture: { picture: PICTURE, label: 'The yard' },
  video: { file: PICTURE },
  tabs: {
    tabs: [
      { group: 'g1', label: 'North' },
      { group: 'g2', label: 'South' },
    ],
  },
  carousel: { groups: ['g1', 'g2'] },
  frame: { title: 'Overview', look: 'plate' },
  filter: { variable: 'kind' },
  link: { text: 'More' },
  qr: { text: 'https://example.com' },
}

const reading = (quality: number, value: number | null = VALUE, age = 1000) => ({
  time: NOW - age,
  value,
  quality,
  reason: quality === 0 ? ('comm' as const) : ('none' as const),
})

function valuesOf(kind: WidgetKind, more: TestValues = {}): TestValues {
  const list = LISTS[kind]
  return {
    now: NOW,
    points: { [POINT]: { id: POINT, pointName: 'Core', deviceName: 'Probe', unit: '°C', digits: 2, staleAfter: 60 } },
    values: { [POINT]: reading(192) },
    rings: { [POINT]: [reading(192, 20, 3000), reading(192, 22, 2000), reading(0, null, 1000)] },
    figures: { f: answer },
    ...(list ? { lists: { w: list } } : {}),
    media: {
      [PICTURE]: {
        address: 'data:image/png;base64,AA',
        map: {
          shapes: {
            type: 'Polygon',
            coordinates: [
              [
                [120, 30],
                [121, 30],
                [121, 31],
                [120, 30],
              ],
            ],
          },
          reviewNumber: 'GS(2026)1',
        },
      },
    },
    declared: [{ name: 'kind', kind: 'choice', label: 'Kind of curing', of: [{ value: 'steam', label: 'Steam' }] }],
    variables: { kind: 'steam' },
    shift: { name: 'Night', from: NOW, to: NOW + 28_800_000 },
    ...more,
  }
}

const widgetOf = (kind: WidgetKind, more: Partial<ScreenWidget> = {}): ScreenWidget => ({
  id: 'w',
  kind,
  rect: [0, 0, 300, 200],
  bind: Object.fromEntries(Object.keys(slotsOf(kind)).map((slot) => [slot, { point: POINT }])),
  ...more,
})

function drawn(
  kind: WidgetKind,
  values: TestValues = valuesOf(kind),
  more: Partial<ScreenWidget> = {},
  props: Partial<WidgetProps> = {},
): string {
  const options = z.parse(widgetOptions(kind), OPTIONS[kind] ?? {}) as WidgetProps['options']
  return renderToStaticMarkup(
    createElement(WIDGET_VIEWS[kind], {
      widget: widgetOf(kind, more),
      options,
      feed: createTestFeed(values),
      scale: 1.5,
      width: 450,
      height: 300,
      theme: 'wall',
      isDesign: false,
      ...props,
    }),
  )
}

/** What stands there to be read, without what the markup is made of. */
const wordsOf = (markup: string): string => markup.replace(/<[^>]*>/g, ' ')
const VALUED = WIDGET_KINDS.filter((kind) => 'value' in WIDGETS[kind].slots || kind === 'text')

describe.each(WIDGET_KINDS)('the widget %s', (kind) => {
  it('is a figure with a name, all of whose numbers are numbers, in every theme and size', () => {
    for (const theme of THEMES)
      for (const [width, height, scale] of [
        [450, 300, 1.5],
        [2000, 90, 4],
        [30, 400, 0.5],
        [1, 1, 0.1],
      ] as const) {
        const markup = drawn(kind, valuesOf(kind), {}, { theme, width, height, scale })
        expect(markup).toMatch(/^<figure class="sw sw-[\w-]+" aria-label="[^"]+" data-screen-theme="(wall|calm)"/)
        expect(markup).not.toMatch(/NaN|Infinity|undefined|\[object/)
      }
  })

  it('shows nothing that its reader may not see', () => {
    const markup = drawn(kind, valuesOf(kind, { withheld: ['w'] }), {}, { open: () => undefined })
    expect(wordsOf(markup).trim()).toBe('screen-widget.withheld')
    expect(markup).not.toMatch(/<button|<select|<img|<video|<li/)
  })

  it('says so where there is nothing yet', () => {
    const markup = drawn(kind, { now: NOW })
    expect(markup).not.toMatch(/NaN|Infinity|undefined|73\.25/)
    expect(markup).toContain('<figure')
  })

  it('is clicked only where something leads away, and is no trap in the designer', () => {
    const action = { action: { page: 'p2' } } as const
    const opened = drawn(kind, valuesOf(kind), action, { open: () => undefined })
    const closed = drawn(kind, valuesOf(kind), action)
    const design = drawn(kind, valuesOf(kind), action, { open: () => undefined, isDesign: true })
    if (!['tabs', 'carousel'].includes(kind)) expect(closed).not.toContain('<button')
    if (!['tabs', 'carousel', 'filter', 'clock', 'video'].includes(kind))
      expect(opened.includes('<button') || LISTS[kind] !== undefined || kind === 'yard').toBe(true)
    expect(design).not.toContain('class="sw-open"')
  })
})

describe.each(VALUED)('the value of the widget %s', (kind) => {
  it('stands there with its unit while it is good', () => {
    const markup = drawn(kind)
    expect(wordsOf(markup)).toContain('73.25')
    expect(markup).toContain('data-truth="good"')
  })

  it('that is stale is hatched, and says how old it is', () => {
    const markup = drawn(kind, valuesOf(kind, { values: { [POINT]: reading(192, VALUE, 200_000) } }))
    expect(markup).toContain('data-truth="stale"')
    expect(markup).toContain('class="sw-hatch"')
    expect(wordsOf(markup)).toContain('3 min. ago')
    expect(wordsOf(markup)).toContain('73.25')
  })

  it('that is uncertain is dotted', () => {
    const markup = drawn(kind, valuesOf(kind, { values: { [POINT]: reading(64) } }))
    expect(markup).toContain('class="sw-dots"')
    expect(wordsOf(markup)).toContain('worth.uncertain')
  })

  it('that is bad is a dash with its reason, and no number is left of it', () => {
    const markup = drawn(kind, valuesOf(kind, { values: { [POINT]: reading(0) } }))
    expect(markup).not.toContain('73.25')
    expect(wordsOf(markup)).toContain('—')
    expect(wordsOf(markup)).toContain('reason.comm')
  })

  it('that is not there is a dash', () => {
    const markup = drawn(kind, valuesOf(kind, { values: {} }))
    expect(markup).not.toContain('73.25')
    expect(wordsOf(markup)).toContain('—')
    expect(wordsOf(markup)).toContain('worth.none')
  })

  it('is judged by the rules of the widget: with a sign, a word in its place, or hidden', () => {
    const over = { when: { above: 70 } }
    const toned = drawn(kind, valuesOf(kind), { rules: [{ ...over, tone: 'alarm-2' }] })
    expect(toned).toContain('data-tone="alarm-2"')
    expect(toned).toContain('data-sign="alarm-2"')
    expect(wordsOf(drawn(kind, valuesOf(kind), { rules: [{ ...over, text: 'too hot' }] }))).toContain('too hot')
    expect(
      drawn(kind, valuesOf(kind), { rules: [{ ...over, show: 'dash' }], bind: { [kind === 'text' ? 'text' : 'value']: { point: POINT } } }),
    ).not.toMatch(/>[^<]*73\.25/)
    expect(drawn(kind, valuesOf(kind), { rules: [{ ...over, show: 'hide' }] })).toContain('data-show="hide"')
  })
})

describe('a symbol', () => {
  it('says its state in its name and by a badge; a bad value is no state', () => {
    expect(drawn('symbol')).toMatch(/aria-label="Pump 3: screen-widget\.state-on".*data-badge="on"/)
    expect(drawn('symbol', valuesOf('symbol', { values: { [POINT]: reading(192, 0) } }))).toContain('data-badge="off"')
    expect(drawn('symbol', valuesOf('symbol', { values: { [POINT]: reading(0) } }))).toContain('data-badge="unknown"')
    expect(drawn('symbol', valuesOf('symbol'), { rules: [{ when: { above: 1 }, tone: 'alarm-1' }] })).toContain('data-badge="fault"')
    expect(drawn('symbol', valuesOf('symbol'), { bind: {} })).not.toContain('data-badge')
  })
})

describe('alarms', () => {
  it('have the shapes of their priority and state, and words for both', () => {
    const markup = drawn('alarms')
    expect(markup).toContain('data-sign="alarm-1"')
    expect(markup).toContain('data-state="unacknowledged"')
    expect(wordsOf(markup)).toContain('choice.alarmPriority.1 choice.alarmState.unacknowledged')
    expect(markup).toContain('sw-alarm sw-unseen')
    expect(wordsOf(markup)).toContain('screen-widget.more')
  })

  it('of none are calm words', () => {
    const none: TestValues = { lists: { w: { of: 'alarms', rows: [], total: 0 } } }
    for (const kind of ['alarms', 'alarm-banner'] as const)
      expect(wordsOf(drawn(kind, valuesOf(kind, none)))).toContain('screen-widget.no-alarms')
  })
})

describe('what a list hides from its reader', () => {
  it('is left out: rows without state, priority, name or time are drawn all the same', () => {
    expect(wordsOf(drawn('orders'))).toContain('screen-widget.no-state')
    expect(wordsOf(drawn('run'))).not.toContain('41')
    expect(drawn('run')).toContain('data-tone="warning"')
  })
})

it('a map has the number under which it was reviewed drawn on it', () => {
  expect(wordsOf(drawn('map'))).toContain('screen-widget.review')
  expect(drawn('map')).toContain('class="sw-land"')
  expect(wordsOf(drawn('map', { ...valuesOf('map'), media: {} }))).toContain('screen-widget.no-map')
})

it.each(['line', 'area', 'bar', 'stacked', 'pie', 'radar', 'heat', 'scatter', 'calendar'])(
  'a chart of the kind %s is also a table for those who do not see it',
  (look) => {
    const options = z.parse(widgetOptions('chart'), {
      figure: 'f',
      kind: look,
      x: 'day',
      series: ['count', 'mean'],
    }) as WidgetProps['options']
    const markup = drawn('chart', valuesOf('chart'), {}, { options })
    expect(markup).toContain('<th scope="row">11-28</th><td>12</td><td>20.5</td>')
    expect(markup).not.toMatch(/NaN|Infinity|undefined/)
  },
)
