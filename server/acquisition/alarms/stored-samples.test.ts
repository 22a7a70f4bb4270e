/** Stored samples as pages of packed columns: the same as they are row by row, whatever a page ends with. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { millis } from '../../../model/brands.ts'
import { QUALITY, REASONS } from '../../../model/acquisition/quality.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import { buildDevice } from '../../../tests/support/devices.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { openPartitions } from '../partitions.ts'
import type { Open } from './stored-samples.ts'
import { storedColumns, storedSamples } from './stored-samples.ts'

const HOUR = 3_600_000
const PAGE = 10_000
const from = Math.floor(Date.now() / HOUR) * HOUR - 12 * HOUR
let server: TestServer
let tenant: BuiltTenant
let series: string
let open: Open

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  const device = await buildDevice(server, tenant, { x: {} })
  series = String(device.series['x'])
  open = (work) => server.services.transactions.inTenant({ tenantId: tenant.id }, work)
  await openPartitions(server.database).ensure([1, 2].map((retention) => ({ retention, time: millis(from) })))
  // A sample each second and a microsecond, so that no time is a whole millisecond; the last of the first page and the first of the second are of one moment.
  await server.database.asOwner((client) =>
    client.query(
      `insert into samples (tenant_id, series, time, value, quality, reason, retention)
      select $1, $2, to_timestamp($3::float8 / 1000) + case when n >= $6 then n - 1 else n end * interval '1.000001 s', case when n % 7 = 0 then null else n / 3.0::float8 end,
        case when n % 11 = 0 then $5::int when n % 13 = 0 then 64 else 192 end, case when n % 1000 = 17 then $4::int else 0 end, case when n = $6 then 2 else 1 end
      from generate_series(0, 20500) as n`,
      [tenant.id, series, from, REASONS.clock, QUALITY.bad, PAGE + 10],
    ),
  )
})
afterAll(() => server.stop())

const rows = (to: number) =>
  server.database.asOwner(
    async (client) =>
      (
        await client.query<{ time: number; value: number | null; quality: number }>(
          `select (extract(epoch from time) * 1000)::float8 as time, value, quality from samples
          where tenant_id = $1 and series = $2 and time < to_timestamp($3::float8 / 1000) and reason <> $4 order by time, retention`,
          [tenant.id, series, to, REASONS.clock],
        )
      ).rows,
  )

it('are read page by page as they are stored, to the microsecond', async () => {
  const to = from + 12 * HOUR
  const sizes: number[] = []
  const read = []
  for await (const page of storedSamples(open, series, millis(from), millis(to))) {
    sizes.push(page.length)
    read.push(...page)
  }
  const stored = await rows(to)
  expect(sizes).toEqual([PAGE, PAGE, stored.length - 2 * PAGE])
  expect(stored[PAGE - 1]?.time).toBe(stored[PAGE]?.time)
  expect(read).toEqual(stored)
})

it('are read on from any of them', async () => {
  const pages = async (after?: { readonly at: string; readonly retention: number }) => {
    const found = []
    for await (const page of storedColumns(open, series, millis(from), millis(from + 12 * HOUR), after)) found.push(page)
    return found
  }
  const all = await pages()
  expect(await pages(all[0]?.last)).toEqual(all.slice(1))
  expect(await pages(all.at(-1)?.last)).toEqual([])
})
