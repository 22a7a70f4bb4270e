/** Figures by documents: the same as plain SQL over the same rows gives, and nothing of what the caller does not see. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureAnswer, FigureSubject } from '../../../../model/contract/report/figure.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const PATH = '/api/report/figure/queryFigure'
const FIGURES = '/report/figure/queryFigure'
const DEVICES = '/acquisition/device/queryDevice'
const SITES = '/acquisition/site/querySite'

let server: TestServer
let tenant: BuiltTenant
let stranger: BuiltTenant
let admin: Client
const ids = { sites: [randomUUID(), randomUUID(), randomUUID()], project: randomUUID() }

const owner = <Row extends object>(text: string, values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query<Row>(text, values)).rows)

/** 120 devices of the tenant at three sites and at none, made on the days of two months, with numbers that have no pattern. */
async function furnish(of: BuiltTenant, { sites, project }: typeof ids): Promise<void> {
  await owner(`insert into projects (tenant_id, id, project_code, project_name) values ($1, $2, 'p', $3)`, [
    of.id,
    project,
    `${of.canary} project`,
  ])
  for (const [at, id] of sites.entries())
    await owner(`insert into sites (tenant_id, id, site_code, site_name, project_id) values ($1, $2, $3, $4, $5)`, [
      of.id,
      id,
      `s${at}`,
      `${of.canary} site ${at}`,
      at === 0 ? project : null,
    ])
  await owner(
    `insert into devices (tenant_id, id, device_code, device_name, connection, device_status, site_id, serial_number, poll_seconds, modbus_port, created_at, secret_hash)
     select $1, gen_random_uuid(), 'd' || n, $2 || ' ' || n, 'push', (n % 3 <> 0)::int, (array[$3, $4, $5, null]::uuid[])[1 + n * n % 4 + (n % 7 = 0)::int],
       'serial ' || n % 10, 1 + n * 37 % 101, case when n % 5 = 0 then null else 1000 + n * 13 % 97 end,
       timestamptz '2026-02-01 00:00:00+08' + n * interval '11 hours 17 minutes', null
     from generate_series(1, 120) as n`,
    [of.id, of.canary, ...sites],
  )
}

const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls,
  hiddenButtons: [],
  hiddenFields,
})

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      role('NONE', [DEVICES]),
      role('BARE', [FIGURES, '/report/figure/querySubject']),
      role('NO-SITES', [FIGURES, DEVICES]),
      role(
        'HIDES',
        [FIGURES, '/report/figure/querySubject', DEVICES, SITES],
        [
          { menu: 'devices', fields: ['serialNumber', 'pollSeconds', 'siteId'] },
          { menu: 'sites', fields: ['siteName'] },
        ],
      ),
    ],
    users: ['NONE', 'BARE', 'NO-SITES', 'HIDES'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] })),
  })
  stranger = await buildTenant(server)
  await furnish(tenant, ids)
  await furnish(stranger, { sites: [randomUUID(), randomUUID(), randomUUID()], project: randomUUID() })
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

const document = (more: object) => ({ format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], ...more })
const ask = (more: object, params?: object, client = admin) =>
  client.post<FigureAnswer>(PATH, { document: document(more), ...(params ? { params } : {}) })
async function figures(more: object, params?: object): Promise<FigureAnswer> {
  const answer = await ask(more, params)
  expect(answer, JSON.stringify(answer.errors ?? answer.message)).toMatchObject({ http: 200 })
  return answer.data
}
const refusal = ({ http, message, errors }: Answer) => ({ http, message, errors })

/** The rows as plain SQL gives them: lists of the values of their columns. */
const plainly = (text: string, ...values: unknown[]): Promise<unknown[][]> =>
  server.database.asOwner(
    async (client) => (await client.query<unknown[]>({ text, values: [tenant.id, ...values], rowMode: 'array' })).rows,
  )

function expectRows(rows: readonly (readonly unknown[])[], wanted: readonly (readonly unknown[])[]): void {
  expect(rows).toHaveLength(wanted.length)
  for (const [at, row] of wanted.entries())
    for (const [column, value] of row.entries()) {
      const told = rows[at]?.[column]
      if (typeof value === 'number' && typeof told === 'number')
        expect(Math.abs(told - value)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)))
      else expect(told).toBe(value)
    }
}

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
      { sites: [ids.sites[0], ids.sites[1]] },
    )
    expectRows(
      rows,
      await plainly(
        `select serial_number, count(*)::int, (sum(poll_seconds) filter (where poll_seconds >= 50))::float8 from devices
         where tenant_id = $1 and (site_id = any($2) or site_id is null) and device_name not like '% 11%' and poll_seconds between 10 and 90 group by 1 order by 1`,
        ids.sites.slice(0, 2),
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
    const { columns, rows, coverage } = await figures({
      dimensions: [{ field: 'createTime', bucket: 'day', as: 'day' }, { field: 'deviceStatus' }],
      measures: [{ as: 'sum', of: 'sum', field: 'pollSeconds' }],
      time: { field: 'createTime', from: '2026-02-15', to: '2026-02-22', compare: 'previous' },
      topN: { by: 'sum', count: 1, of: 'deviceStatus', rest: true },
      order: [
        ['day', 'ascend'],
        ['sum', 'descend'],
      ],
    })
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
  })

  it('several at once: one that is wrong leaves the others their answers', async () => {
    const { data, http } = await admin.post<{ list: (FigureAnswer | { error: { place: string; message: string } })[] }>(PATH, {
      figures: [
        { document: document({}) },
        { document: document({ where: { field: 'nothing', op: 'empty' } }) },
        { document: document({ having: 'n > 1000' }) },
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
        document: document({
          dimensions: [{ field: 'serialNumber' }, { field: 'siteId' }],
          where: { field: 'deviceCode', op: 'equals', value: 'd120' },
        }),
      })
      const text = JSON.stringify(answer)
      expect(answer.http).toBe(200)
      expect(text).toMatch(/=1\+1/)
      expect(text).toContain(`${tenant.canary} site`)
      expect(text).not.toContain(ids.sites[0])
    }
    await owner(`update devices set serial_number = 'serial 0' where tenant_id = $1 and device_code = 'd120'`, [tenant.id])
  })
})

describe('who sees what', () => {
  it('nobody without a session or the right; whoever has the right has subjects whose lists they may ask for', async () => {
    expect((await clientWith(server.url, '').post(PATH, { document: document({}) })).http).toBe(401)
    expect((await ask({}, undefined, await tenant.signIn('none'))).http).toBe(403)
    const bare = await tenant.signIn('bare')
    const denied = await ask({}, undefined, bare)
    const unknown = await ask({ subject: 'nothings' }, undefined, bare)
    expect(denied).toMatchObject({ http: 422, errors: [{ field: 'subject' }] })
    expect(JSON.stringify(refusal(denied)).replaceAll('devices', 'nothings')).toBe(JSON.stringify(refusal(unknown)))
    expect((await bare.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data.list).toEqual([])
    for (const subject of ['users', 'readings', 'alarm-events', 'logs', 'tenants', 'files', 'constructor', 'toString'])
      expect((await ask({ subject }, undefined, bare)).http, subject).toBe(422)
  })

  it('what a reference leads to is open to whoever lists that noun as well', async () => {
    const [joined, unknown] = await Promise.all(
      ['site.siteName', 'site.nothing'].map(async (field) => ask({ dimensions: [{ field }] }, undefined, await tenant.signIn('no-sites'))),
    )
    expect(joined).toMatchObject({ http: 422, errors: [{ field: 'dimensions[0].field' }] })
    expect(JSON.stringify(refusal(joined as Answer)).replaceAll('siteName', 'nothing')).toBe(JSON.stringify(refusal(unknown as Answer)))
  })

  it('no row of another tenant, whatever is asked', async () => {
    const answers = await Promise.all([
      ask({ dimensions: [{ field: 'deviceName' }, { field: 'siteId' }, { field: 'site.projectId' }] }),
      ask({ where: { field: 'deviceName', op: 'contains', value: stranger.canary } }),
      ask({ subject: 'users', dimensions: [{ field: 'username' }, { field: 'orgId' }] }),
    ])
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(stranger.canary)
    expect(answers[1]?.data.rows).toEqual([[0]])
    expect(answers[0]?.data.rows).toHaveLength(120)
  })

  /** Documents that name a field, wherever one can stand, of which `kind` fields can stand there. */
  const positions: [string, (field: string) => object][] = [
    ['a dimension', (field) => ({ dimensions: [{ field }] })],
    ['a dimension in stretches', (field) => ({ dimensions: [{ field, bucket: 'day' }] })],
    ['where', (field) => ({ where: { field, op: 'filled' } })],
    ['deep in where', (field) => ({ where: { and: [{ or: [{ not: { field, op: 'equals', value: 'serial 1' } }] }] } })],
    ['where with another kind of value', (field) => ({ where: { field, op: 'greaterOrEqual', value: 5 } })],
    ['a range of time', (field) => ({ time: { field, range: 'thisYear' } })],
    [
      'a measure',
      (field) => ({
        measures: [
          { as: 'n', of: 'count' },
          { as: 'm', of: 'sum', field },
        ],
      }),
    ],
    [
      'a measure of different values',
      (field) => ({
        measures: [
          { as: 'n', of: 'count' },
          { as: 'm', of: 'distinct', field },
        ],
      }),
    ],
    ['the condition of a measure', (field) => ({ measures: [{ as: 'm', of: 'count', where: { field, op: 'empty' } }] })],
    [
      'a formula',
      (field) => ({
        measures: [
          { as: 'm', of: 'max', field },
          { as: 'f', formula: 'm + 1' },
          { as: 'n', of: 'count' },
        ],
      }),
    ],
    ['an order', (field) => ({ measures: [{ as: 'm', of: 'max', field }], order: [['m', 'ascend']] })],
    [
      'an order by a formula',
      (field) => ({
        measures: [
          { as: 'm', of: 'max', field },
          { as: 'f', formula: 'm * 2' },
        ],
        order: [['f', 'ascend']],
      }),
    ],
    ['having', (field) => ({ measures: [{ as: 'm', of: 'max', field }], having: 'm > 50' })],
    [
      'the greatest',
      (field) => ({ dimensions: [{ field: 'deviceStatus' }], measures: [{ as: 'm', of: 'max', field }], topN: { by: 'm', count: 1 } }),
    ],
    ['a member of the greatest', (field) => ({ dimensions: [{ field }], topN: { by: 'n', count: 1 } })],
  ]

  it.each(positions)('a hidden field is as unknown as one that there is none of: as %s', async (_name, of) => {
    const client = await tenant.signIn('hides')
    const told = async (field: string) => {
      const { http, message, errors, data } = await ask(of(field), undefined, client)
      return JSON.stringify({ http, message, errors, data: data && { ...data, asOf: 0 } }).replaceAll(field, 'nothing')
    }
    const unknown = await told('nothing')
    // Of all kinds: text, number, reference; by a reference that is hidden; the name of what is seen otherwise.
    for (const field of ['serialNumber', 'pollSeconds', 'siteId', 'site.siteCode', 'site.siteName'])
      expect(await told(field), field).toBe(
        field.includes('.') ? (await told('site.nothing')).replaceAll('site.nothing', 'nothing') : unknown,
      )
    // An administrator is told something else: the document itself was not at fault.
    const seen = await Promise.all(['serialNumber', 'pollSeconds', 'siteId', 'createTime'].map((field) => ask(of(field))))
    expect(seen.some(({ http, data }) => http === 200 && data.omitted.length === 0)).toBe(true)
  })

  it('a hidden name stands beside no reference', async () => {
    const hides = await tenant.signIn('hides')
    const { data } = await ask({ subject: 'sites', dimensions: [{ field: 'siteCode' }] }, undefined, hides)
    expect(JSON.stringify(data)).not.toContain(tenant.canary)
    expect(data.rows).toHaveLength(3)
    const offered = (await hides.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data.list
    expect(offered.map(({ subject }) => subject)).toEqual(['devices', 'sites'])
    const devices = offered.find(({ subject }) => subject === 'devices')
    const fields = devices?.fields.map(({ field }) => field)
    expect(fields).toContain('deviceStatus')
    for (const hidden of ['serialNumber', 'pollSeconds', 'siteId']) expect(fields).not.toContain(hidden)
    expect(devices?.joins).toEqual([])
  })

  it('what is kept for a moment is kept for nobody else', async () => {
    const asked = { dimensions: [{ field: 'serialNumber' }], measures: [{ as: 'sum', of: 'sum', field: 'pollSeconds' }] }
    expect((await ask(asked)).http).toBe(200)
    expect((await ask(asked, undefined, await tenant.signIn('hides'))).http).toBe(422)
    const theirs = await ask(asked, undefined, await stranger.signIn('admin'))
    expect(theirs.http).toBe(200)
    // The same question within two seconds has the same answer, at the same moment; after them another one.
    const [one, other] = await Promise.all([ask(asked), ask(asked)])
    expect(one.data.asOf).toBe(other.data.asOf)
  })
})

describe('what is wrong', () => {
  const wild: [string, unknown][] = [
    ['nothing', undefined],
    ['a text', 'select * from users'],
    ['a list', []],
    ['SQL as a field', document({ dimensions: [{ field: "deviceName'; drop table users; --" }] })],
    ['SQL as a bucket', document({ dimensions: [{ field: 'createTime', bucket: "day') --" }] })],
    ['SQL as a direction', document({ order: [['n', 'asc; drop table users']] })],
    ['a column of the table', document({ dimensions: [{ field: 'tenantId' }] })],
    ['the secret', document({ dimensions: [{ field: 'secretHash' }] })],
    ['a prototype', JSON.parse('{"format":1,"subject":"devices","measures":[{"as":"n","of":"count"}],"__proto__":{"a":1}}')],
    ['a parameter of a prototype', document({ where: { field: 'deviceName', op: 'equals', param: '__proto__' } })],
    ['a number as a text', document({ where: { field: 'deviceName', op: 'equals', value: 5 } })],
    ['a text as a number', document({ where: { field: 'pollSeconds', op: 'equals', value: '5' } })],
    ['a time that is none', document({ where: { field: 'createTime', op: 'less', value: '2026-02-30' } })],
    ['a member that is none', document({ where: { field: 'deviceStatus', op: 'equals', value: 7 } })],
    ['a reference that is none', document({ where: { field: 'siteId', op: 'equals', value: 'x' } })],
    ['below what is no tree', document({ where: { field: 'siteId', op: 'below', value: ids.sites[0] } })],
    [
      'a formula of a megabyte',
      document({
        measures: [
          { as: 'n', of: 'count' },
          { as: 'f', formula: '1+'.repeat(450_000) },
        ],
      }),
    ],
    ['a formula too deep', document({ having: `${'('.repeat(400)}n${')'.repeat(400)} > 1` })],
    [
      'a list of conditions without an end',
      document({ where: { or: Array.from({ length: 5000 }, () => ({ field: 'deviceName', op: 'filled' })) } }),
    ],
    ['thirty joins', document({ dimensions: [{ field: Array.from({ length: 30 }, () => 'site').join('.') }] })],
    ['time of a noun by a number', document({ time: { field: 'pollSeconds', range: 'today' } })],
    ['a range without an end', document({ time: { field: 'createTime', from: '2026-02-02', to: '2026-02-01' } })],
  ]

  it.each(wild)('is said at once: %s', async (_name, asked) => {
    const started = performance.now()
    const { http } = await admin.post(PATH, { document: asked })
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
    const figuresOf = Array.from({ length: 61 }, () => ({ document: document({}) }))
    expect((await admin.post(PATH, { figures: figuresOf })).http).toBe(422)
  })
})
