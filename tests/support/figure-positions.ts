/** Wherever a field can be named in a figures document. */

const count = { as: 'n', of: 'count' }
const greatest = (field: string) => ({ as: 'm', of: 'max', field })

/** What a document has besides its subject and a count. @param beside Another field, which parts the rows */
export const POSITIONS: Readonly<Record<string, (field: string, beside: string) => object>> = {
  'a dimension': (field) => ({ dimensions: [{ field }] }),
  'a dimension in stretches': (field) => ({ dimensions: [{ field, bucket: 'day' }] }),
  'a dimension by which rows are ordered': (field) => ({ dimensions: [{ field, as: 'd' }], order: [['d', 'descend']] }),
  where: (field) => ({ where: { field, op: 'filled' } }),
  'deep in where': (field) => ({ where: { and: [{ or: [{ not: { field, op: 'equals', value: 'serial 1' } }] }] } }),
  'where with another kind of value': (field) => ({ where: { field, op: 'greaterOrEqual', value: 5 } }),
  'where with a parameter': (field) => ({
    where: { field, op: 'contains', param: 'word' },
    params: [{ name: 'word', kind: 'text', default: 'serial' }],
  }),
  'a range of time': (field) => ({ time: { field, range: 'thisYear' } }),
  'a range of time beside the one before': (field) => ({ time: { field, range: 'thisYear', compare: 'previous' } }),
  'a measure': (field) => ({ measures: [count, { as: 'm', of: 'sum', field }] }),
  'a measure of different values': (field) => ({ measures: [count, { as: 'm', of: 'distinct', field }] }),
  'the condition of a measure': (field) => ({ measures: [{ as: 'm', of: 'count', where: { field, op: 'empty' } }] }),
  'a formula': (field) => ({ measures: [greatest(field), { as: 'f', formula: 'm + 1' }, count] }),
  'an order': (field) => ({ measures: [greatest(field)], order: [['m', 'ascend']] }),
  'an order by a formula': (field) => ({ measures: [greatest(field), { as: 'f', formula: 'm * 2' }], order: [['f', 'ascend']] }),
  having: (field) => ({ measures: [greatest(field)], having: 'm > 50' }),
  'the greatest': (field, beside) => ({ dimensions: [{ field: beside }], measures: [greatest(field)], topN: { by: 'm', count: 1 } }),
  'a member of the greatest': (field) => ({ dimensions: [{ field }], topN: { by: 'n', count: 1 } }),
}
