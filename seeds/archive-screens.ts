/** The archive of machines on a screen: how their certificates stand, the newest faults, and nameplates that take turns. */
import type { ScreenDocument, ScreenFigure, ScreenWidget } from '../model/screens/document.ts'
import type { Rect } from '../model/screens/ready-made/parts.ts'
import { cell, figures, head, inColumn, inRow, page, panel, panelWith, wallScreen, widget } from '../model/screens/ready-made/parts.ts'
import type { ScreenSeed, SeededRows } from './screen-seed.ts'

const is = (field: string, value: string | number) => ({ field, op: 'equals', value }) as const

const archive: readonly ScreenFigure[] = [
  figures('categories', {
    subject: 'equipment',
    measures: [{ as: 'machines', of: 'count' }],
    dimensions: [{ field: 'category', as: 'category' }],
    where: is('isScrapped', 0),
    order: [['machines', 'descend']],
  }),
  figures('states', {
    subject: 'equipment',
    measures: [{ as: 'machines', of: 'count' }],
    dimensions: [{ field: 'equipmentState', as: 'state' }],
  }),
  figures('counts', {
    subject: 'equipment',
    measures: [
      { as: 'valid', of: 'count', where: is('calibrationState', 'valid') },
      { as: 'due', of: 'count', where: is('calibrationState', 'due') },
      { as: 'expired', of: 'count', where: is('calibrationState', 'expired') },
      { as: 'failed', of: 'count', where: is('calibrationState', 'failed') },
    ],
    where: is('isScrapped', 0),
  }),
  figures('certificates', {
    subject: 'equipment',
    measures: [{ as: 'machines', of: 'count' }],
    dimensions: [
      { field: 'equipmentName', as: 'machine' },
      { field: 'calibratedUntil', bucket: 'day', as: 'until' },
      { field: 'calibrationState', as: 'state' },
    ],
    where: { and: [is('isScrapped', 0), { field: 'calibratedUntil', op: 'filled' }] },
    order: [['until', 'ascend']],
    limit: 20,
  }),
  figures('months', {
    subject: 'calibrations',
    measures: [{ as: 'certificates', of: 'count' }],
    dimensions: [{ field: 'validUntil', bucket: 'month', as: 'month' }],
    where: { field: 'validity', op: 'among', value: ['valid', 'due', 'expired'] },
    order: [['month', 'ascend']],
  }),
  figures('faults', {
    subject: 'faults',
    measures: [{ as: 'faults', of: 'count' }],
    dimensions: [
      { field: 'createTime', bucket: 'day', as: 'day' },
      { field: 'equipmentId', as: 'machine' },
      { field: 'faultTitle', as: 'title' },
    ],
    order: [['day', 'descend']],
    limit: 12,
  }),
]

/** Nameplates that take turns: a machine, its code to scan, and what it says now. */
const PLATES = [
  {
    id: 'plate-1',
    name: '南京 1 号标养室温湿度控制仪',
    code: 'SB-NJ-001',
    device: 'NJ-CR-01',
    values: [
      ['temp1', '温度', '°C'],
      ['rh1', '湿度', '%'],
      ['water_temp', '水温', '°C'],
    ],
  },
  {
    id: 'plate-2',
    name: '1 号蒸养棚控制柜',
    code: 'SB-NJ-003',
    device: 'NJ-ST-01',
    values: [
      ['chamber', '棚温', '°C'],
      ['core', '芯部', '°C'],
      ['pressure', '蒸汽压力', 'MPa'],
    ],
  },
] as const

function archiveScreen(rows: SeededRows): ScreenDocument {
  const count = (column: string, label: string, tone: 'good' | 'notice' | 'warning' | 'alarm-2') => (rect: Rect) =>
    widget(
      column,
      'number',
      rect,
      { label, digits: 0 },
      {
        anchor: 'stretch',
        bind: { value: cell('counts', column) },
        rules: [{ when: { above: 0 }, tone }],
        action: { address: `/reports/equipmentarchive?calibrationState=${column}` },
      },
    )
  const plate = panel('plate', [1440, 104, 456, 464], '设备铭牌', 'right')
  const [left, top, width, height] = plate.inner
  const plates = PLATES.flatMap(({ id, name, code, device, values }): ScreenWidget[] =>
    [
      widget(`${id}-name`, 'text', [left, top, width, 48], { text: name }, { style: { fontSize: 24, bold: true } }),
      widget(`${id}-code`, 'qr', [left, top + 56, 160, 184], { text: code, label: code }),
      ...inColumn(
        [left + 176, top + 56, width - 176, height - 56],
        8,
        values.map(
          ([key, label, unit]) =>
            (rect: Rect) =>
              widget(`${id}-${key}`, 'number', rect, { label, unit, digits: 2 }, { bind: { value: { point: rows.point(device, key) } } }),
        ),
      ),
    ].map((each): ScreenWidget => ({ ...each, anchor: 'right', group: id })),
  )
  const widgets: ScreenWidget[] = [
    ...head('设备电子档案'),
    ...panelWith('categories', [24, 104, 456, 464], '设备分类', 'left', (rect) =>
      widget('categories', 'chart', rect, { figure: 'categories', kind: 'pie', x: 'category', series: ['machines'], legend: true }),
    ),
    ...panelWith('states', [24, 584, 456, 480], '设备状态', 'left', (rect) =>
      widget('states', 'chart', rect, { figure: 'states', kind: 'bar', x: 'state', series: ['machines'] }),
    ),
    ...inRow([496, 104, 928, 128], 16, [
      count('valid', '检定有效', 'good'),
      count('due', '即将到期', 'warning'),
      count('expired', '已过期', 'alarm-2'),
      count('failed', '不合格', 'alarm-2'),
    ]),
    ...panelWith('certificates', [496, 248, 928, 480], '检定到期清单', 'stretch', (rect) =>
      widget('certificates', 'table', rect, {
        figure: 'certificates',
        rows: 9,
        scroll: true,
        columns: [
          { column: 'machine', label: '设备' },
          { column: 'until', label: '有效期至' },
          { column: 'state', label: '状态' },
        ],
      }),
    ),
    ...panelWith('months', [496, 744, 928, 320], '各月到期证书', 'stretch', (rect) =>
      widget('months', 'chart', rect, { figure: 'months', kind: 'bar', x: 'month', series: ['certificates'] }),
    ),
    plate.frame,
    ...plates,
    widget('plates', 'carousel', [1440, 568, 456, 16], { groups: PLATES.map(({ id }) => id), seconds: 10 }, { anchor: 'right' }),
    ...panelWith('faults', [1440, 600, 456, 464], '最新故障', 'right', (rect) =>
      widget('faults', 'table', rect, {
        figure: 'faults',
        rows: 8,
        scroll: true,
        columns: [
          { column: 'day', label: '日期' },
          { column: 'machine', label: '设备' },
          { column: 'title', label: '故障' },
        ],
      }),
    ),
  ]
  return wallScreen([page('archive', '设备档案', 60, widgets)], archive, { refresh: 300 })
}

export const archiveOfMachines: ScreenSeed = {
  screenName: '设备档案看板',
  screenFolder: '设备',
  screenDescription: '设备构成、检定到期情况、最新故障与轮播铭牌',
  content: archiveScreen,
}
