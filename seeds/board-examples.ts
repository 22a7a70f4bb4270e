/** Boards of the demonstration, shared with everybody: readings by the keys of their points, alarms, devices. They name no row, so they fit any tenant of their trade. */
import type { BoardChart, BoardContent } from '../model/charts/board.ts'
import type { FiguresDocument, MeasureDeclaration } from '../model/figures/document.ts'

export interface BoardSeed {
  readonly boardName: string
  readonly content: BoardContent
}

type Wide = BoardChart['width']
const chart = (
  id: string,
  title: string,
  kind: BoardChart['kind'],
  width: Wide,
  document: Omit<FiguresDocument, 'format'>,
  unit?: string,
): BoardChart => ({
  id,
  title,
  kind,
  width,
  ...(unit === undefined ? {} : { unit }),
  document: { format: 1, ...document },
})
const day = { last: { count: 24, unit: 'hour' } } as const
const week = { last: { count: 7, unit: 'day' } } as const
const mean = (key: string): MeasureDeclaration => ({ as: `mean_${key}`, of: 'mean', key })
const raised = { field: 'transition', op: 'equals', value: 'raise' } as const
const byHour = { field: 'time', bucket: 'hour' } as const
const byDay = { field: 'time', bucket: 'day' } as const

/** What every yard and waterworks asks of its alarms and its devices. */
const ofAlarms = [
  chart('raised', '近 7 天报警次数', 'number', 3, {
    subject: 'alarm-events',
    measures: [{ as: 'count', of: 'count' }],
    where: raised,
    time: { ...week, compare: 'previous' },
  }),
  chart(
    'quality',
    '良好数据占比',
    'number',
    3,
    { subject: 'readings', measures: [{ as: 'goodShare', of: 'goodShare' }], time: { ...day, compare: 'previous' } },
    '%',
  ),
  chart('devices', '设备构成', 'pie', 6, {
    subject: 'devices',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [{ field: 'deviceTypeId' }],
    order: [['count', 'descend']],
  }),
  chart('days', '每日报警（按优先级）', 'stacked', 6, {
    subject: 'alarm-events',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [byDay, { field: 'alarmPriority' }],
    where: raised,
    time: week,
  }),
  chart('sources', '报警最多的设备', 'bar', 6, {
    subject: 'alarm-events',
    measures: [{ as: 'count', of: 'count' }],
    dimensions: [{ field: 'deviceId' }],
    where: raised,
    time: week,
    order: [['count', 'descend']],
    topN: { by: 'count', count: 8, of: 'deviceId', rest: true },
  }),
]

const healthByDevice = chart(
  'health',
  '各设备良好数据占比',
  'heat',
  12,
  { subject: 'readings', measures: [{ as: 'goodShare', of: 'goodShare' }], dimensions: [byHour, { field: 'deviceId' }], time: day },
  '%',
)

export const curingBoard: BoardSeed = {
  boardName: '养护与报警总览',
  content: {
    format: 1,
    charts: [
      chart(
        'room',
        '标养室温度',
        'line',
        6,
        { subject: 'readings', measures: [mean('temp1')], dimensions: [byHour, { field: 'deviceId' }], time: day },
        '°C',
      ),
      chart(
        'steam',
        '蒸养：芯部、表面与环境温度',
        'line',
        6,
        { subject: 'readings', measures: [mean('core'), mean('surface'), mean('ambient')], dimensions: [byHour], time: day },
        '°C',
      ),
      ...ofAlarms,
      healthByDevice,
    ],
  },
}

export const waterBoard: BoardSeed = {
  boardName: '供水运行总览',
  content: {
    format: 1,
    charts: [
      chart(
        'flow',
        '瞬时流量',
        'line',
        6,
        { subject: 'readings', measures: [mean('flow')], dimensions: [byHour, { field: 'deviceId' }], time: day },
        'm³/h',
      ),
      chart(
        'chlorine',
        '余氯',
        'line',
        6,
        { subject: 'readings', measures: [mean('chlorine')], dimensions: [byHour, { field: 'deviceId' }], time: day },
        'mg/L',
      ),
      ...ofAlarms,
      healthByDevice,
    ],
  },
}
