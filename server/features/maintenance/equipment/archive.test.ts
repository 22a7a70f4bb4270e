/** Files about many machines are made by jobs, or refused before they hold the server, and the refusal says what there may be. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  MAX_ARCHIVED,
  MAX_ARCHIVED_BY_JOB,
  MAX_ARCHIVED_ROWS,
  MAX_ARCHIVED_ROWS_BY_JOB,
  MAX_EQUIPMENT_LABELS,
} from '../../../../model/contract/maintenance/equipment.ts'
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
    [ARCHIVE, MAX_ARCHIVED_BY_JOB],
    [LABELS, MAX_EQUIPMENT_LABELS],
  ] as const) {
    const ids = (count: number) => Array.from({ length: count }, () => absentId())
    const many = await admin.post(path, { id: ids(most + 1) }, { 'accept-language': 'en' })
    expect(many).toMatchObject({ http: 422, message: `At most ${most} machines at once. Please choose fewer` })
  }
  const absent = Array.from({ length: MAX_ARCHIVED }, () => absentId())
  expect((await admin.post(ARCHIVE, { id: absent })).http).toBe(404)
})

const fetched = (id: readonly (string | undefined)[], headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}${ARCHIVE}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ id }),
  })
const beginningOf = async (answer: Response) => [
  answer.status,
  Buffer.from(await answer.arrayBuffer())
    .subarray(0, 5)
    .toString(),
]

it('an archive of more rows than are waited for is made by a job, and one of more than that is refused', async () => {
  const machines = [(await addRow(admin, resources.equipment)).id, (await addRow(admin, resources.equipment)).id]
  const insert = (ids: readonly string[], count: number, name: string) =>
    server.database.asOwner(async (client) => {
      await client.query('begin')
      // Without the history of so many rows.
      await client.query('set local session_replication_role = replica')
      await client.query('set local role outstation_platform')
      await client.query(
        `insert into faults (tenant_id, id, fault_number, fault_title, equipment_id, fault_effect, fault_state)
         select $1, gen_random_uuid(), $4 || m.at || '-' || n, 'x', m.id, 'none', 'reported' from unnest($2::uuid[]) with ordinality as m (id, at), generate_series(1, $3::integer) n`,
        [tenant.id, ids, count, name],
      )
      await client.query('commit')
    })
  // Half and one of each: of one machine they fit, and of both they do not.
  await insert(machines, MAX_ARCHIVED_ROWS / 2 + 1, 'F')
  expect(await beginningOf(await fetched([machines[0]]))).toEqual([200, '%PDF-'])
  const queued = (await (await fetched(machines, { prefer: 'respond-async' })).json()) as { data: { jobId: string; queued: boolean } }
  expect(queued.data).toMatchObject({ queued: true, jobId: expect.any(String) as unknown })
  // Whoever does not ask for a job waits for its file.
  expect(await beginningOf(await fetched(machines))).toEqual([200, '%PDF-'])

  await insert(machines.slice(1), MAX_ARCHIVED_ROWS_BY_JOB, 'G')
  const both = await admin.post(ARCHIVE, { id: machines }, { 'accept-language': 'en' })
  expect(both).toMatchObject({ http: 422 })
  expect(both.message).toContain(`more than ${MAX_ARCHIVED_ROWS_BY_JOB} rows`)
}, 120_000)
