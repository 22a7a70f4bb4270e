/** Figures by documents are those that plain SQL gives over the same rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { FurnishedSites } from '../../../../tests/support/figures.ts'
import { QUERY_FIGURE, deviceDocument, expectRows, figuresOf, furnishDevices, plainRows } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let at: FurnishedSites
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  at = await furnishDevices(server, tenant)
  await furnishDevices(server, await buildTenant(server))
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

const figures = (more: object, params?: object) => figuresOf(admin, deviceDocument(more), params)
const plainly = (text: string, ...values: unknown[]) => plainRows(server, text, [tenant.id, ...values])
const owner = (text: string, values: unknown[]) => server.database.asOwner((client) => client.query(text, values))

describe('figures are those of plain SQL', () => {
  it('without a dimension', async () => {
    const { columns, rows, omitted, coverage } = await figures({
      measures: [
        { as: 'n', of: 'count' },
        { as: 'sum', of: 'sum', field: 'pollSeconds' },
        { as: 'avg', of: 'avg', field: 'modbusPort' },
        { as: 'min', of: 'min', field: 'modbusPort' },
        { as: 'max', of: 'max', field: 'modbusPort' },
        { as: 'serials', of: 'distinct', field: 'serialNumber' },
        { as: 'first', of: 'min', field: 'createTime' },
      ],
    })
    expect(columns.map(({ name, kind }) => [name, kind]).at(-1)).toEqual(['first', 'time'])
    expectRows(
      rows,
      await plainly(`select count(*)::int, sum(poll_seconds)::float8, avg(modbus_port)::float8, min(modbus_port), max(modbus_port), count(distinct serial_number)::int,
        to_char(min(created_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') from devices where tenant_id = $1`),
    )
    expect([omitted, coverage]).toEqual([[], null])
  })

  it('by a reference with its name, a choice with its word, and a joined field', async () => {
    const { columns, rows } = await figures({
      dimensions: [{ field: 'siteId' }, { field: 'deviceStatus' }, { field: 'site.projectId', as: 'project' }],
      order: [
        ['siteId', 'ascend'],
        ['deviceStatus', 'descend'],
      ],
    })
    expect(columns.map(({ name }) => name)).toEqual(['siteId', 'siteIdCn', 'deviceStatus', 'deviceStatusCn', 'project', 'projectCn', 'n'])
    const wanted = await plainly(`select d.site_id, s.site_name, d.device_status, null, s.project_id, p.project_name, count(*)::int
      from devices d left join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id left join projects p on p.tenant_id = s.tenant_id and p.id = s.project_id
      where d.tenant_id = $1 group by 1, 2, 3, 5, 6 order by 2 nulls last, 3 desc`)
    expectRows(
      rows.map((row) => row.toSpliced(3, 1, null)),
      wanted,
    )
    expect(new Set(rows.map((row) => row[3]))).toEqual(new Set(['Enabled', 'Disabled']))
  })

  it.each(['day', 'week', 'month', 'year'] as const)('by the %s of the tenant', async (bucket) => {
    const { rows, coverage } = await figures({
      dimensions: [{ field: 'createTime', bucket }],
      time: { field: 'createTime', from: '2026-02-10 12:00:00', to: '2026-03-20' },
      measures: [{ as: 'sum', of: 'sum', field: 'pollSeconds' }],
    })
    expectRows(
      rows,
      await plainly(
        `select to_char(date_trunc($2, created_at at time zone 'Asia/Shanghai'), 'YYYY-MM-DD HH24:MI:SS'), sum(poll_seconds)::float8 from devices
         where tenant_id = $1 and created_at >= '2026-02-10 12:00:00+08' and created_at < '2026-03-20 00:00:00+08' group by 1 order by 1`,
        bucket,
      ),
    )
    expect(coverage).toEqual({ from: Date.parse('2026-02-10T04:00:00Z'), to: Date.parse('2026-03-19T16:00:00Z') })
  })

  it('by quarters of an hour of the tenant', async () => {
    const { rows } = await figures({ dimensions: [{ field: 'createTime', bucket: 'quarter-hour' }] })
    expectRows(
      rows,
      await plainly(
        `select to_char(date_bin('15 minutes', created_at at time zone 'Asia/Shanghai', timestamp '2000-01-01'), 'YYYY-MM-DD HH24:MI:SS'), count(*)::int from devices
         where tenant_id = $1 group by 1 order by 1`,
      ),
    )
  })

  it('that meet conditions, with parameters, and measures of some of the rows', async () => {
    const where = {
      and: [
        {
          or: [
            { field: 'siteId', op: 'among', param: 'sites' },
            { field: 'siteId', op: 'empty' },
          ],
        },
        { not: { field: 'deviceName', op: 'contains', value: ' 11' } },
        { field: 'pollSeconds', op: 'between', value: [10, 90] },
        { field: 'site.siteName', op: 'unequal', value: 'nowhere' },
      ],
    }
    const { rows } = await figures(
      {
        where,
        params: [
          { name: 'sites', kind: 'reference', to: 'sites', many: true, required: true },
          { name: 'least', kind: 'number', default: 50 },
        ],
        dimensions: [{ field: 'serialNumber' }],
        measures: [
          { as: 'n', of: 'count' },
          { as: 'long', of: 'sum', field: 'pollSeconds', where: { field: 'pollSeconds', op: 'greaterOrEqual', param: 'least' } },
        ],
      },
      { sites: [at.sites[0], at.sites[1]] },
    )
    expectRows(
      rows,
      await plainly(
        `select serial_number, count(*)::int, (sum(poll_seconds) filter (where poll_seconds >= 50))::float8 from devices
         where tenant_id = $1 and (site_id = any($2) or site_id is null) and device_name not like '% 11%' and poll_seconds between 10 and 90 group by 1 order by 1`,
        at.sites.slice(0, 2),
      ),
    )
  })

  it('with formulas, of which groups are chosen and by which they are sorted: ratios of sums', async () => {
    const { rows } = await figures({
      dimensions: [{ field: 'serialNumber' }],
      measures: [
        { as: 'on', of: 'count', where: { field: 'deviceStatus', op: 'equals', value: 1 } },
        { as: 'n', of: 'count' },
        { as: 'share', formula: 'on / n' },
        { as: 'percent', formula: 'round half up(share * 100, 1)' },
        { as: 'none', formula: 'n / (on - on)' },
      ],
      having: 'share > 0.5 and n >= 12',
      order: [['share', 'descend']],
      limit: 4,
    })
    expectRows(
      rows,
      await plainly(`select * from (select serial_number, count(*) filter (where device_status = 1)::int as on_, count(*)::int as n,
          (count(*) filter (where device_status = 1))::float8 / count(*) as share, round((count(*) filter (where device_status = 1)) * 100.0 / count(*), 1)::float8, null
        from devices where tenant_id = $1 group by 1) f where share > 0.5 and n >= 12 order by share desc, serial_number limit 4`),
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('the greatest of a dimension, and the others as one', async () => {
    const asked = {
      dimensions: [{ field: 'serialNumber' }],
      measures: [
        { as: 'sum', of: 'sum', field: 'pollSeconds' },
        { as: 'n', of: 'count' },
        { as: 'mean', formula: 'sum / n' },
      ],
    }
    const { columns, rows } = await figures({ ...asked, topN: { by: 'sum', count: 3, rest: true } })
    expect(columns.map(({ name }) => name)).toEqual(['serialNumber', 'serialNumberRest', 'sum', 'n', 'mean'])
    const all = await plainly(
      `select serial_number, 0, sum(poll_seconds)::float8 as sum, count(*)::int, sum(poll_seconds)::float8 / count(*) from devices where tenant_id = $1 group by 1 order by sum desc, 1`,
    )
    const rest = all.slice(3)
    const [sum, n] = [2, 3].map((at) => rest.reduce((whole, row) => whole + Number(row[at]), 0)) as [number, number]
    expectRows(rows, [...all.slice(0, 3), [null, 1, sum, n, sum / n]])
    expectRows(
      (await figures({ ...asked, topN: { by: 'sum', count: 3 } })).rows,
      all.slice(0, 3).map(([serial, , ...more]) => [serial, ...more]),
    )
  })

  it('beside those of the period before, stretch by stretch, for the same members', async () => {
    const asked = {
      dimensions: [{ field: 'createTime', bucket: 'day', as: 'day' }, { field: 'deviceStatus' }],
      measures: [{ as: 'sum', of: 'sum', field: 'pollSeconds' }],
      time: { field: 'createTime', from: '2026-02-15', to: '2026-02-22', compare: 'previous' },
      topN: { by: 'sum', count: 1, of: 'deviceStatus', rest: true },
      order: [
        ['day', 'ascend'],
        ['sum', 'descend'],
      ],
    }
    const { columns, rows, coverage } = await figures(asked)
    expect(columns.map(({ name }) => name)).toEqual(['day', 'deviceStatus', 'deviceStatusCn', 'deviceStatusRest', 'sum', 'sumBefore'])
    expect(coverage?.before).toEqual({ from: Date.parse('2026-02-07T16:00:00Z'), to: Date.parse('2026-02-14T16:00:00Z') })
    const day = (
      start: string,
    ) => `select to_char(date_trunc('day', created_at at time zone 'Asia/Shanghai'), 'YYYY-MM-DD HH24:MI:SS') as day, device_status,
      date_trunc('day', created_at at time zone 'Asia/Shanghai') - timestamp '${start}' as nth, sum(poll_seconds)::float8 as sum from devices
      where tenant_id = $1 and created_at >= '${start} 00:00:00+08' and created_at < timestamptz '${start} 00:00:00+08' + interval '7 days' group by 1, 2, 3`
    expectRows(
      rows.map((row) => [row[0], row[1], row[3], row[4], row[5]]),
      await plainly(`select one.day, case when one.device_status = 1 then 1 end, (one.device_status <> 1)::int, one.sum, other.sum from (${day('2026-02-15')}) one
        left join (${day('2026-02-08')}) other on other.nth = one.nth and other.device_status = one.device_status order by 1, one.sum desc`),
    )
    expect(rows.length).toBeGreaterThan(7)
    // What a limit cuts off is none of the others.
    expect((await figures({ ...asked, limit: 3 })).rows).toEqual(rows.slice(0, 3))
  })

  it('several at once: one that is wrong leaves the others their answers', async () => {
    const { data, http } = await admin.post<{ list: (FigureAnswer | { error: { place: string; message: string } })[] }>(QUERY_FIGURE, {
      figures: [
        { document: deviceDocument({}) },
        { document: deviceDocument({ where: { field: 'nothing', op: 'empty' } }) },
        { document: deviceDocument({ having: 'n > 1000' }) },
      ],
    })
    expect(http).toBe(200)
    expect(data.list).toEqual([
      expect.objectContaining({ rows: [[120]] }),
      { error: { place: 'where.field', message: 'There is no field “nothing”' } },
      expect.objectContaining({ rows: [] }),
    ])
  })

  it('as a file in which nothing is a formula', async () => {
    await owner(`update devices set serial_number = '=1+1' where tenant_id = $1 and device_code = 'd120'`, [tenant.id])
    for (const format of ['csv', 'xlsx']) {
      const answer = await admin.post<unknown>('/api/report/figure/exportFigure', {
        format,
        document: deviceDocument({
          dimensions: [{ field: 'serialNumber' }, { field: 'siteId' }],
          where: { field: 'deviceCode', op: 'equals', value: 'd120' },
        }),
      })
      const text = JSON.stringify(answer)
      expect(answer.http).toBe(200)
      expect(text).toMatch(/=1\+1/)
      expect(text).toContain(`${tenant.canary} site`)
      expect(text).not.toContain(at.sites[0])
    }
    await owner(`update devices set serial_number = 'serial 0' where tenant_id = $1 and device_code = 'd120'`, [tenant.id])
  })
})
