/** What processes note of points and machines: in the record of both, at once or not at all, and by models of those who may write there themselves. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../tests/support/builders.ts'
import type { Client } from '../tests/support/client.ts'
import type { BuiltDevice } from '../tests/support/devices.ts'
import { buildDevice } from '../tests/support/devices.ts'
import { dataOf } from '../tests/support/forms.ts'
import { wordsOfPdf } from '../tests/support/pdf-words.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, service, task, way } from '../tests/support/processes.ts'
import type { TestServer } from '../tests/support/server.ts'
import { sharedServer } from '../tests/support/server.ts'
import { addRow } from '../tests/support/values.ts'
import type { EquipmentLife } from '../model/contract/maintenance/equipment.ts'
import { resources } from '../model/index.ts'
import { build } from './kernel/database/sql.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
let machine: { readonly id: string; readonly code: string }
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant)
  const { id } = await addRow(admin, resources.equipment, { deviceId: null, equipmentState: 'in-service' })
  const row = await inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('equipment').select('equipment_code as code').where('id', '=', id)),
  )
  machine = { id, code: row?.code ?? '' }
})

/** An instance that has noted something, and asks somebody behind it. */
async function run(variables: Record<string, unknown>, does: object): Promise<string> {
  const ask = task('after', { people: [{ kind: 'user', username: 'admin' }] })
  const inside = `${service('s', { do: 'add-note', ...does })}${ask}<endEvent id="end"/>${way('start > s > after > end')}`
  const definition = await deployRows(server, tenant, bpmn(`p_${unique()}`, inside))
  return (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition }, variables })).id
}
const isAfter = async (instance: string) => (await openTasksOf(server, tenant, instance)).map(({ node }) => node)
const faultOf = async (instance: string) =>
  (
    await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_incidents').select('detail').where('instance_id', '=', instance)),
    )
  )?.detail
const notesOfPoint = async () =>
  (await inTenant(server, tenant, (tx) => tx.all(build.selectFrom('annotations').select('note_text')))).map(({ note_text: text }) => text)
const notesOfMachine = async () =>
  dataOf<EquipmentLife>(await admin.get('/api/maintenance/equipment/queryEquipmentLife', { id: machine.id })).life.flatMap(
    ({ kind, text, by }) => (kind === 'noted' ? [{ text, by }] : []),
  )

it('stands in the life of the machine that the model names by id or code, and in its archive', async () => {
  const word = unique()
  for (const named of [machine.id, machine.code.toLowerCase()])
    expect(await isAfter(await run({ named, word }, { equipment: '= named', note: '= concatenate("Seal replaced ", word)' }))).toEqual([
      'after',
    ])
  expect(await notesOfMachine()).toEqual(Array(2).fill({ text: `Seal replaced ${word}`, by: null }))
  expect(await notesOfPoint()).toEqual([])
  const response = await fetch(`${server.url}/api/maintenance/equipment/exportEquipmentArchive`, {
    method: 'POST',
    body: JSON.stringify({ id: [machine.id] }),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  })
  expect(await wordsOfPdf(Buffer.from(await response.arrayBuffer()))).toContain(word)
})

it('of a point and a machine stands in both, and in neither where one of them is not there', async () => {
  const both = { point: `= "${device.code}/temperature"`, equipment: '= named', note: 'Looked at' }
  const before = await notesOfMachine()
  const failed = await run({ named: '4711-hidden' }, both)
  expect([await isAfter(failed), await faultOf(failed)]).toEqual([[], { fault: 'no-equipment', about: '= named' }])
  expect([await notesOfPoint(), await notesOfMachine()]).toEqual([[], before])
  await run({ named: machine.code }, both)
  expect([await notesOfPoint(), (await notesOfMachine()).length]).toEqual([['Looked at'], before.length + 1])
})

it('is deployed by whoever may write there themselves, and names one of both at least', async () => {
  const role = { roleDescription: '', menus: 'all', hiddenButtons: [], hiddenFields: [] } as const
  const deployFile = '/activiti/deployment/deployFile'
  const roles = [
    { ...role, roleCode: 'DRAWS', roleName: 'DRAWS', urls: [deployFile] },
    { ...role, roleCode: 'KEEPS', roleName: 'KEEPS', urls: [deployFile, '/maintenance/equipment/updateEquipment'] },
  ]
  const own = await buildTenant(server, {
    roles,
    users: [buildUser({ username: 'draws', roles: ['DRAWS'] }), buildUser({ username: 'keeps', roles: ['KEEPS'] })],
  })
  const deployed = async (username: string, does: object) => {
    const xml = bpmn(
      `p_${unique()}`,
      `${service('s', { do: 'add-note', note: 'x', ...does })}<endEvent id="end"/>${way('start > s > end')}`,
    )
    return (await (await own.signIn(username)).post(`/api${deployFile}`, { fileName: 'a.bpmn', xml })).http
  }
  const ofMachine = { equipment: '= "m"' }
  expect([await deployed('draws', ofMachine), await deployed('keeps', ofMachine)]).toEqual([422, 200])
  expect(await deployed('keeps', { ...ofMachine, point: '= "d/p"' }), 'of the point as well').toBe(422)
  expect([await deployed('admin', { ...ofMachine, point: '= "d/p"' }), await deployed('admin', {})]).toEqual([200, 422])
})
