/** The overview of a tenant for visitors and management: what is measured, what stands, what was cured and how well, and what the machines need. */
import type { Translate } from '../../labels/index.ts'
import type { ScreenDocument, ScreenFigure, ScreenWidget } from '../document.ts'
import type { Rect } from './parts.ts'
import { cell, figures, head, inRow, page, panelWith, wallScreen, widget } from './parts.ts'

const is = (field: string, value: string | number) => ({ field, op: 'equals', value }) as const
const year = { count: 12, unit: 'month' } as const

const FIGURES: readonly ScreenFigure[] = [
  figures('stored', { subject: 'readings', measures: [{ as: 'values', of: 'count' }], time: { range: 'today' } }),
  figures('devices', {
    subject: 'devices',
    measures: [
      { as: 'online', of: 'count', where: is('presence', 'online') },
      { as: 'total', of: 'count' },
    ],
  }),
  figures('standing', { subject: 'alarms', measures: [{ as: 'standing', of: 'count', where: is('isCurrent', 1) }] }),
  figures('running', { subject: 'runs', measures: [{ as: 'running', of: 'count', where: is('runState', 'running') }] }),
  figures('passed', {
    subject: 'runs',
    measures: [{ as: 'passed', of: 'count', where: is('runVerdict', 'pass') }],
    time: { field: 'endedAt', range: 'thisMonth' },
  }),
  figures('orders', { subject: 'work-orders', measures: [{ as: 'open', of: 'count', where: is('isOpen', 1) }] }),
  figures('compliance', {
    subject: 'runs',
    measures: [{ as: 'runs', of: 'count' }],
    dimensions: [
      { field: 'endedAt', bucket: 'month', as: 'month' },
      { field: 'runVerdict', as: 'verdict' },
    ],
    where: { field: 'runVerdict', op: 'filled' },
    time: { field: 'endedAt', last: year },
    order: [['month', 'ascend']],
  }),
  figures('hours', {
    subject: 'alarm-events',
    measures: [{ as: 'raised', of: 'count' }],
    dimensions: [
      { field: 'time', bucket: 'hour', as: 'hour' },
      { field: 'alarmPriority', as: 'priority' },
    ],
    where: is('transition', 'raise'),
    time: { last: { count: 24, unit: 'hour' } },
  }),
  figures('days', {
    subject: 'alarm-events',
    measures: [{ as: 'raised', of: 'count' }],
    dimensions: [{ field: 'time', bucket: 'day', as: 'day' }],
    where: is('transition', 'raise'),
    time: { last: { count: 90, unit: 'day' } },
    order: [['day', 'ascend']],
  }),
  figures('types', {
    subject: 'devices',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [{ field: 'deviceTypeId', as: 'type' }],
    order: [['count', 'descend']],
  }),
  figures('strength', {
    subject: 'strength-tests',
    measures: [{ as: 'mean', of: 'avg', field: 'testStrength' }],
    dimensions: [{ field: 'testedAt', bucket: 'month', as: 'month' }],
    time: { field: 'testedAt', last: year },
    order: [['month', 'ascend']],
  }),
  figures('certificates', {
    subject: 'equipment',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [{ field: 'calibrationState', as: 'state' }],
    where: is('isScrapped', 0),
  }),
  figures('states', {
    subject: 'work-orders',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [{ field: 'orderState', as: 'state' }],
    where: is('isOpen', 1),
  }),
]

/** The figures of one number, each of which opens the list that it counts. */
function numbers(t: Translate): ScreenWidget[] {
  const number =
    (id: string, label: string, value: ReturnType<typeof cell>, address: string, flip = false) =>
    (rect: Rect) =>
      widget(
        id,
        'number',
        rect,
        { label, digits: 0, ...(flip ? { flip } : {}) },
        { anchor: 'stretch', bind: { value }, action: { address } },
      )
  return inRow([24, 104, 1872, 128], 16, [
    number('stored', t('screens.big.stored'), cell('stored', 'values'), '/acquisition/trends', true),
    number('online', t('screens.big.online'), cell('devices', 'online'), '/acquisition/devices?presence=online'),
    number('total', t('screens.big.devices'), cell('devices', 'total'), '/acquisition/devices'),
    number('standing', t('screens.big.standing'), cell('standing', 'standing'), '/acquisition/alarms?isCurrent=1'),
    number('running', t('screens.big.running'), cell('running', 'running'), '/acquisition/runs?runState=running'),
    number('passed', t('screens.big.passed'), cell('passed', 'passed'), '/acquisition/runs?runVerdict=pass'),
    number('open', t('screens.big.orders'), cell('orders', 'open'), '/maintenance/workorders?isOpen=1'),
  ])
}

const LEFT = [24, 448] as const
const RIGHT = [1448, 448] as const
const CORE = [488, 944] as const
const BANNER: Rect = [488, 1016, 944, 48]

const banner = () => widget('banner', 'alarm-banner', BANNER, {}, { anchor: 'stretch' })

/** The document, with its texts in one language. */
export function bigData(t: Translate): ScreenDocument {
  const at = ([left, width]: readonly [number, number], top: number, height: number): Rect => [left, top, width, height]
  const overview = [
    ...head(t('screens.ready.bigdata')),
    ...numbers(t),
    ...panelWith('compliance', at(LEFT, 248, 400), t('screens.big.compliance'), 'left', (rect) =>
      widget('compliance', 'chart', rect, {
        figure: 'compliance',
        kind: 'stacked',
        x: 'month',
        by: 'verdict',
        series: ['runs'],
        legend: true,
      }),
    ),
    ...panelWith('types', at(LEFT, 664, 400), t('screens.big.types'), 'left', (rect) =>
      widget('types', 'chart', rect, { figure: 'types', kind: 'pie', x: 'type', series: ['count'], legend: true }),
    ),
    ...panelWith('map', at(CORE, 248, 752), t('screens.big.sites'), 'stretch', (rect) =>
      widget('map', 'map', rect, { show: 'sites', names: true }),
    ),
    banner(),
    ...panelWith('hours', at(RIGHT, 248, 400), t('screens.big.hours'), 'right', (rect) =>
      widget('hours', 'chart', rect, { figure: 'hours', kind: 'heat', x: 'hour', by: 'priority', series: ['raised'] }),
    ),
    ...panelWith('alarms', at(RIGHT, 664, 400), t('screens.big.alarms'), 'right', (rect) => widget('alarms', 'alarms', rect, { rows: 8 })),
  ]
  const details = [
    ...head(t('screens.ready.bigdata')),
    ...numbers(t),
    ...panelWith('strength', at(LEFT, 248, 400), t('screens.big.strength'), 'left', (rect) =>
      widget('strength', 'chart', rect, {
        figure: 'strength',
        kind: 'line',
        x: 'month',
        series: ['mean'],
        unit: 'MPa',
        legend: true,
      }),
    ),
    ...panelWith('certificates', at(LEFT, 664, 400), t('screens.big.certificates'), 'left', (rect) =>
      widget('certificates', 'chart', rect, { figure: 'certificates', kind: 'pie', x: 'state', series: ['count'], legend: true }),
    ),
    ...panelWith('runs', at(CORE, 248, 400), t('screens.big.runs'), 'stretch', (rect) =>
      widget('runs', 'runs', rect, { rows: 8, state: 'running' }),
    ),
    ...panelWith('grid', at(CORE, 664, 336), t('screens.big.grid'), 'stretch', (rect) => widget('grid', 'devices', rect, { names: true })),
    banner(),
    ...panelWith('days', at(RIGHT, 248, 400), t('screens.big.days'), 'right', (rect) =>
      widget('days', 'calendar', rect, { figure: 'days', day: 'day', measure: 'raised' }),
    ),
    ...panelWith('states', at(RIGHT, 664, 400), t('screens.big.states'), 'right', (rect) =>
      widget('states', 'chart', rect, { figure: 'states', kind: 'bar', x: 'state', series: ['count'] }),
    ),
  ]
  return wallScreen(
    [page('overview', t('screens.big.overview'), 40, overview), page('details', t('screens.big.details'), 40, details)],
    FIGURES,
  )
}
