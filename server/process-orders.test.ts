/** Work orders that processes open and close: once a passage, by whoever may do the same, and never as verified. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../tests/support/builders.ts'
import type { Client } from '../tests/support/client.ts'
import { buildDevice } from '../tests/support/devices.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../tests/support/processes.ts'
import type { TestServer } from '../tests/support/server.ts'
import { sharedServer } from '../tests/support/server.ts'
import { addRow } from '../tests/support/values.ts'
import { resources } from '../model/index.ts'
import { languages } from '../model/labels/index.ts'
import { incidentSentence } from './features/workflow/shared/incident-sentence.ts'
import { build } from './kernel/database/sql.ts'
import { translatorFor } from './kernel/http/language.ts'
import { moveOrder, openAsProcess } from './maintenance/index.ts'

const ORDER = '/api/maintenance/workorder'
const CALLS = { start: 'actOnWorkOrder', hold: 'actOnWorkOrder', approve: 'decideOnWorkOrder', verify: 'verifyWorkOrder' } as const

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let worker: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'worker', roles: ['ROLE_OPERATOR'] })] })
  ;[admin, worker] = [await tenant.signIn('admin'), await tenant.signIn('worker')]
})

const END = '<endEvent id="end"/>'
const creating = (more: object = {}) => ({
  do: 'maintenance-order',
  act: 'create',
  title: 'Look at it',
  orderKind: 'inspection',
  priority: 2,
  ...more,
})
const closing = { do: 'maintenance-order', act: 'close', order: '= order' }

/** An instance that has done a service, and asks somebody behind it. */
async function run(variables: Record<string, unknown>, does: object): Promise<string> {
  const inside = `${service('s', does)}${task('after', { people: [{ kind: 'user', username: 'admin' }] })}${END}${way('start > s > after > end')}`
  const definition = await deployRows(server, tenant, bpmn(`p_${unique()}`, inside))
  return (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition }, variables })).id
}
const isAfter = async (instance: string) => (await openTasksOf(server, tenant, instance)).map(({ node }) => node)

async function variableOf(instance: string, name: string): Promise<string> {
  const found = await inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', name)),
  )
  return String(found?.value)
}
const stopped = (instance: string) =>
  inTenant(server, tenant, (tx) =>
    tx.first(build.selectFrom('process_incidents').select(['incident_kind as kind', 'detail']).where('instance_id', '=', instance)),
  )
const ordersWith = (column: 'id' | 'order_number', value: string) =>
  inTenant(server, tenant, (tx) => tx.all(build.selectFrom('work_orders').selectAll().where(column, '=', value)))
const eventsOf = (order: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('work_order_events').select(['transition', 'user_id', 'note']).where('order_id', '=', order).orderBy('id')),
  )
async function move(client: Client, id: string, transition: keyof typeof CALLS, more: object = {}) {
  const [order] = await ordersWith('id', id)
  const answer = await client.post(`${ORDER}/${CALLS[transition]}`, { id, version: order?.version, transition, ...more })
  expect(answer, transition).toMatchObject({ http: 200 })
}
const order = async (values: object = {}) => (await addRow(admin, resources.workOrders, { mustSign: 0, ...values })).id
/** One at which the worker is at work. */
async function orderAtWork(values: object = {}): Promise<string> {
  const id = await order(values)
  await move(admin, id, 'approve')
  await move(worker, id, 'start')
  return id
}
const stateOf = async (id: string) => (await ordersWith('id', id))[0]?.order_state

describe('a process opens an order', () => {
  it('of the machine and the device that it names, and keeps its number', async () => {
    const device = await buildDevice(server, tenant)
    const { id: equipmentId } = await addRow(admin, resources.equipment, { deviceId: null, equipmentState: 'in-service' })
    const machine = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('equipment').select('equipment_code').where('id', '=', equipmentId)),
    )
    const instance = await run(
      { what: 'Replace the seal', where: device.code },
      creating({ title: '= what', equipment: `= "${machine?.equipment_code ?? ''}"`, device: '= where', into: 'order' }),
    )
    const [opened, second] = await ordersWith('order_number', await variableOf(instance, 'order'))
    expect(second).toBeUndefined()
    expect(opened).toMatchObject({
      order_title: 'Replace the seal',
      order_kind: 'inspection',
      order_priority: 2,
      order_origin: 'process',
      order_state: 'waiting-approval',
      equipment_id: equipmentId,
      device_id: device.id,
      created_by: null,
    })
    const name = (await instanceRow(server, tenant, instance))?.name
    expect(await eventsOf(opened?.id ?? '')).toEqual([{ transition: 'open', user_id: null, note: name }])
    expect(await isAfter(instance)).toEqual(['after'])
  })

  it('once a passage, also after that one is over', async () => {
    const instanceId = await run({}, creating())
    const open = (passage: string) =>
      inTenant(server, tenant, (tx) =>
        openAsProcess(tx, server.services, {
          instanceId,
          passage,
          title: 'Again',
          kind: 'corrective',
          priority: 3,
          equipmentId: undefined,
          deviceId: undefined,
          note: '',
        }),
      )
    const number = await open('7')
    expect(await open('7')).toBe(number)
    expect(await isAfter(await run({ order: number }, closing))).toEqual(['after'])
    expect((await ordersWith('order_number', number)).map(({ order_state }) => order_state)).toEqual(['cancelled'])
    expect(await open('7')).toBe(number)
    expect(await open('8')).not.toBe(number)
  })
})

describe('a process closes an order', () => {
  it('that nobody has begun with by cancelling it, and goes on where it is over', async () => {
    const id = await order()
    const instance = await run({ order: id }, closing)
    expect([await isAfter(instance), await stateOf(id)]).toEqual([['after'], 'cancelled'])
    expect(await isAfter(await run({ order: id }, closing))).toEqual(['after'])
    expect((await eventsOf(id)).map(({ transition }) => transition)).toEqual(['open', 'cancel'])
  })

  it('at which somebody is at work by finishing it; a person who has not worked on it verifies it', async () => {
    const id = await orderAtWork()
    expect(await isAfter(await run({ order: id }, closing))).toEqual(['after'])
    expect((await ordersWith('id', id))[0]).toMatchObject({ order_state: 'done', finished_by: null, verified_by: null })
    // Nobody is somebody else than whoever did the work, but it is nobody.
    const [done] = await ordersWith('id', id)
    const nobody = { userId: null, prove: () => Promise.resolve(undefined) }
    const verifying = inTenant(server, tenant, (tx) =>
      moveOrder(tx, server.services, nobody, { id, version: done?.version ?? 0, transition: 'verify' }),
    )
    await expect(verifying).rejects.toMatchObject({ code: 'order.own-work' })
    await move(admin, id, 'verify')
    expect(await stateOf(id)).toBe('closed')
  })

  it('not where work is on hold, or where people sign it', async () => {
    const held = await orderAtWork()
    await move(worker, held, 'hold', { holdReason: 'material', note: 'no seal' })
    const signed = await orderAtWork({ mustSign: 1 })
    for (const [id, fault, state] of [
      [held, 'order-state', 'on-hold'],
      [signed, 'order-signed', 'in-progress'],
    ] as const) {
      const instance = await run({ order: id }, closing)
      expect(await stopped(instance)).toEqual({ kind: 'failed', detail: { fault, about: '= order' } })
      expect([await isAfter(instance), await stateOf(id)]).toEqual([[], state])
    }
  })
})

describe('what is missing stops a process, and is named by what the model says', () => {
  it.each([
    ['a machine that there is not', creating({ equipment: '= secret' }), 'no-equipment', '= secret'],
    ['a device that there is not', creating({ device: '= secret' }), 'no-device', '= secret'],
    ['a title that is empty', creating({ title: '= nothing' }), 'no-title', ''],
    ['an order that there is not', closing, 'no-order', '= order'],
  ] as const)('%s', async (_what, does, fault, about) => {
    const instance = await run({ secret: '4711-hidden', order: '4711-hidden', nothing: '' }, does)
    const found = await stopped(instance)
    expect(found).toEqual({ kind: 'failed', detail: { fault, about } })
    for (const language of languages) {
      const sentence = incidentSentence('failed', found?.detail, translatorFor(language))
      expect(sentence, language).not.toContain('process-incident')
      expect(sentence, language).not.toContain('4711')
    }
  })

  it('an order of another tenant is not there', async () => {
    const other = await buildTenant(server)
    const theirs = await addRow(await other.signIn('admin'), resources.workOrders, { mustSign: 0 })
    expect(await stopped(await run({ order: theirs.id }, closing))).toMatchObject({ detail: { fault: 'no-order' } })
  })
})

describe('deploying a process with orders', () => {
  it('is for those who may open, carry out and decide on them themselves', async () => {
    const roles = [
      {
        roleCode: 'MODELLER',
        roleName: 'MODELLER',
        roleDescription: '',
        menus: 'all',
        urls: ['/activiti/deployment/deployFile'],
        hiddenButtons: [],
        hiddenFields: [],
      },
    ] as const
    const own = await buildTenant(server, { roles, users: [buildUser({ username: 'draws', roles: ['MODELLER'] })] })
    const [draws, boss] = [await own.signIn('draws'), await own.signIn('admin')]
    for (const does of [creating(), closing]) {
      const xml = bpmn(`p_${unique()}`, `${service('s', does)}${END}${way('start > s > end')}`)
      const deployed = (client: Client) => client.post('/api/activiti/deployment/deployFile', { fileName: 'a.bpmn', xml })
      expect((await deployed(draws)).http).toBe(422)
      expect((await deployed(boss)).http).toBe(200)
    }
  })
})
