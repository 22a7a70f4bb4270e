/** Documents as they come: whatever a subject offers can be used, and whatever is wrong is said at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import { needsLimit } from '../../../../model/figures/reading-measures.ts'
import { resources } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { QUERY_FIGURE, askFigure, deviceDocument, figuresOf, furnishDevices } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { WHOLE_ROWS, pathsOf } from '../../../../tests/support/values.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  await furnishDevices(server, tenant)
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

const ask = (more: object, params?: object) => askFigure(admin, deviceDocument(more), params)
const figures = (more: object) => figuresOf(admin, deviceDocument(more))

describe('every subject', () => {
  it('has the rows of its list, and each field and reference that is offered can be used', async () => {
    const { list } = (await admin.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data
    expect(list.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['users', 'alarms', 'readings', 'alarm-events', 'process-tasks']),
    )
    const fieldsOf = (name: string) => list.find(({ subject }) => subject === name)?.fields ?? []
    const documents = list.flatMap(({ subject, fields, joins, measures }) => {
      const plain = {
        format: 1,
        subject,
        time: subject === 'readings' ? { range: 'today' } : undefined,
        measures: measures.map((of) => ({ as: of, of, ...(needsLimit(of) ? { limit: 1 } : {}) })),
      }
      const dimension = ({ field, kind }: FigureSubject['fields'][number], path = field) => ({
        field: path,
        as: 'd',
        ...(kind === 'time' ? { bucket: 'month' } : {}),
      })
      return [
        plain,
        ...fields.map((field) => ({
          ...plain,
          ...(field.isDimension ? { dimensions: [dimension(field)] } : {}),
          measures: [{ as: 'n', of: 'count' }, ...field.measures.map((of) => ({ as: of, of, field: field.field }))],
          where: { not: { field: field.field, op: 'empty' } },
        })),
        ...joins.flatMap(({ step, subject: target }) =>
          fieldsOf(target)
            .filter(({ isDimension }) => isDimension)
            .slice(0, 3)
            .map((field) => ({ ...plain, dimensions: [dimension(field, `${step}.${field.field}`)] })),
        ),
      ]
    })
    expect(documents.length).toBeGreaterThan(200)
    const faults: unknown[] = []
    for (let at = 0; at < documents.length; at += 60) {
      const part = documents.slice(at, at + 60)
      const answer = await admin.post<{ list: object[] }>(QUERY_FIGURE, { figures: part.map((each) => ({ document: each })) })
      if (answer.http !== 200) faults.push(answer.message)
      else faults.push(...answer.data.list.flatMap((each, nth) => ('error' in each ? [{ ...each, of: part[nth] }] : [])))
    }
    expect(faults).toEqual([])
    for (const of of Object.values<Resource>(resources).filter(({ name }) => list.some(({ subject }) => subject === name))) {
      const listed = await admin.get<{ total: number }>(pathsOf(of).query, { pageSize: 1, ...WHOLE_ROWS[of.name] })
      const { rows } = await figures({ subject: of.name })
      // A tree is told by its roots.
      if (!of.parent) expect(rows, of.name).toEqual([[listed.data.total]])
    }
  })
})

describe('what is wrong', () => {
  const wild: [string, unknown][] = [
    ['nothing', undefined],
    ['a text', 'select * from users'],
    ['a list', []],
    ['SQL as a field', deviceDocument({ dimensions: [{ field: "deviceName'; drop table users; --" }] })],
    ['SQL as a bucket', deviceDocument({ dimensions: [{ field: 'createTime', bucket: "day') --" }] })],
    ['SQL as a direction', deviceDocument({ order: [['n', 'asc; drop table users']] })],
    ['a column of the table', deviceDocument({ dimensions: [{ field: 'tenantId' }] })],
    ['the secret', deviceDocument({ dimensions: [{ field: 'secretHash' }] })],
    ['a prototype', JSON.parse('{"format":1,"subject":"devices","measures":[{"as":"n","of":"count"}],"__proto__":{"a":1}}')],
    ['a parameter of a prototype', deviceDocument({ where: { field: 'deviceName', op: 'equals', param: '__proto__' } })],
    ['a number as a text', deviceDocument({ where: { field: 'deviceName', op: 'equals', value: 5 } })],
    ['a text as a number', deviceDocument({ where: { field: 'pollSeconds', op: 'equals', value: '5' } })],
    ['a time that is none', deviceDocument({ where: { field: 'createTime', op: 'less', value: '2026-02-30' } })],
    ['a member that is none', deviceDocument({ where: { field: 'deviceStatus', op: 'equals', value: 7 } })],
    ['a reference that is none', deviceDocument({ where: { field: 'siteId', op: 'equals', value: 'x' } })],
    ['below what is no tree', deviceDocument({ where: { field: 'siteId', op: 'below', value: '01890000-0000-7000-8000-000000000001' } })],
    [
      'a formula of a megabyte',
      deviceDocument({
        measures: [
          { as: 'n', of: 'count' },
          { as: 'f', formula: '1+'.repeat(450_000) },
        ],
      }),
    ],
    ['a formula too deep', deviceDocument({ having: `${'('.repeat(400)}n${')'.repeat(400)} > 1` })],
    [
      'a list of conditions without an end',
      deviceDocument({ where: { or: Array.from({ length: 5000 }, () => ({ field: 'deviceName', op: 'filled' })) } }),
    ],
    ['thirty joins', deviceDocument({ dimensions: [{ field: Array.from({ length: 30 }, () => 'site').join('.') }] })],
    ['time of a noun by a number', deviceDocument({ time: { field: 'pollSeconds', range: 'today' } })],
    ['a range without an end', deviceDocument({ time: { field: 'createTime', from: '2026-02-02', to: '2026-02-01' } })],
  ]

  it.each(wild)('is said at once: %s', async (_name, asked) => {
    const started = performance.now()
    const { http } = await admin.post(QUERY_FIGURE, { document: asked })
    expect(http).toBeGreaterThanOrEqual(400)
    expect(http).toBeLessThan(500)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('numbers beyond all bounds are no fault of the server', async () => {
    const huge = `${'9'.repeat(300)}`
    const { http } = await ask({
      measures: [
        { as: 'n', of: 'count' },
        { as: 'f', formula: `n * ${huge} * ${huge}` },
      ],
    })
    expect(http).toBe(422)
  })

  it('more parameters, documents or members than there may be', async () => {
    expect((await ask({}, { other: 1 })).errors).toMatchObject([{ field: 'params' }])
    const figuresOf = Array.from({ length: 61 }, () => ({ document: deviceDocument({}) }))
    expect((await admin.post(QUERY_FIGURE, { figures: figuresOf })).http).toBe(422)
  })
})
