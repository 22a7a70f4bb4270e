/** When what a point measured was in doubt, of certificates as the database has them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../model/index.ts'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, unique } from '../../tests/support/builders.ts'
import type { Client } from '../../tests/support/client.ts'
import { buildDevice } from '../../tests/support/devices.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { addRow } from '../../tests/support/values.ts'
import { doubtsColumn } from './calibrations.ts'
import { statement } from './statement.ts'

const HOUR = 3_600_000
const BEGIN = Date.parse('2026-03-02T00:00:00Z')
const at = (hour: number) => new Date(BEGIN + hour * HOUR)

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

/** From which hour until which a certificate says that it holds; of which points, and whether it was passed. */
type Certificate = readonly [from: number, until: number, more?: { readonly result?: string; readonly keys?: string }]

interface Machine {
  /** Hours from which and until which it had the device. */
  readonly had?: readonly [from: number | null, until: number | null]
  readonly certificates: readonly Certificate[]
}

/** The hours, of those asked for, in which the point `x` of a device that was on these machines was in doubt. */
async function doubts(machines: readonly Machine[], [from, to]: readonly [number, number] = [0, 100]): Promise<[number, number][]> {
  const device = await buildDevice(server, tenant, { x: {} })
  const owner = (text: string, values: readonly unknown[]) =>
    server.database.asOwner((client) => client.query(text, [tenant.id, ...values]))
  for (const [nth, { had: [since, until] = [null, null], certificates }] of machines.entries()) {
    const { id } = await addRow(admin, resources.equipment, { deviceId: null })
    await owner(
      'insert into equipment_devices (tenant_id, equipment_id, device_id, is_first, linked_from, linked_until) values ($1, $2, $3, $4, $5, $6)',
      [id, device.id, nth === 0, since === null ? null : at(since), until === null ? null : at(until)],
    )
    for (const [begins, ends, { result = 'pass', keys = null } = {}] of certificates)
      await owner(
        `insert into calibrations (tenant_id, id, calibration_number, equipment_id, calibration_result, valid_from, valid_until, laboratory, point_keys)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, 'laboratory', $7)`,
        [unique(), id, result, at(begins), at(ends), keys],
      )
  }
  const moment = (hour: number) => sql`${at(hour)}::timestamptz`
  const column = doubtsColumn(moment(from), moment(to))
  const [row] = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    tx.all(
      statement(
        sql<{
          found: [number, number][] | null
        }>`select ${column} as found from points where device_id = ${device.id}::uuid and point_key = 'x'`,
      ),
    ),
  )
  expect(row).toBeDefined()
  return (row?.found ?? []).map(([begins, ends]) => [(begins - BEGIN) / HOUR, (ends - BEGIN) / HOUR])
}

it('it is from the end of one certificate to the beginning of the next, and all along where one was not passed', async () => {
  const certificates: Certificate[] = [
    [10, 20],
    [30, 40],
    [50, 60, { result: 'fail' }],
    [70, 90],
  ]
  expect(await doubts([{ certificates }])).toEqual([
    [20, 30],
    [40, 50],
    [50, 70],
    [90, 100],
  ])
  expect(await doubts([{ certificates }], [22, 25])).toEqual([[22, 25]])
  expect(await doubts([{ certificates }], [12, 20])).toEqual([])
})

it('it is none before the first certificate, and none by what is about other points', async () => {
  expect(await doubts([{ certificates: [[60, 200]] }])).toEqual([])
  expect(await doubts([{ certificates: [[10, 20, { keys: 'y,z' }]] }])).toEqual([])
  expect(await doubts([{ certificates: [[10, 20, { keys: 'y,x' }]] }])).toEqual([[20, 100]])
})

it('a certificate counts for as long as its machine has the device, and that of the next machine from when it got it', async () => {
  expect(
    await doubts([
      { had: [null, 50], certificates: [[10, 20]] },
      // It had expired on a shelf long before.
      { had: [50, 70], certificates: [[5, 15]] },
    ]),
  ).toEqual([
    [20, 50],
    [50, 70],
  ])
})
