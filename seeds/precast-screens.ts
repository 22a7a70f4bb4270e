/** Big screens of the precast works: the yard in curing and a curing room; the archive of machines and the day's maintenance stand beside. */
import type { ScreenDocument, ScreenFigure, ScreenWidget } from '../model/screens/document.ts'
import type { Rect } from '../model/screens/ready-made/parts.ts'
import { figures, head, inRow, page, panel, panelWith, wallScreen, widget } from '../model/screens/ready-made/parts.ts'
import { archiveOfMachines } from './archive-screens.ts'
import { maintenanceWall } from './maintenance-screens.ts'
import type { ScreenSeed, SeededRows } from './screen-seed.ts'

const FOLDER = '梁场'
const SITE = [{ name: 'site', kind: 'reference', label: '站点', to: 'sites' }] as const
const bySite = { site: { variable: 'site' } } as const
const siteParameter = [{ name: 'site', kind: 'reference', to: 'sites' }] as const
const atSite = { field: 'siteId', op: 'equals', param: 'site' } as const
const is = (field: string, value: string | number) => ({ field, op: 'equals', value }) as const

const construction: readonly ScreenFigure[] = [
  figures(
    'states',
    {
      subject: 'runs',
      measures: [{ as: 'runs', of: 'count' }],
      dimensions: [{ field: 'runState', as: 'state' }],
      where: atSite,
      params: [...siteParameter],
    },
    bySite,
  ),
  figures(
    'ready',
    {
      subject: 'runs',
      measures: [{ as: 'runs', of: 'count' }],
      dimensions: [
        { field: 'readyAt', bucket: 'hour', as: 'ready' },
        { field: 'componentId', as: 'component' },
        { field: 'runStage', as: 'stage' },
      ],
      where: { and: [is('runState', 'running'), atSite] },
      params: [...siteParameter],
      order: [['ready', 'ascend']],
      limit: 12,
    },
    bySite,
  ),
  figures(
    'days',
    {
      subject: 'runs',
      measures: [
        { as: 'passed', of: 'count', where: is('runVerdict', 'pass') },
        { as: 'ended', of: 'count' },
        { as: 'share', formula: 'passed * 100 / ended' },
      ],
      dimensions: [{ field: 'endedAt', bucket: 'day', as: 'day' }],
      where: { and: [{ field: 'runVerdict', op: 'filled' }, atSite] },
      params: [...siteParameter],
      time: { field: 'endedAt', last: { count: 30, unit: 'day' } },
      order: [['day', 'ascend']],
    },
    bySite,
  ),
]

function constructionScreen(): ScreenDocument {
  const widgets: ScreenWidget[] = [
    ...head('施工养护看板'),
    widget('site', 'filter', [24, 24, 280, 56], { variable: 'site', label: '站点' }, { anchor: 'left' }),
    widget('shift', 'clock', [312, 24, 152, 56], { format: 'shift' }, { anchor: 'left', style: { fontSize: 22 } }),
    ...panelWith('runs', [24, 104, 456, 464], '进行中的养护', 'left', (rect) =>
      widget('runs', 'runs', rect, { siteId: '$site', state: 'running', rows: 8 }),
    ),
    ...panelWith('ready', [24, 584, 456, 416], '即将拆模、张拉', 'left', (rect) =>
      widget('ready', 'table', rect, {
        figure: 'ready',
        rows: 8,
        scroll: true,
        columns: [
          { column: 'component', label: '构件' },
          { column: 'stage', label: '阶段' },
          { column: 'ready', label: '预计时间' },
        ],
      }),
    ),
    ...panelWith('yard', [496, 104, 928, 896], '台座与构件（按阶段着色）', 'stretch', (rect) =>
      widget('yard', 'yard', rect, { siteId: '$site', columns: 12 }),
    ),
    ...panelWith('worst', [1440, 104, 456, 464], '最接近限值的养护', 'right', (rect) =>
      widget('worst', 'run', rect, { siteId: '$site', worst: 3, trend: true }),
    ),
    ...panelWith('days', [1440, 584, 456, 208], '近 30 天合格率', 'right', (rect) =>
      widget('days', 'calendar', rect, {
        figure: 'days',
        day: 'day',
        measure: 'share',
        limits: [
          { at: 0, tone: 'alarm-1' },
          { at: 90, tone: 'warning' },
          { at: 98, tone: 'good' },
        ],
      }),
    ),
    ...panelWith('states', [1440, 808, 456, 192], '养护状态', 'right', (rect) =>
      widget('states', 'chart', rect, { figure: 'states', kind: 'bar', x: 'state', series: ['runs'] }),
    ),
    widget('banner', 'alarm-banner', [24, 1016, 1872, 48], { siteId: '$site' }, { anchor: 'stretch' }),
  ]
  return wallScreen([page('yard', '施工养护', 60, widgets)], construction, { variables: SITE.map((each) => ({ ...each })), refresh: 30 })
}

/** The room and what is asked of it: 20 ± 2 °C and 95 % (GB/T 50081, 5.2.1). */
const ROOM = 'NJ-CR-01'
const [LOW, HIGH, DAMP] = [18, 22, 95]

function roomScreen(rows: SeededRows): ScreenDocument {
  const point = (key: string) => ({ point: rows.point(ROOM, key) })
  const probe = (key: string, label: string, unit: string, beyond: { readonly above?: number; readonly below?: number }) => (rect: Rect) =>
    widget(
      key,
      'number',
      rect,
      { label, unit, digits: 1 },
      {
        anchor: 'stretch',
        bind: { value: point(key) },
        rules: [
          ...(beyond.above === undefined ? [] : [{ when: { above: beyond.above }, tone: 'alarm-2' as const }]),
          ...(beyond.below === undefined ? [] : [{ when: { below: beyond.below }, tone: 'alarm-2' as const }]),
        ],
      },
    )
  const probes = [1, 2, 3, 4, 5]
  const grid = panel('grid', [496, 104, 928, 416], '五点温湿度', 'stretch')
  const [left, top, width, height] = grid.inner
  const half = Math.floor((height - 12) / 2)
  const sign = (key: string, symbol: string, label: string) => (rect: Rect) =>
    widget(key, 'symbol', rect, { symbol, label }, { anchor: 'left', bind: { state: point(key) } })
  const plant = panel('plant', [24, 104, 456, 416], '设备状态', 'left')
  const [plantLeft, plantTop, plantWidth, plantHeight] = plant.inner
  const plantHalf = Math.floor((plantHeight - 12) / 2)
  const trend = (id: string, rect: Rect, title: string, keys: readonly string[], low: number, high?: number) => {
    const [a, b, c, d, e] = keys.map(point)
    const limits = { low: { value: low }, ...(high === undefined ? {} : { high: { value: high } }) }
    return widget(
      id,
      'trend',
      rect,
      { title, minutes: 1440, digits: 1 },
      { bind: { ...(a && { a }), ...(b && { b }), ...(c && { c }), ...(d && { d }), ...(e && { e }), ...limits } },
    )
  }
  const widgets: ScreenWidget[] = [
    ...head('南京 1 号标准养护室'),
    plant.frame,
    ...inRow([plantLeft, plantTop, plantWidth, plantHalf], 12, [sign('spray', 'spray-nozzle', '喷雾'), sign('heater', 'heater', '加热')]),
    ...inRow([plantLeft, plantTop + plantHalf + 12, plantWidth, plantHalf], 12, [
      sign('chiller', 'chiller', '制冷'),
      sign('door', 'door', '库门'),
    ]),
    grid.frame,
    ...inRow(
      [left, top, width, half],
      12,
      probes.map((at) => probe(`temp${at}`, `${at} 号温度`, '°C', { above: HIGH, below: LOW })),
    ),
    ...inRow(
      [left, top + half + 12, width, half],
      12,
      probes.map((at) => probe(`rh${at}`, `${at} 号湿度`, '%', { below: DAMP })),
    ),
    {
      ...trend(
        'temperatures',
        [24, 536, 928, 464],
        '24 小时温度（20 ± 2 °C）',
        probes.map((at) => `temp${at}`),
        LOW,
        HIGH,
      ),
      anchor: 'left',
    },
    {
      ...trend(
        'humidities',
        [968, 536, 928, 464],
        '24 小时湿度（不低于 95 %）',
        probes.map((at) => `rh${at}`),
        DAMP,
      ),
      anchor: 'right',
    },
    ...panelWith('specimens', [1440, 104, 456, 416], '在养试件', 'right', (rect) =>
      widget('specimens', 'table', rect, {
        figure: 'specimens',
        rows: 8,
        scroll: true,
        columns: [
          { column: 'specimen', label: '试件' },
          { column: 'cast', label: '成型日期' },
          { column: 'age', label: '龄期 (d)', digits: 0 },
        ],
      }),
    ),
    widget('banner', 'alarm-banner', [24, 1016, 1872, 48], { deviceId: rows.device(ROOM) }, { anchor: 'stretch' }),
  ]
  const specimens = figures('specimens', {
    subject: 'specimens',
    measures: [{ as: 'age', of: 'max', field: 'testAge' }],
    dimensions: [
      { field: 'specimenCode', as: 'specimen' },
      { field: 'castAt', bucket: 'day', as: 'cast' },
    ],
    where: is('specimenCuring', 'standard'),
    order: [['cast', 'descend']],
    limit: 20,
  })
  return wallScreen([page('room', '标养室', 60, widgets)], [specimens], { refresh: 60 })
}

export const precastScreens: readonly ScreenSeed[] = [
  {
    screenName: '施工养护看板',
    screenFolder: FOLDER,
    screenDescription: '各台座构件的养护阶段、最接近限值的养护与近 30 天合格率',
    content: constructionScreen,
  },
  {
    screenName: '标养室看板',
    screenFolder: FOLDER,
    screenDescription: '南京 1 号标养室五点温湿度、24 小时趋势与设备状态',
    content: roomScreen,
  },
  archiveOfMachines,
  maintenanceWall,
]
