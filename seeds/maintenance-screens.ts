/** The day's maintenance on the wall of the workshop. It names no row, so it fits any tenant. */
import type { ScreenFigure, ScreenWidget } from '../model/screens/document.ts'
import type { Rect } from '../model/screens/ready-made/parts.ts'
import { cell, figures, head, inRow, page, panelWith, wallScreen, widget } from '../model/screens/ready-made/parts.ts'
import type { ScreenSeed } from './screen-seed.ts'

const is = (field: string, value: string | number) => ({ field, op: 'equals', value }) as const
const week = { last: { count: 7, unit: 'day' } } as const

const FIGURES: readonly ScreenFigure[] = [
  figures('orders', {
    subject: 'work-orders',
    measures: [
      { as: 'open', of: 'count', where: is('isOpen', 1) },
      { as: 'overdue', of: 'count', where: { and: [is('isOpen', 1), is('isOverdue', 1)] } },
    ],
  }),
  figures('faultCount', { subject: 'faults', measures: [{ as: 'open', of: 'count', where: is('isOpen', 1) }] }),
  figures('shortCount', { subject: 'spare-parts', measures: [{ as: 'short', of: 'count', where: is('isShort', 1) }] }),
  figures('load', {
    subject: 'work-orders',
    measures: [{ as: 'orders', of: 'count' }],
    dimensions: [{ field: 'assigneeId', as: 'person' }],
    where: is('isOpen', 1),
    order: [['orders', 'descend']],
    limit: 10,
  }),
  figures('plans', {
    subject: 'maintenance-plans',
    measures: [{ as: 'plans', of: 'count' }],
    dimensions: [
      { field: 'nextDue', bucket: 'day', as: 'due' },
      { field: 'planName', as: 'plan' },
      { field: 'equipmentId', as: 'machine' },
    ],
    where: is('planStatus', 1),
    order: [['due', 'ascend']],
    limit: 12,
  }),
  figures('parts', {
    subject: 'spare-parts',
    measures: [
      { as: 'stock', of: 'sum', field: 'partStock' },
      { as: 'minimum', of: 'sum', field: 'partMinimum' },
    ],
    dimensions: [{ field: 'partName', as: 'part' }],
    where: is('isShort', 1),
    limit: 12,
  }),
  figures('failures', {
    subject: 'faults',
    measures: [{ as: 'failures', of: 'count' }],
    dimensions: [{ field: 'category', as: 'category' }],
    where: is('isFailure', 1),
    time: { field: 'createTime', last: { count: 12, unit: 'month' } },
    order: [['failures', 'descend']],
  }),
  figures('sources', {
    subject: 'alarm-events',
    measures: [{ as: 'raised', of: 'count' }],
    dimensions: [{ field: 'deviceId', as: 'device' }],
    where: is('transition', 'raise'),
    time: week,
    order: [['raised', 'descend']],
    limit: 8,
  }),
]

const number =
  (id: string, label: string, value: ReturnType<typeof cell>, address: string, isBad = true) =>
  (rect: Rect) =>
    widget(
      id,
      'number',
      rect,
      { label, digits: 0 },
      {
        anchor: 'stretch',
        bind: { value },
        action: { address },
        ...(isBad ? { rules: [{ when: { above: 0 }, tone: 'warning' as const }] } : {}),
      },
    )

const WIDGETS: readonly ScreenWidget[] = [
  ...head('运维看板'),
  ...inRow([24, 104, 1872, 120], 16, [
    number('open', '未完成工单', cell('orders', 'open'), '/maintenance/workorders?isOpen=1', false),
    number('overdue', '逾期工单', cell('orders', 'overdue'), '/maintenance/workorders?isOpen=1&isOverdue=1'),
    number('faults', '未解决故障', cell('faultCount', 'open'), '/maintenance/faults?isOpen=1'),
    number('short', '低于库存下限的备件', cell('shortCount', 'short'), '/maintenance/spareparts?isShort=1'),
  ]),
  ...panelWith('load', [24, 240, 456, 400], '人员任务量', 'left', (rect) =>
    widget('load', 'chart', rect, { figure: 'load', kind: 'bar', x: 'person', series: ['orders'] }),
  ),
  ...panelWith('plans', [24, 656, 456, 344], '到期与逾期计划', 'left', (rect) =>
    widget('plans', 'table', rect, {
      figure: 'plans',
      rows: 7,
      scroll: true,
      columns: [
        { column: 'due', label: '到期' },
        { column: 'plan', label: '计划' },
        { column: 'machine', label: '设备' },
      ],
    }),
  ),
  ...panelWith('lanes', [496, 240, 928, 760], '工单（按状态）', 'stretch', (rect) =>
    widget('lanes', 'orders', rect, { lanes: true, rows: 30 }),
  ),
  ...panelWith('parts', [1440, 240, 456, 240], '备件不足', 'right', (rect) =>
    widget('parts', 'table', rect, {
      figure: 'parts',
      rows: 4,
      scroll: true,
      columns: [
        { column: 'part', label: '备件' },
        { column: 'stock', label: '库存', digits: 0 },
        { column: 'minimum', label: '下限', digits: 0 },
      ],
    }),
  ),
  ...panelWith('failures', [1440, 496, 456, 240], '各类设备 12 个月停机故障', 'right', (rect) =>
    widget('failures', 'chart', rect, { figure: 'failures', kind: 'bar', x: 'category', series: ['failures'] }),
  ),
  ...panelWith('sources', [1440, 752, 456, 248], '近 7 天报警最多的设备', 'right', (rect) =>
    widget('sources', 'table', rect, {
      figure: 'sources',
      rows: 5,
      rank: true,
      columns: [
        { column: 'device', label: '设备' },
        { column: 'raised', label: '次数', digits: 0 },
      ],
    }),
  ),
  widget('banner', 'alarm-banner', [24, 1016, 1872, 48], {}, { anchor: 'stretch' }),
]

export const maintenanceWall: ScreenSeed = {
  screenName: '运维看板',
  screenFolder: '设备',
  screenDescription: '工单泳道、人员任务量、到期计划、备件不足与报警最多的设备',
  content: () => wallScreen([page('wall', '运维', 60, WIDGETS)], FIGURES, { refresh: 60 }),
}
