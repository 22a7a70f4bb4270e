/**
 * Golden reports: built-in ones over a few rows. Each label is the first two letters of the last part of its key. A text of 9 points that may break makes its row
 * 9 × 1.35 + 4 = 16.15 points high at the least, one of 8 points 14.8.
 */
import type { Translate } from '../../../model/labels/index.ts'
import type { ReportCode } from '../../../model/reports/built-in/asked.ts'
import { BUILT_IN } from '../../../model/reports/built-in/index.ts'
import type { ReportPeriod } from '../../../model/reports/period.ts'
import type { Drawing } from './drawn.ts'
import type { Golden, GoldenSet } from './kinds.ts'

const t = ((key: string) => (key.split('.').at(-1) ?? '').slice(0, 2)) as Translate
const of: ReportPeriod = { from: '2026-11-23 00:00:00', to: '2026-11-30 00:00:00', name: 'a week' }
const params = { title: 'Report', subtitle: 'of a week', signatures: 'signed' }

const builtIn = (
  code: ReportCode,
  period: 'day' | 'week',
  sets: Readonly<Record<string, GoldenSet>>,
  drawing: Drawing,
  scale = 1,
): Golden => ({
  name: code,
  template: BUILT_IN[code].template(t, { period, of }),
  sets,
  params,
  pages: [[drawing]],
  scale,
})
const day = (date: number) => `2026-11-${date} 00:00:00`
const time = (clock: string) => `2026-11-26 ${clock}:00`

const curingRoom = builtIn(
  'curing-room',
  'day',
  {
    room: {
      names: ['time', 'deviceId', 'deviceName', 'pointKey', 'pointName', 'unit', 'mean', 'high', 'low'],
      rows: [
        [time('08:00'), 'i1', '一号', 't1', '温', '°C', 20.04, 21, 19],
        [time('09:00'), 'i1', '一号', 't1', '温', '°C', 25, 26, 24],
        [time('08:00'), 'i1', '一号', 'h1', '湿', '%', 96, 97, 95],
      ],
    },
  },
  [
    '        | A         | B    | C    | D    | B    | C    | D   ',
    '1       | Report    | <    | <    | <    | <    | <    | <   ',
    '2       | of a week | <    | <    | <    | <    | <    | <   ',
    '3       | ti        | 一号 | <    | <    | <    | <    | <   ',
    '4       | ^         | 温   | <    | <    | 湿   | <    | <   ',
    '5=16.15 | ^         | °C   | <    | <    | %    | <    | <   ',
    '6=16.15 | ^         | me   | hi   | lo   | me   | hi   | lo  ',
    '7=16.15 | 08:00     | 20.0 | 21.0 | 19.0 | 96.0 | 97.0 | 95.0',
    '7=16.15 | 09:00     | 25.0 | 26.0 | 24.0 | @    | @    | @   ',
    // The mean of 20.04 and 25.
    '8=16.15 | al        | 22.5 | 26.0 | 19.0 | 96.0 | 97.0 | 95.0',
    '9       | ro        | <    | <    | <    | <    | <    | <   ',
    '10      | signed    | <    | <    | <    | <    | <    | <   ',
  ],
)

const daySheet = builtIn(
  'day-sheet',
  'day',
  {
    sheet: {
      names: ['time', 'deviceId', 'deviceName', 'displayOrder', 'pointName', 'pointKey', 'unit', 'rangeLow', 'rangeHigh', 'mean', 'high', 'low', 'covered'], // prettier-ignore
      rows: [
        [time('08:00'), 'i1', '一号', 1, '芯', 'c', '°C', 18, 22, 20, 21, 19, 1],
        [time('08:15'), 'i1', '一号', 1, '芯', 'c', '°C', 18, 22, 23, 24, 22.5, 0.5],
        [time('08:00'), 'i1', '一号', 2, '面', 's', '°C', null, null, 15, 16, 14, 1],
      ],
    },
  },
  [
    '        | A         | B     | B     ',
    '1       | Report    | <     | <     ',
    '2       | of a week | <     | <     ',
    '3=16.15 | 一号      | <     | <     ',
    '4=14.8  | po        | 芯    | 面    ',
    '5=14.8  | po        | c     | s     ',
    '6=14.8  | un        | °C    | °C    ',
    '7       | ra        | 18    | @     ',
    '8       | ra        | 22    | @     ',
    '9       | 08:00     | 20.00 | 15.00 ',
    '9       | 08:15     | 23.00 | @     ',
    '10      | me        | 21.50 | 15.00 ',
    '11      | hi        | 24.00 | 16.00 ',
    '12      | lo        | 19.00 | 14.00 ',
    '13      | co        | 75.0% | 100.0%',
    '14      | da        | <     | <     ',
    '15      | signed    | <     | <     ',
  ],
)

const curve = builtIn(
  'curve',
  'day',
  {
    hours: { names: ['time', 'deviceName', 'pointName', 'mean'], rows: [[time('08:00'), '一号', '芯', 20], [time('09:00'), '一号', '芯', 21]] }, // prettier-ignore
    points: {
      names: ['deviceId', 'deviceName', 'pointKey', 'pointName', 'mean', 'high', 'low', 'covered'],
      rows: [
        ['i1', '一号', 'c', '芯', 20, 21.25, 19, 1],
        ['i1', '一号', 's', '面', 15, 16, 14, 0.5],
      ],
    },
  },
  [
    '        | A         | B  | C    | D    | E    | F     ',
    '1       | Report    | <  | <    | <    | <    | <     ',
    '2       | of a week | <  | <    | <    | <    | <     ',
    '3       | @         | <  | <    | <    | <    | <     ',
    '4       | de        | po | me   | hi   | lo   | co    ',
    '5=16.15 | 一号      | 芯 | 20.0 | 21.3 | 19.0 | 100.0%',
    '5=16.15 | ^         | 面 | 15.0 | 16.0 | 14.0 | 50.0% ',
    '6       | cu        | <  | <    | <    | <    | <     ',
    '7       | signed    | <  | <    | <    | <    | <     ',
  ],
)

const availability = builtIn(
  'availability',
  'week',
  {
    days: {
      names: ['time', 'deviceId', 'deviceName', 'share', 'n'],
      rows: [
        [day(25), 'i1', '一号', 1, 100],
        [day(26), 'i1', '一号', 0.5, 50],
        [day(25), 'i2', '二号', 0.97, 1000],
      ],
    },
  },
  [
    '        | A         | B    | B   | C     | D  | E    ',
    '1       | Report    | <    | <   | <     | <  | <    ',
    '2       | of a week | <    | <   | <     | <  | <    ',
    '3       | da de     | 25   | 26  | lo    | da | re   ',
    '4=16.15 | 一号      | 100% | 50% | 50.0% | 2  | 150  ',
    '4=16.15 | 二号      | 97%  | @   | 97.0% | 1  | 1,000',
    '5       | av        | <    | <   | <     | <  | <    ',
    '6       | signed    | <    | <   | <     | <  | <    ',
  ],
)

const alarmMonth = builtIn(
  'alarm-month',
  'week',
  {
    days: {
      names: ['time', 'alarmPriority', 'alarmPriorityCn', 'n'],
      rows: [
        [day(25), 1, '急', 2],
        [day(26), 1, '急', 3],
        [day(26), 2, '高', 10],
      ],
    },
    often: {
      names: ['ruleName', 'deviceIdCn', 'pointName', 'n'],
      rows: [
        ['温高', '一号', '芯', 12],
        ['湿低', '二号', '面', 3],
      ],
    },
  },
  [
    '        | A          | B    | B  | C ',
    '1       | Report     | <    | <  | < ',
    '2       | of a week  | <    | <  | < ',
    '3       | al da      | 急   | 高 | to',
    '4=16.15 | 2026-11-25 | 2    | @  | 2 ',
    '4=16.15 | 2026-11-26 | 3    | 10 | 13',
    '5=16.15 | to         | 5    | 10 | 15',
    '6       |            |      |    |   ',
    '7       | mo         | <    | <  | < ',
    '8       | ru         | de   | <  | ti',
    '9=16.15 | 温高       | 一号 | <  | 12',
    '9=16.15 | 湿低       | 二号 | <  | 3 ',
    '10      | signed     | <    | <  | < ',
  ],
)

const alarmList = builtIn(
  'alarm-list',
  'week',
  {
    raised: {
      names: ['time', 'alarmPriorityCn', 'ruleName', 'deviceIdCn', 'pointName', 'alarmStateCn', 'n'],
      rows: [
        [time('08:30'), '高', '温高', '一号', '芯', '已复', 1],
        [time('09:00'), '急', '湿低', '二号', null, '未复', 1200],
      ],
    },
  },
  [
    '        | A         | B                | C  | D    | E    | F  | G    | H    ',
    '1       | Report    | <                | <  | <    | <    | <  | <    | <    ',
    '2       | of a week | <                | <  | <    | <    | <  | <    | <    ',
    '3       | nu        | ra               | al | ru   | de   | po | st   | ti   ',
    '4=16.15 | 1         | 2026-11-26 08:30 | 高 | 温高 | 一号 | 芯 | 已复 | 1    ',
    '4=16.15 | 2         | 2026-11-26 09:00 | 急 | 湿低 | 二号 | @  | 未复 | 1,200',
    '5=16.15 | al        | @                | @  | @    | @    | @  | @    | 1,201',
    '6       | al        | <                | <  | <    | <    | <  | <    | <    ',
    '7       | signed    | <                | <  | <    | <    | <  | <    | <    ',
  ],
  // Its columns are 566 points wide.
  523.28 / 566,
)

const curingRuns = builtIn(
  'curing-runs',
  'week',
  {
    runs: {
      names: ['runNumber', 'componentIdCn', 'runKindCn', 'limitSetIdCn', 'from', 'to', 'runStateCn', 'runVerdictCn', 'covered'],
      times: ['from', 'to'],
      rows: [
        ['R1', '墩一', '蒸养', '甲', time('08:00'), time('20:00'), '完成', '合格', 0.98],
        ['R2', '墩二', '蒸养', '甲', time('09:00'), null, '进行', null, 0.9],
      ],
    },
  },
  [
    '        | A         | B  | C    | D    | E  | F                | G                | H    | I    | J    ',
    '1       | Report    | <  | <    | <    | <  | <                | <                | <    | <    | <    ',
    '2       | of a week | <  | <    | <    | <  | <                | <                | <    | <    | <    ',
    '3       | nu        | ru | co   | ru   | li | st               | en               | ru   | ru   | ru   ',
    '4=16.15 | 1         | R1 | 墩一 | 蒸养 | 甲 | 2026-11-26 08:00 | 2026-11-26 20:00 | 完成 | 合格 | 98.0%',
    '4=16.15 | 2         | R2 | 墩二 | 蒸养 | 甲 | 2026-11-26 09:00 | @                | 进行 | @    | 90.0%',
    '5=16.15 | al        | @  | @    | @    | @  | @                | @                | @    | @    | 90.0%',
    '6       | ru        | <  | <    | <    | <  | <                | <                | <    | <    | <    ',
    '7       | signed    | <  | <    | <    | <  | <                | <                | <    | <    | <    ',
  ],
)

export const BUILT_IN_PAGES: readonly Golden[] = [curingRoom, daySheet, curve, availability, alarmMonth, alarmList, curingRuns]
