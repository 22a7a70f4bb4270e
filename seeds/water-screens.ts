/** Big screens of the water company: the intake pumps as a mimic. */
import type { ScreenDocument, ScreenWidget } from '../model/screens/document.ts'
import type { Rect } from '../model/screens/ready-made/parts.ts'
import { figures, head, inColumn, inRow, page, panelWith, wallScreen, widget } from '../model/screens/ready-made/parts.ts'
import { maintenanceWall } from './maintenance-screens.ts'
import type { ScreenSeed, SeededRows } from './screen-seed.ts'

const PUMPS = ['FS-P-01', 'FS-P-02', 'FS-P-03', 'FS-P-04'] as const
/** Left edge and width of the mimic, and the tops of its parts. */
const MIMIC = { left: 496, width: 928, discharge: 200, pumps: 320, suction: 620 } as const
const COLUMN = MIMIC.width / PUMPS.length

/** One pump with its pipes, its motor's current and frequency. */
function pump(rows: SeededRows, code: string, at: number): ScreenWidget[] {
  const left = Math.round(MIMIC.left + at * COLUMN)
  const middle = left + Math.round(COLUMN / 2)
  const point = (key: string) => ({ point: rows.point(code, key) })
  const flow = { flow: point('frequency') }
  return [
    widget(
      `${code}-out`,
      'pipe',
      [middle - 12, MIMIC.discharge + 24, 24, MIMIC.pumps - MIMIC.discharge - 24],
      {
        points: [
          [0.5, 1],
          [0.5, 0],
        ],
        width: 14,
        medium: 'water',
      },
      { bind: flow },
    ),
    widget(
      `${code}-in`,
      'pipe',
      [middle - 12, MIMIC.pumps + 180, 24, MIMIC.suction - MIMIC.pumps - 180],
      {
        points: [
          [0.5, 1],
          [0.5, 0],
        ],
        width: 14,
        medium: 'water',
      },
      { bind: flow },
    ),
    widget(
      `${code}-pump`,
      'symbol',
      [middle - 80, MIMIC.pumps, 160, 180],
      { symbol: 'pump', label: `${at + 1} 号泵` },
      { bind: { state: point('running'), text: point('frequency') }, action: { address: '/acquisition/devices' } },
    ),
    widget(
      `${code}-current`,
      'number',
      [left + 8, MIMIC.suction + 48, Math.floor(COLUMN) - 16, 84],
      { label: '电流', unit: 'A', digits: 1 },
      { bind: { value: point('current') } },
    ),
    widget(
      `${code}-bearing`,
      'bar',
      [left + 8, MIMIC.suction + 140, Math.floor(COLUMN) - 16, 64],
      {
        label: '轴承温度',
        unit: '°C',
        digits: 1,
        min: 0,
        max: 100,
        limits: [
          { at: 0, tone: 'good' },
          { at: 70, tone: 'warning' },
          { at: 85, tone: 'alarm-1' },
        ],
      },
      { bind: { value: point('bearing') } },
    ),
  ].map((each): ScreenWidget => ({ ...each, anchor: 'stretch' }))
}

function pumpStation(rows: SeededRows): ScreenDocument {
  const [first] = PUMPS
  const gauge = (id: string, label: string, key: string, max: number) => (rect: Rect) =>
    widget(id, 'gauge', rect, { label, unit: 'MPa', digits: 3, min: 0, max }, { bind: { value: { point: rows.point(first, key) } } })
  const [a, b, c, d] = PUMPS.map((code) => ({ point: rows.point(code, 'discharge') }))
  const widgets: ScreenWidget[] = [
    ...head('东平取水泵站'),
    ...panelWith('suction', [24, 104, 456, 304], '进口压力', 'left', (rect) => gauge('suction', '1 号泵进口', 'suction', 1)(rect)),
    ...panelWith('discharge', [24, 424, 456, 304], '出口压力', 'left', (rect) => gauge('discharge', '1 号泵出口', 'discharge', 1.6)(rect)),
    ...panelWith('basins', [24, 744, 456, 256], '滤池水位', 'left', (rect) => widget('basins', 'frame', rect, { look: 'plain' })),
    ...inRow(
      [48, 796, 408, 188],
      12,
      ['GZ-F-01', 'GZ-F-02', 'GZ-F-03'].map(
        (code, at) => (rect: Rect) =>
          widget(
            code,
            'liquid',
            rect,
            { label: `${at + 1} 号`, unit: 'm', digits: 2, max: 5 },
            { anchor: 'left', bind: { value: { point: rows.point(code, 'level') } } },
          ),
      ),
    ),
    widget('mimic', 'frame', [496, 104, 928, 736], { title: '取水泵组', look: 'header' }, { anchor: 'stretch' }),
    widget(
      'header',
      'pipe',
      [MIMIC.left + 40, MIMIC.discharge, MIMIC.width - 80, 24],
      {
        points: [
          [0, 0.5],
          [1, 0.5],
        ],
        width: 18,
        medium: 'water',
      },
      { anchor: 'stretch', bind: { flow: { point: rows.point(first, 'frequency') } } },
    ),
    widget(
      'intake',
      'pipe',
      [MIMIC.left + 40, MIMIC.suction, MIMIC.width - 80, 24],
      {
        points: [
          [0, 0.5],
          [1, 0.5],
        ],
        width: 18,
        medium: 'water',
      },
      { anchor: 'stretch', bind: { flow: { point: rows.point(first, 'frequency') } } },
    ),
    ...PUMPS.flatMap((code, at) => pump(rows, code, at)),
    widget(
      'trend',
      'trend',
      [496, 856, 928, 144],
      { title: '出口压力（60 分钟）', minutes: 60, unit: 'MPa', digits: 3 },
      { anchor: 'stretch', bind: { ...(a && { a }), ...(b && { b }), ...(c && { c }), ...(d && { d }) } },
    ),
    ...panelWith('power', [1440, 104, 456, 304], '功率', 'right', (rect) => widget('power-frame', 'frame', rect, { look: 'plain' })),
    ...inColumn(
      [1464, 152, 408, 240],
      8,
      PUMPS.map(
        (code, at) => (rect: Rect) =>
          widget(
            `${code}-power`,
            'bar',
            rect,
            { label: `${at + 1} 号泵`, unit: 'kW', digits: 1, min: 0, max: 400 },
            { anchor: 'right', bind: { value: { point: rows.point(code, 'power') } } },
          ),
      ),
    ),
    ...panelWith('energy', [1440, 424, 456, 256], '近 24 小时平均功率', 'right', (rect) =>
      widget('energy', 'chart', rect, {
        figure: 'energy',
        kind: 'line',
        x: 'hour',
        by: 'device',
        series: ['mean'],
        unit: 'kW',
        legend: true,
      }),
    ),
    ...panelWith('alarms', [1440, 696, 456, 304], '泵站报警', 'right', (rect) =>
      widget('alarms', 'alarms', rect, { siteId: rows.site('FS-INTAKE'), rows: 6 }),
    ),
    widget('banner', 'alarm-banner', [24, 1016, 1872, 48], { siteId: rows.site('FS-INTAKE') }, { anchor: 'stretch' }),
  ]
  const energy = figures('energy', {
    subject: 'readings',
    measures: [{ as: 'mean', of: 'mean', key: 'power' }],
    dimensions: [
      { field: 'time', bucket: 'hour', as: 'hour' },
      { field: 'deviceId', as: 'device' },
    ],
    where: { field: 'device.siteId', op: 'equals', value: rows.site('FS-INTAKE') },
    time: { last: { count: 24, unit: 'hour' } },
    order: [['hour', 'ascend']],
  })
  return wallScreen([page('station', '取水泵站', 60, widgets)], [energy], { refresh: 30 })
}

export const waterScreens: readonly ScreenSeed[] = [
  {
    screenName: '取水泵站监控',
    screenFolder: '泵站',
    screenDescription: '四台取水泵的运行、压力、功率与滤池水位',
    content: pumpStation,
  },
  maintenanceWall,
]
