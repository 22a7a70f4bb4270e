/** Devices whose figures are worked out twice, by documents and by plain SQL. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { FigureAnswer } from '../../model/contract/report/figure.ts'
import type { BuiltTenant } from './builders.ts'
import type { Answer, Client } from './client.ts'
import type { TestServer } from './server.ts'

export const QUERY_FIGURE = '/api/report/figure/queryFigure'

export interface FurnishedSites {
  readonly sites: readonly [string, string, string]
  readonly project: string
}

/** 120 devices of the tenant at three sites and at none, made on the days of two months, with numbers that have no pattern. */
export async function furnishDevices(server: Pick<TestServer, 'database'>, of: BuiltTenant): Promise<FurnishedSites> {
  const [sites, project] = [[randomUUID(), randomUUID(), randomUUID()] as const, randomUUID()]
  const owner = (text: string, values: unknown[]) => server.database.asOwner((client) => client.query(text, values))
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
     select $1, gen_random_uuid(), 'd' || n, $2 || ' ' || n, 'push', (n % 3 <> 0)::int, (array[$3, $4, $5, null]::uuid[])[1 + n % 4],
       'serial ' || n % 10, 1 + n * 37 % 101, case when n % 5 = 0 then null else 1000 + n * 13 % 97 end,
       timestamptz '2026-02-01 00:00:00+08' + n * interval '11 hours 17 minutes', null
     from generate_series(1, 120) as n`,
    [of.id, of.canary, ...sites],
  )
  return { sites, project }
}

/** A document about devices, which are counted unless it says otherwise. */
export const deviceDocument = (more: object) => ({ format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], ...more })

/** What the client is answered to a document. */
export const askFigure = (client: Client, document: object, params?: object): Promise<Answer<FigureAnswer>> =>
  client.post<FigureAnswer>(QUERY_FIGURE, { document, ...(params ? { params } : {}) })

/** The figures of a document that there is nothing wrong with. */
export async function figuresOf(client: Client, document: object, params?: object): Promise<FigureAnswer> {
  const answer = await askFigure(client, document, params)
  expect(answer, JSON.stringify(answer.errors ?? answer.message)).toMatchObject({ http: 200 })
  return answer.data
}

/** The rows that plain SQL gives, past row security: lists of the values of their columns. */
export const plainRows = (server: Pick<TestServer, 'database'>, text: string, values: readonly unknown[]): Promise<unknown[][]> =>
  server.database.asOwner(async (client) => (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows)

/** Numbers may differ by a thousand-millionth of themselves: sums are made in different orders. */
export function expectRows(rows: readonly (readonly unknown[])[], wanted: readonly (readonly unknown[])[]): void {
  expect(rows).toHaveLength(wanted.length)
  expect(wanted.length).toBeGreaterThan(0)
  for (const [at, row] of wanted.entries())
    for (const [column, value] of row.entries()) {
      const given = rows[at]?.[column]
      if (typeof value === 'number' && typeof given === 'number')
        expect(Math.abs(given - value)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)))
      else expect(given).toBe(value)
    }
}
