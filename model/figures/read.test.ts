/** What a figures document may say, and that whoever sends something else is told where it is wrong, at once. */
import { describe, expect, it } from 'vitest'
import { DocumentFault } from './faults.ts'
import { readFigures } from './read.ts'

const count = { as: 'n', of: 'count' }
const plain = { format: 1, subject: 'devices', measures: [count], dimensions: [{ field: 'siteId' }] }
const doc = (more: object = {}) => ({ ...plain, ...more })

function faultOf(value: unknown) {
  try {
    readFigures(value)
  } catch (error) {
    if (error instanceof DocumentFault) return `${error.fault.code} at ${error.fault.place}`
    throw error
  }
  return 'none'
}

const nested = (depth: number): object => (depth === 1 ? { field: 'a', op: 'empty' } : { and: [nested(depth - 1)] })

describe('a figures document', () => {
  it('is read with its dimensions named, its formulas as trees over plain measures', () => {
    const {
      dimensions,
      plain: measures,
      columns,
    } = readFigures(
      doc({
        dimensions: [{ field: 'site.projectId' }, { field: 'createTime', bucket: 'month', as: 'month' }],
        measures: [
          count,
          { as: 'off', of: 'count', where: { field: 'deviceStatus', op: 'equals', value: 0 } },
          { as: 'share', formula: 'off / n' },
        ],
      }),
    )
    expect(dimensions.map(({ as }) => as)).toEqual(['site.projectId', 'month'])
    expect([...measures.keys()]).toEqual(['n', 'off'])
    expect(columns).toEqual([
      'n',
      'off',
      expect.objectContaining({ as: 'share', formula: { op: 'divide', of: [{ field: 'off' }, { field: 'n' }] } }),
    ])
  })

  it('puts formulas in the place of their names, and reads those of readings by key and measure', () => {
    const { columns, plain: measures } = readFigures({
      format: 1,
      subject: 'readings',
      time: { range: 'lastMonth' },
      measures: [
        { as: 'dT', formula: 'core.sampleMean - surface.sampleMean' },
        { as: 'twice', formula: { op: 'multiply', of: [{ value: 2 }, { field: 'dT' }] } },
      ],
    })
    expect(measures.get('core.sampleMean')).toMatchObject({ of: 'sampleMean', key: 'core' })
    expect(columns[1]).toMatchObject({
      formula: {
        op: 'multiply',
        of: [{ value: 2 }, { op: 'subtract', of: [{ field: 'core.sampleMean' }, { field: 'surface.sampleMean' }] }],
      },
    })
  })

  it.each<[string, unknown]>([
    ['shape at document', null],
    ['shape at document', 'select 1'],
    ['missing at format', { ...doc(), format: undefined }],
    ['shape at format', doc({ format: 2 })],
    ['key at document', doc({ sql: 'select 1' })],
    ['shape at subject', doc({ subject: 'devices; drop table users' })],
    ['shape at measures', doc({ measures: [] })],
    ['shape at measures[0].of', doc({ measures: [{ as: 'n', of: 'mode', field: 'a' }] })],
    ['missing at measures[0].field', doc({ measures: [{ as: 'n', of: 'sum' }] })],
    ['key at measures[0].field', doc({ measures: [{ as: 'n', of: 'count', field: 'a' }] })],
    ['key at measures[0].key', doc({ measures: [{ as: 'n', of: 'count', key: 'core' }] })],
    ['measure at measures[0].of', doc({ measures: [{ as: 'n', of: 'sampleMean', field: 'a' }] })],
    ['twice at measures[1]', doc({ measures: [count, count] })],
    ['twice at measures[1]', doc({ measures: [count, { as: 'nBefore', of: 'count' }] })],
    ['twice at measures[0]', doc({ measures: [{ as: 'siteIdCn', of: 'count' }] })],
    ['shape at dimensions[0].field', doc({ dimensions: [{ field: 'a.b.c.d.e' }] })],
    ['shape at dimensions[0].field', doc({ dimensions: [{ field: 'a"b' }] })],
    ['shape at dimensions[0].bucket', doc({ dimensions: [{ field: 'a', bucket: 'decade' }] })],
    ['depth at where.and[0].and[0].and[0].and[0]', doc({ where: nested(5) })],
    ['depth at document', doc({ where: nested(60) })],
    ['value at where', doc({ where: { field: 'a', op: 'equals' } })],
    ['value at where', doc({ where: { field: 'a', op: 'empty', value: 1 } })],
    ['value at where.value', doc({ where: { field: 'a', op: 'between', value: [1] } })],
    [
      'value at where.or[1].value',
      doc({
        where: {
          or: [
            { field: 'a', op: 'empty' },
            { field: 'b', op: 'less', value: [1] },
          ],
        },
      }),
    ],
    ['shape at where.value', doc({ where: { field: 'a', op: 'equals', value: 'a\u0000b' } })],
    ['parameter at where.param', doc({ where: { field: 'a', op: 'equals', param: 'constructor' } })],
    ['parameter at params[0].dependsOn', doc({ params: [{ name: 'a', kind: 'text', dependsOn: 'a' }] })],
    [
      'twice at params[1]',
      doc({
        params: [
          { name: 'a', kind: 'text' },
          { name: 'a', kind: 'text' },
        ],
      }),
    ],
    ['value at params[0].default', doc({ params: [{ name: 'a', kind: 'number', default: 'many' }] })],
    ['time at time', doc({ time: {} })],
    ['time at time', doc({ time: { from: '2026-01-01' } })],
    ['time at time', doc({ time: { range: 'today', last: { count: 1, unit: 'day' } } })],
    ['parameter at time.param', doc({ time: { param: 'range' } })],
    ['required at time.param', doc({ params: [{ name: 'range', kind: 'range' }], time: { param: 'range' } })],
    ['measure at order[0]', doc({ order: [['mobile', 'ascend']] })],
    ['shape at limit', doc({ limit: 50_001 })],
    ['measure at topN.by', doc({ topN: { by: 'm', count: 3 } })],
    ['dimension at topN.of', doc({ dimensions: [], topN: { by: 'n', count: 3 } })],
  ])('says %s', (fault, value) => {
    expect(faultOf(value)).toBe(fault)
  })

  it.each<[string, unknown]>([
    ['formula at having', 'count('],
    ['formula at having', 'length(n)'],
    ['formula at having', "n = 'a'"],
    ['formula at having', '#{T(java.lang.Runtime)}'],
    ['formula-type at having', 'n + 1'],
    ['measure at having', 'n > constructor'],
    ['measure at having', 'n > m'],
    ['formula at having', { op: 'now', of: [] }],
    ['formula at having', { take: 'count', rows: 'users' }],
  ])('refuses a formula: %s', (fault, having) => {
    expect(faultOf(doc({ having }))).toBe(fault)
  })

  it('finds formulas that need each other, and does not put together what would never end', () => {
    const circle = [count, { as: 'a', formula: 'b + 1' }, { as: 'b', formula: 'c + n' }, { as: 'c', formula: 'a' }]
    expect(faultOf(doc({ measures: circle }))).toMatch(/^circle at measures\[[123]\].formula$/)
    const doubling = Array.from({ length: 28 }, (_, at) => ({ as: `f${at}`, formula: at === 0 ? 'n + n' : `f${at - 1} + f${at - 1}` }))
    expect(faultOf(doc({ measures: [count, ...doubling] }))).toMatch(/^size at measures\[\d+\]\.formula$/)
  })

  it('has no prototype to reach through', () => {
    expect(faultOf(JSON.parse('{"format":1,"subject":"devices","measures":[{"as":"n","of":"count"}],"__proto__":{"limit":1}}'))).toBe(
      'key at document',
    )
    expect(faultOf(doc({ where: JSON.parse('{"field":"a","op":"empty","__proto__":{"value":1}}') }))).toMatch(/^(key|shape) at where/)
    for (const name of ['__proto__', '_x', '1a', 'a b', 'a"'])
      expect(faultOf(doc({ measures: [{ as: name, of: 'count' }] })), name).toBe('shape at measures[0].as')
  })

  it.each<[string, () => unknown]>([
    ['size at document', () => doc({ measures: [count, { as: 'big', formula: '1+'.repeat(500_000) }] })],
    [
      'size at document',
      () => doc({ where: { or: Array.from({ length: 2000 }, () => ({ field: 'a', op: 'equals', value: 'x'.repeat(20) })) } }),
    ],
    [
      'depth at document',
      () => {
        let deep: unknown = 1
        for (let at = 0; at < 200_000; at += 1) deep = { op: 'not', of: [deep] }
        return doc({ having: deep })
      },
    ],
  ])('is refused fast where it is large: %s', (fault, make) => {
    const value = make()
    const started = performance.now()
    expect(faultOf(value)).toBe(fault)
    // Some milliseconds on a machine that does nothing else.
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
