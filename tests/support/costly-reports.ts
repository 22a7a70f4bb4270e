/** Templates of reports and figures documents that are as their form says, and costly to read: each bound of theirs is reached. */
import { MAX_CONDITION_DEPTH } from '../../model/figures/document.ts'
import { EMPTY_TEMPLATE } from '../../model/reports/draft.ts'
import { MAX_EXPANDING, MAX_TEMPLATE_COLUMNS, MAX_TEMPLATE_ROWS } from '../../model/reports/template.ts'
import { columnName } from '../../model/workbook.ts'

const times = <Value>(count: number, of: (at: number) => Value): Value[] => Array.from({ length: count }, (_, at) => of(at))
const whole = { columns: times(MAX_TEMPLATE_COLUMNS, () => 20), rows: times(MAX_TEMPLATE_ROWS, () => 10) }
const placed = (count: number, cell: (at: number) => object, across = MAX_TEMPLATE_COLUMNS) =>
  Object.fromEntries(times(count, (at) => [`${columnName(at % across)}${Math.floor(at / across) + 1}`, cell(at)]))
const withCells = (cells: object, more: object = {}) => ({ ...EMPTY_TEMPLATE, ...whole, cells, ...more })

const devices = { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'deviceName' }] }

/** By what is costly in them; none is longer than half a megabyte. */
export const costlyTemplates: Readonly<Record<string, object>> = {
  'ten thousand cells': withCells(placed(10_000, () => ({ text: 'x' }))),
  'ten thousand formulas': withCells(placed(10_000, () => ({ formula: '1+1' }))),
  'a chain of formulas': withCells(placed(500, (at) => (at === 0 ? { formula: '1' } : { formula: `A${at}+1` }), 1)),
  'formulas in a circle': withCells(placed(500, (at) => ({ formula: `A${((at + 1) % 500) + 1}+1` }), 1)),
  'formulas of everything': withCells(placed(20, (at) => ({ formula: `SUM(A2:CV${500 - at})` }))),
  'long formulas': withCells(placed(400, () => ({ formula: '1+'.repeat(490) + '1' }))),
  'deep formulas': withCells(placed(400, () => ({ formula: `${'('.repeat(499)}1` }))),
  'cells that lost their parents': withCells(placed(5000, () => ({ text: '', left: 'CV500', top: 'CU500' }))),
  'parents above one another': withCells(placed(120, (at) => ({ text: '', ...(at === 0 ? {} : { left: `A${at}` }) }), 1)),
  'as many as may expand': withCells(
    placed(MAX_EXPANDING, () => ({ field: 's.deviceName', expand: 'down' }), 1),
    { sets: { s: { document: devices } } },
  ),
  'merged cells': withCells({}, { merges: times(2000, (at) => `A${(at % 250) * 2 + 1}:B${(at % 250) * 2 + 2}`) }),
  'twenty documents': withCells({}, { sets: Object.fromEntries(times(20, (at) => [`s${at}`, { document: devices }])) }),
  'long texts': withCells(placed(200, () => ({ text: '{title}{page}{'.repeat(130) }))),
  'long texts that break': withCells(
    placed(200, () => ({ text: 'Ǆ 试 '.repeat(300), style: 0 })),
    { styles: [{ wrap: true, font: ['sc', 4] }] },
  ),
}

const nested = (depth: number): object =>
  depth === 1 ? { field: 'deviceName', op: 'contains', value: '%_'.repeat(120) } : { or: [nested(depth - 1), { not: nested(depth - 1) }] }

/** By what is costly in them; none is longer than 32 KB. */
export const costlyDocuments: Readonly<Record<string, object>> = {
  'with a parameter': {
    ...devices,
    where: { field: 'deviceName', op: 'begins', param: 'word' },
    params: [{ name: 'word', kind: 'text', default: 'a' }],
  },
  'two hundred conditions': { ...devices, where: { or: times(200, (at) => ({ field: 'deviceName', op: 'contains', value: `${at}` })) } },
  'deep conditions': { ...devices, where: nested(MAX_CONDITION_DEPTH) },
  'too deep conditions': { ...devices, where: nested(MAX_CONDITION_DEPTH + 3) },
  'thirty measures': { ...devices, measures: times(30, (at) => ({ as: `m${at}`, of: 'sum', field: 'pollSeconds' })) },
  'measures that double': {
    ...devices,
    measures: [{ as: 'm0', of: 'count' }, ...times(29, (at) => ({ as: `m${at + 1}`, formula: `m${at} * m${at} + m${at} * m${at}` }))],
  },
  'formulas of their own': {
    ...devices,
    measures: [{ as: 'n', of: 'count' }, ...times(25, (at) => ({ as: `f${at}`, formula: `${'n+'.repeat(490)}n` }))],
  },
  'deep formulas': { ...devices, having: `${'('.repeat(490)}n${')'.repeat(490)} > 1` },
  joins: { ...devices, dimensions: times(9, () => ({ field: 'gateway.gateway.gateway.deviceName' })) },
}
