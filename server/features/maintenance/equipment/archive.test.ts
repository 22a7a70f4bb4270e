/** Files about many machines are refused before they hold the server, and the refusal says what there may be. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_ARCHIVED, MAX_ARCHIVED_ROWS, MAX_EQUIPMENT_LABELS } from '../../../../model/contract/maintenance/equipment.ts'
import { resources } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { absentId, addRow } from '../../../../tests/support/values.ts'

const ARCHIVE = '/api/maintenance/equipment/exportEquipmentArchive'
const LABELS = '/api/maintenance/equipment/printEquipmentLabel'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

it('an archive has so many machines, and a file of labels', async () => {
  for (const [path, most] of [
    [ARCHIVE, MAX_ARCHIVED],
    [LABELS, MAX_EQUIPMENT_LABELS],
  ] as const) {
    const ids = (count: number) => Array.from({ length: count }, () => absentId())
    const many = await admin.post(path, { id: ids(most + 1) }, { 'accept-language': 'en' })
    expect(many).toMatchObject({ http: 422, message: `At most ${most} machines at once. Please choose fewer` })
    expect((await admin.post(path, { id: ids(most) })).http).toBe(404)
  }
})

it('an archive has so many rows of all its machines together', async () => {
  const machines = [(await addRow(admin, resources.equipment)).id, (await addRow(admin, resources.equipment)).id]
  // Half and one of each: of one machine they fit, and of both they do not.
  await server.database.asOwner(async (client) => {
    await client.query('begin')
    await client.query('set local role outstation_platform')
    await client.query(
      `insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state)
       select $1, gen_random_uuid(), 'F' || m.at || '-' || n, 'x', m.id, 'none', 'reported' from unnest($2::uuid[]) with ordinality as m (id, at), generate_series(1, $3::integer) n`,
      [tenant.id, machines, MAX_ARCHIVED_ROWS / 2 + 1],
    )
    await client.query('commit')
  })
  const one = await fetch(`${server.url}${ARCHIVE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: [machines[0]] }),
  })
  const bytes = Buffer.from(await one.arrayBuffer())
  expect([one.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const both = await admin.post(ARCHIVE, { id: machines }, { 'accept-language': 'en' })
  expect(both).toMatchObject({ http: 422 })
  expect(both.message).toContain(`more than ${MAX_ARCHIVED_ROWS} rows`)
  expect((await admin.post(ARCHIVE, { id: machines }, { 'accept-language': 'zh-CN' })).message).toContain(`超过 ${MAX_ARCHIVED_ROWS} 行`)
}, 60_000)
