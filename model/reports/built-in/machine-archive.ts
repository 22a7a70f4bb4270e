/** What is known of machines: the identity of each, its calibrations, and the work orders that were opened for it in a period; of one that is chosen, whenever that was. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { MACHINE, isChosen, parameterOf, timeUnlessChosen } from './choosing.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F'] as const
const DAY = 'yyyy-MM-dd'

type Column = readonly [head: string, field: string, format?: string]

/** The template of the archive. */
export function machineArchive(t: Translate, asked: ReportFor): ReportTemplate {
  const { deviceId, siteId } = asked
  const params = [parameterOf(t, MACHINE)]
  const min = (as: string, field: string) => ({ as, of: 'min', field })
  const below = allOf([
    isChosen(MACHINE, 'equipment.equipmentCode'),
    equal('equipment.deviceId', deviceId),
    equal('equipment.siteId', siteId),
  ])
  /** A line of the machine: two labels, each with its value. */
  const line = (row: number, pairs: readonly Column[]): Record<string, TemplateCell> =>
    Object.fromEntries(
      pairs.flatMap(([text, field, format], at) => [
        [`${at === 0 ? 'A' : 'D'}${row}`, { text, left: 'A3', style: look.head }] as const,
        [
          `${at === 0 ? 'B' : 'E'}${row}`,
          { field: `machines.${field}`, ...(format ? { format } : {}), left: 'A3', style: look.text },
        ] as const,
      ]),
    )
  const section = (set: string, title: string, row: number, columns: readonly Column[]): Record<string, TemplateCell> =>
    Object.fromEntries([
      [`A${row}`, { text: title, style: look.section }],
      ...columns.flatMap(([text, field, format], at) => [
        [`${COLUMNS[at] ?? ''}${row + 1}`, { text, style: look.head }] as const,
        [
          `${COLUMNS[at] ?? ''}${row + 2}`,
          {
            field: `${set}.${field}`,
            ...(at === 1 ? { expand: 'down' as const, aggregate: 'list' as const } : { left: `B${row + 2}` }),
            ...(format ? { format } : {}),
            style: look.text,
          },
        ] as const,
      ]),
    ])
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS },
    columns: [88, 96, 90, 80, 80, 89],
    rows: [30, 18, 24, 16, 16, 16, 16, 16, 16, 24, 18, 16, 24, 18, 16, 30, 30],
    sets: {
      machines: {
        document: {
          format: 1,
          subject: 'equipment',
          params,
          measures: [
            min('purchased', 'purchasedAt'),
            min('commissioned', 'commissionedAt'),
            min('warranty', 'warrantyUntil'),
            min('calibrated', 'calibratedUntil'),
          ],
          dimensions: [
            ...['equipmentCode', 'equipmentName', 'category', 'equipmentState', 'siteId'],
            ...['orgId', 'keeperId', 'maker', 'model', 'serialNumber'],
          ].map((field) => ({ field })),
          ...allOf([isChosen(MACHINE, 'equipmentCode'), equal('deviceId', deviceId), equal('siteId', siteId)]),
          order: [['equipmentCode', 'ascend']],
        },
      },
      certificates: {
        document: {
          format: 1,
          subject: 'calibrations',
          params,
          measures: [min('from', 'validFrom'), min('until', 'validUntil')],
          dimensions: ['equipmentId', 'calibrationNumber', 'laboratory', 'calibrationResult'].map((field) => ({ field })),
          ...below,
          order: [['from', 'descend']],
        },
      },
      orders: {
        document: {
          format: 1,
          subject: 'work-orders',
          params,
          measures: [min('opened', 'createTime'), min('finished', 'finishedAt')],
          dimensions: ['equipmentId', 'orderNumber', 'orderTitle', 'orderState'].map((field) => ({ field })),
          where: { and: [{ field: 'equipmentId', op: 'filled' }, ...(below.where ? [below.where] : [])] },
          ...timeUnlessChosen(MACHINE, asked, 'createTime'),
          order: [['opened', 'descend']],
        },
      },
    },
    styles: [...STYLES],
    merges: [
      ...[1, 2, 10, 13, 16, 17].map((row) => `A${row}:F${row}`),
      'A3:B3',
      'C3:F3',
      ...[4, 5, 6, 7, 8, 9].flatMap((row) => [`B${row}:C${row}`, `E${row}:F${row}`]),
    ],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { field: 'machines.equipmentCode', expand: 'down', aggregate: 'list', together: true, style: look.section },
      C3: { field: 'machines.equipmentName', left: 'A3', style: look.section },
      ...line(4, [
        [t('field.equipment.category'), 'categoryCn'],
        [t('field.equipment.equipmentState'), 'equipmentStateCn'],
      ]),
      ...line(5, [
        [t('field.equipment.siteId'), 'siteIdCn'],
        [t('field.equipment.orgId'), 'orgIdCn'],
      ]),
      ...line(6, [
        [t('field.equipment.keeperId'), 'keeperIdCn'],
        [t('field.equipment.maker'), 'maker'],
      ]),
      ...line(7, [
        [t('field.equipment.model'), 'model'],
        [t('field.equipment.serialNumber'), 'serialNumber'],
      ]),
      ...line(8, [
        [t('field.equipment.purchasedAt'), 'purchased', DAY],
        [t('field.equipment.commissionedAt'), 'commissioned', DAY],
      ]),
      ...line(9, [
        [t('field.equipment.warrantyUntil'), 'warranty', DAY],
        [t('field.equipment.calibratedUntil'), 'calibrated', DAY],
      ]),
      ...section('certificates', t('noun.calibrations'), 10, [
        [t('field.calibrations.equipmentId'), 'equipmentIdCn'],
        [t('field.calibrations.calibrationNumber'), 'calibrationNumber'],
        [t('field.calibrations.laboratory'), 'laboratory'],
        [t('field.calibrations.calibrationResult'), 'calibrationResultCn'],
        [t('field.calibrations.validFrom'), 'from', DAY],
        [t('field.calibrations.validUntil'), 'until', DAY],
      ]),
      ...section('orders', t('noun.work-orders'), 13, [
        [t('field.work-orders.equipmentId'), 'equipmentIdCn'],
        [t('field.work-orders.orderNumber'), 'orderNumber'],
        [t('field.work-orders.orderTitle'), 'orderTitle'],
        [t('field.work-orders.orderState'), 'orderStateCn'],
        [t('field.createTime'), 'opened', DAY],
        [t('field.work-orders.finishedAt'), 'finished', DAY],
      ]),
      A16: { text: t('reports.machine-note'), style: look.plain },
      A17: { text: SIGNATURES, style: look.plain },
    },
  }
}
