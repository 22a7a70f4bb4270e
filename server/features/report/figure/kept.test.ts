/** Answers of times that are over: kept as long as nothing they are made of has changed, and told anew as soon as it has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import { openFigures } from '../../../figures/index.ts'
import type { FiguresEngine } from '../../../figures/index.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const begin = Math.floor(Date.now() / DAY) * DAY - 3 * DAY

let server: TestServer
let tenant: BuiltTenant
let device: BuiltDevice
let figures: FiguresEngine
const clock = { now: 0 }
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  device = await buildDevice(server, tenant, { core: {} })
  await send(10, 40)
  figures = openFigures({ ...server.services, now: () => clock.now })
}, 120_000)
afterAll(() => server.stop())

async function send(minute: number, value: number): Promise<void> {
  await sendReadings(server, device, [{ key: 'core', time: begin + minute * MINUTE, value }])
  const { rollups } = server.services.acquisition
  for (let round = 0; round < 4; round += 1) await rollups.work(new Date(Date.now() + 2 * DAY))
}

async function change(path: string, noun: string, which: object, values: object): Promise<void> {
  const admin = await tenant.signIn('admin')
  const found = await admin.get<{ list: { id: string; version: number }[] }>(`/api/acquisition/${path}/query${noun}`, { ...which })
  const { id, version } = found.data.list[0] ?? {}
  expect(await admin.put(`/api/acquisition/${path}/update${noun}`, { id, version, ...values })).toMatchObject({ http: 200 })
}

/** What is answered a minute later than before. */
async function answered(more: object = {}): Promise<FigureAnswer> {
  clock.now += MINUTE
  const { transactions, grants } = server.services
  const identity = await identityOf(transactions, grants, {
    tenantId: tenant.id,
    userId: tenant.users['admin'] as string,
    sessionId: 'test',
  })
  if (!identity) throw new Error('there is no administrator')
  const document = {
    format: 1,
    subject: 'readings',
    time: { from: new Date(begin).toISOString(), to: new Date(begin + DAY).toISOString() },
    dimensions: [{ field: 'deviceId' }],
    measures: [
      { as: 'n', of: 'count' },
      { as: 'mean', of: 'mean' },
    ],
    ...more,
  }
  return figures.query(callerOf(identity, undefined), translatorFor('en'), { document })
}

it('are the same answer, and another one once a late value has come or a row has changed', async () => {
  // A tenant whose rows have a history: without any, nothing but the readings would tell one state from another.
  await change('device', 'Device', { id: device.id }, { deviceDescription: 'in the yard' })
  const first = await answered()
  expect(first.rows).toEqual([[device.id, device.code, 1, 40]])
  expect(await answered()).toBe(first)
  await send(20, 60)
  const second = await answered()
  expect(second.rows).toEqual([[device.id, device.code, 2, 50]])
  expect(await answered()).toBe(second)
  await change('device', 'Device', { id: device.id }, { deviceCode: 'another' })
  expect((await answered()).rows).toEqual([[device.id, 'another', 2, 50]])
  await change('point', 'Point', { deviceId: device.id }, { staleSeconds: 60 })
  // What is rolled up stays as it was: ten minutes of the first value, and one of the second from now on.
  expect((await answered({ measures: [{ as: 'coverage', of: 'coverage' }] })).rows).toEqual([[device.id, 'another', (11 * MINUTE) / DAY]])
})

it('are told anew once a change becomes visible that was numbered long before others were', async () => {
  const asOwner = <Result>(statement: string, values: unknown[] = []) =>
    server.database.asOwner(async (client) => (await client.query<Result & object>(statement, values)).rows)
  // Numbers that other tenants have taken meanwhile.
  const [before] = await asOwner<{ last: string }>(`select max(position)::text as last from changes`)
  await asOwner(`select setval(pg_get_serial_sequence('changes', 'position'), $1::bigint + 1000)`, [before?.last])
  await change('device', 'Device', { id: device.id }, { deviceCode: 'far' })
  const first = await answered()
  expect(await answered()).toBe(first)
  await asOwner(
    `insert into changes overriding system value select (jsonb_populate_record(null::changes, to_jsonb(c) || jsonb_build_object('position', $2::bigint + 5))).*
    from changes c where tenant_id = $1 order by position desc limit 1`,
    [tenant.id, before?.last],
  )
  expect(await answered()).not.toBe(first)
})

it('of a time that goes on are told anew', async () => {
  const open = { time: { from: new Date(begin).toISOString(), to: new Date(Date.now() + DAY).toISOString() } }
  const first = await answered(open)
  const second = await answered(open)
  expect(second).not.toBe(first)
  expect(second.rows).toEqual(first.rows)
})
