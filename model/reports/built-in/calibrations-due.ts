/** Calibrations that end in a period, and those that have ended or were not passed and stand for their machine all the same: what has to be calibrated. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] as const
const FIELDS = [
  'code',
  'equipmentIdCn',
  'categoryCn',
  'siteCn',
  'keeperCn',
  'calibrationNumber',
  'laboratory',
  'until',
  'validityCn',
] as const

/** The template of the list. */
export function calibrationsDue(t: Translate, { of, deviceId, siteId }: ReportFor): ReportTemplate {
  const heads = [
    t('field.equipment.equipmentCode'),
    t('field.equipment.equipmentName'),
    t('field.equipment.category'),
    t('field.equipment.siteId'),
    t('field.equipment.keeperId'),
    t('field.calibrations.calibrationNumber'),
    t('field.calibrations.laboratory'),
    t('field.calibrations.validUntil'),
    t('field.calibrations.validity'),
  ]
  const list = (validity: readonly string[], time: object) => ({
    document: {
      format: 1,
      subject: 'calibrations',
      measures: [{ as: 'until', of: 'min', field: 'validUntil' }],
      dimensions: [
        { field: 'equipment.equipmentCode', as: 'code' },
        { field: 'equipmentId' },
        { field: 'equipment.category', as: 'category' },
        { field: 'equipment.siteId', as: 'site' },
        { field: 'equipment.keeperId', as: 'keeper' },
        { field: 'calibrationNumber' },
        { field: 'laboratory' },
        { field: 'validity' },
      ],
      ...allOf([
        { field: 'validity', op: 'among', value: [...validity] },
        { field: 'equipment.isScrapped', op: 'equals', value: 0 },
        equal('equipment.deviceId', deviceId),
        equal('equipment.siteId', siteId),
      ]),
      ...time,
      order: [
        ['until', 'ascend'],
        ['code', 'ascend'],
      ],
    },
  })
  const section = (set: string, title: string, [head, row]: readonly [number, number]): Record<string, TemplateCell> =>
    Object.fromEntries([
      [`A${head - 1}`, { text: title, style: look.section }],
      ...COLUMNS.flatMap((column, at) => [
        [`${column}${head}`, { text: heads[at] ?? '', style: look.head }] as const,
        [
          `${column}${row}`,
          {
            field: `${set}.${FIELDS[at] ?? ''}`,
            ...(at === 0 ? { expand: 'down' as const, aggregate: 'list' as const } : {}),
            ...(FIELDS[at] === 'until' ? { format: 'yyyy-MM-dd' } : {}),
            style: set === 'over' && at >= 7 ? look.wrong : look.text,
          },
        ] as const,
      ]),
    ])
  return {
    format: 1,
    page: { size: 'A4', landscape: true, margins: MARGINS },
    columns: [76, 112, 74, 84, 74, 106, 112, 66, 64],
    rows: [30, 18, 22, 18, 16, 22, 18, 16, 30, 30],
    sets: {
      due: list(['valid', 'due'], { time: { field: 'validUntil', from: of.from, to: of.to } }),
      over: list(['expired', 'failed'], {}),
    },
    styles: [...STYLES],
    merges: [1, 2, 3, 6, 9, 10].map((row) => `A${row}:I${row}`),
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      ...section('due', t('reports.calibrations-ending'), [4, 5]),
      ...section('over', t('reports.calibrations-over'), [7, 8]),
      A9: { text: t('reports.calibrations-note'), style: look.plain },
      A10: { text: SIGNATURES, style: look.plain },
    },
  }
}
