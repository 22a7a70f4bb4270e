/** Sheets of work orders, each on a page of its own, with room for what is found and done: of those that were opened in a period, or of one that is chosen. */
import type { Translate } from '../../labels/index.ts'
import type { ReportTemplate, TemplateCell } from '../template.ts'
import type { ReportFor } from './asked.ts'
import { ORDER, isChosen, parameterOf, timeUnlessChosen } from './choosing.ts'
import { MARGINS, SIGNATURES, STYLES, allOf, equal, look } from './parts.ts'

const MINUTE = 'yyyy-MM-dd HH:mm'
/** As tall as what is written by hand needs. */
const ROOM = 84

type Pair = readonly [label: string, field: string, format?: string]

/** The template of the sheets. */
export function orderSheet(t: Translate, asked: ReportFor): ReportTemplate {
  const { deviceId, siteId } = asked
  const min = (as: string, field: string) => ({ as, of: 'min', field })
  const line = (row: number, pairs: readonly Pair[]): Record<string, TemplateCell> =>
    Object.fromEntries(
      pairs.flatMap(([text, field, format], at) => [
        [`${at === 0 ? 'A' : 'C'}${row}`, { text, left: 'A3', style: look.head }] as const,
        [
          `${at === 0 ? 'B' : 'D'}${row}`,
          { field: `orders.${field}`, ...(format ? { format } : {}), left: 'A3', style: look.text },
        ] as const,
      ]),
    )
  const room = (row: number, text: string): Record<string, TemplateCell> => ({
    [`A${row}`]: { text, left: 'A3', style: look.head },
    [`B${row}`]: { text: ' ', left: 'A3', style: look.text },
  })
  return {
    format: 1,
    page: { size: 'A4', margins: MARGINS },
    columns: [88, 173, 88, 174],
    rows: [30, 18, 26, 18, 18, 18, 18, 18, 18, 18, ROOM, ROOM, ROOM, 30, 30],
    sets: {
      orders: {
        document: {
          format: 1,
          subject: 'work-orders',
          params: [parameterOf(t, ORDER)],
          measures: [
            min('opened', 'createTime'),
            min('due', 'dueAt'),
            min('started', 'startedAt'),
            min('finished', 'finishedAt'),
            min('estimate', 'estimateHours'),
          ],
          dimensions: [
            ...['orderNumber', 'orderTitle', 'orderKind', 'orderPriority', 'orderState'],
            ...['equipmentId', 'siteId', 'assigneeId', 'faultId'],
          ].map((field) => ({ field })),
          ...allOf([isChosen(ORDER, 'orderNumber'), equal('deviceId', deviceId), equal('siteId', siteId)]),
          ...timeUnlessChosen(ORDER, asked, 'createTime'),
          order: [['opened', 'ascend']],
        },
      },
    },
    styles: [...STYLES],
    merges: [...[1, 2, 3, 14, 15].map((row) => `A${row}:D${row}`), ...[4, 11, 12, 13].map((row) => `B${row}:D${row}`)],
    cells: {
      A1: { text: '{title}', style: look.title },
      A2: { text: '{subtitle}', style: look.quiet },
      A3: { field: 'orders.orderNumber', expand: 'down', aggregate: 'list', perPage: 1, style: look.section },
      ...line(4, [[t('field.work-orders.orderTitle'), 'orderTitle']]),
      ...line(5, [
        [t('field.work-orders.equipmentId'), 'equipmentIdCn'],
        [t('field.work-orders.siteId'), 'siteIdCn'],
      ]),
      ...line(6, [
        [t('field.work-orders.orderKind'), 'orderKindCn'],
        [t('field.work-orders.orderPriority'), 'orderPriorityCn'],
      ]),
      ...line(7, [
        [t('field.work-orders.orderState'), 'orderStateCn'],
        [t('field.work-orders.assigneeId'), 'assigneeIdCn'],
      ]),
      ...line(8, [
        [t('field.createTime'), 'opened', MINUTE],
        [t('field.work-orders.dueAt'), 'due', MINUTE],
      ]),
      ...line(9, [
        [t('field.work-orders.startedAt'), 'started', MINUTE],
        [t('field.work-orders.finishedAt'), 'finished', MINUTE],
      ]),
      ...line(10, [
        [t('field.work-orders.faultId'), 'faultIdCn'],
        [t('field.work-orders.estimateHours'), 'estimate', '0.0'],
      ]),
      ...room(11, t('field.work-orders.orderCause')),
      ...room(12, t('field.work-orders.orderRemedy')),
      ...room(13, t('reports.parts-and-hours')),
      A14: { text: SIGNATURES, left: 'A3', style: look.plain },
      A15: { text: t('reports.order-sheet-note'), style: look.plain },
    },
  }
}
