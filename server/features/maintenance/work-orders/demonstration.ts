/** Faults and orders of the demonstration: stored as they would stand had they been opened and moved at the moments that the seed says. */
import type { FaultState, FaultTransition } from '../../../../model/maintenance/faults.ts'
import type { OrderEventKind, OrderState } from '../../../../model/maintenance/order-states.ts'
import { DUE_HOURS } from '../../../../model/maintenance/work-orders.ts'
import type { FaultSeed, OrderSeed } from '../../../../seeds/order-seed.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import type { DemonstrationTenant } from '../../../module.ts'
import { occupyPlant, placeOf, remindWhenOverdue, takeNumbers } from '../../../maintenance/index.ts'

const HOUR_MS = 3_600_000

/** How an order came to its state: the transitions, and after how much of its time each. */
const WAYS: Readonly<Record<OrderState, readonly (readonly [OrderEventKind, OrderState, number])[]>> = {
  draft: [],
  'waiting-approval': [['submit', 'waiting-approval', 0.1]],
  approved: [
    ['submit', 'waiting-approval', 0.1],
    ['approve', 'approved', 0.3],
  ],
  scheduled: [
    ['submit', 'waiting-approval', 0.1],
    ['approve', 'approved', 0.3],
    ['schedule', 'scheduled', 0.4],
  ],
  'in-progress': [
    ['approve', 'approved', 0.2],
    ['schedule', 'scheduled', 0.3],
    ['start', 'in-progress', 0.7],
  ],
  'on-hold': [
    ['approve', 'approved', 0.1],
    ['schedule', 'scheduled', 0.2],
    ['start', 'in-progress', 0.4],
    ['hold', 'on-hold', 0.6],
  ],
  done: [
    ['approve', 'approved', 0.1],
    ['schedule', 'scheduled', 0.2],
    ['start', 'in-progress', 0.4],
    ['finish', 'done', 0.8],
  ],
  // What is over ended in the week in which it was opened.
  closed: [
    ['approve', 'approved', 0.02],
    ['schedule', 'scheduled', 0.03],
    ['start', 'in-progress', 0.05],
    ['finish', 'done', 0.08],
    ['verify', 'closed', 0.12],
  ],
  cancelled: [['cancel', 'cancelled', 0.1]],
}

interface Storing {
  readonly tx: Transaction
  readonly services: Services
  readonly tenantId: DemonstrationTenant['tenantId']
  readonly now: number
  person(username: string): string
  machine(code: string): string
}

/** Stores what the seed says. @throws Error for a machine or a person that is not there, which is a mistake in the seed */
export async function storeOrdersOfDemonstration(services: Services, { tenantId, things }: DemonstrationTenant): Promise<void> {
  const { orders: seed } = things
  await services.transactions.inTenant({ tenantId }, async (tx) => {
    const people = new Map((await tx.all(build.selectFrom('users').select(['username', 'id']))).map((row) => [row.username, row.id]))
    const machines = new Map(
      (await tx.all(build.selectFrom('equipment').select(['equipment_code', 'id']))).map((row) => [row.equipment_code, row.id]),
    )
    const storing: Storing = {
      tx,
      services,
      tenantId,
      now: services.clock.now(),
      person: (username) => people.get(username) ?? missing(username),
      machine: (code) => machines.get(code) ?? missing(code),
    }
    // The oldest first, as their numbers go.
    for (const fault of seed.faults.toSorted((one, other) => other.hoursAgo - one.hoursAgo)) await storeFault(storing, fault)
    for (const order of seed.orders.toSorted((one, other) => other.hoursAgo - one.hoursAgo)) await storeOrder(storing, order)
  })
}

const missing = (code: string): never => {
  throw new Error(`the seed names "${code}", which is not there`)
}

const FAULT_WAYS: Readonly<Record<FaultState, readonly (readonly [FaultTransition, FaultState])[]>> = {
  reported: [],
  confirmed: [['confirm', 'confirmed']],
  'in-order': [['order', 'in-order']],
  solved: [
    ['order', 'in-order'],
    ['solve', 'solved'],
  ],
  rejected: [['reject', 'rejected']],
}

async function storeFault(storing: Storing, seed: FaultSeed): Promise<void> {
  const { tx, services, tenantId, now, person, machine } = storing
  const id = newId()
  const at = (share: number) => new Date(now - seed.hoursAgo * HOUR_MS * (1 - share))
  const [number] = (await takeNumbers(tx, services.clock, 'F', 1)) as [string]
  const { order } = seed
  const stood = seed.effect === 'stopped' || order?.down !== undefined
  const { site_id, org_id } = await placeOf(tx, { equipmentId: machine(seed.machine) })
  await tx.run(
    build.insertInto('faults').values({
      tenant_id: tenantId,
      id,
      fault_number: number,
      fault_title: seed.title,
      equipment_id: machine(seed.machine),
      fault_effect: seed.effect,
      fault_state: seed.state,
      down_from: stood ? at(0) : null,
      down_to: order?.down === undefined ? null : new Date(at(0).getTime() + order.down * HOUR_MS),
      reporter_id: person(seed.reporter),
      site_id,
      org_id,
      solved_at: seed.state === 'solved' ? at(0.12) : null,
      fault_cause: order?.cause ?? null,
      fault_remedy: order?.remedy ?? null,
      fault_reason: seed.reason ?? null,
      fault_description: seed.description ?? null,
      created_by: person(seed.reporter),
      created_at: at(0),
    }),
  )
  const ways = [['report', 'reported'] as const, ...FAULT_WAYS[seed.state]]
  await tx.run(
    build.insertInto('fault_events').values(
      ways.map(([transition, state], step) => ({
        tenant_id: tenantId,
        fault_id: id,
        transition,
        from_state: ways[step - 1]?.[1] ?? null,
        to_state: state,
        happened_at: at(step * 0.06),
        user_id: person(step === 0 ? seed.reporter : (order?.openedBy ?? 'admin')),
        note: transition === 'reject' ? (seed.reason ?? null) : null,
      })),
    ),
  )
  if (order)
    await storeOrder(
      storing,
      { ...order, machine: seed.machine, title: seed.title, kind: 'corrective', hoursAgo: seed.hoursAgo * 0.94 },
      id,
    )
}

async function storeOrder({ tx, services, tenantId, now, person, machine }: Storing, seed: OrderSeed, faultId?: string): Promise<void> {
  const id = newId()
  const at = (share: number) => new Date(now - seed.hoursAgo * HOUR_MS * (1 - share))
  const opened = faultId === undefined ? ('draft' as const) : ('waiting-approval' as const)
  const ways = WAYS[seed.state]
  const when = (transition: OrderEventKind) => {
    const step = ways.find(([each]) => each === transition)
    return step ? at(step[2]) : null
  }
  const [number] = (await takeNumbers(tx, services.clock, 'WO', 1)) as [string]
  const place = await placeOf(tx, { equipmentId: machine(seed.machine) })
  const dueAt = new Date(at(0).getTime() + (seed.dueHours ?? DUE_HOURS[seed.priority]) * HOUR_MS)
  const worker = person(seed.assignee ?? seed.openedBy)
  const finished = when('finish')
  await tx.run(
    build.insertInto('work_orders').values({
      tenant_id: tenantId,
      id,
      order_number: number,
      order_title: seed.title,
      order_kind: seed.kind,
      order_priority: seed.priority,
      order_state: seed.state,
      order_origin: faultId === undefined ? 'person' : 'fault',
      assignee_id: seed.assignee === undefined ? null : person(seed.assignee),
      due_at: dueAt,
      hold_reason: seed.hold?.[0] ?? null,
      fault_id: faultId ?? null,
      estimate_hours: seed.estimate ?? null,
      started_at: when('start'),
      finished_at: finished,
      closed_at: when('verify') ?? when('cancel'),
      down_from: seed.down === undefined || !finished ? null : new Date(finished.getTime() - seed.down * HOUR_MS),
      down_to: seed.down === undefined ? null : finished,
      order_cause: seed.cause ?? null,
      order_remedy: seed.remedy ?? null,
      order_description: seed.description ?? null,
      finished_by: finished ? worker : null,
      verified_by: seed.state === 'closed' && seed.endedBy !== undefined ? person(seed.endedBy) : null,
      created_by: person(seed.openedBy),
      created_at: at(0),
      ...place,
    } as never),
  )
  const events = [['open', opened, 0] as const, ...ways.filter(([transition]) => faultId === undefined || transition !== 'submit')]
  await tx.run(
    build.insertInto('work_order_events').values(
      events.map(([transition, state, share], step) => ({
        tenant_id: tenantId,
        order_id: id,
        transition,
        from_state: events[step - 1]?.[1] ?? null,
        to_state: state,
        happened_at: at(share),
        user_id: personAt(transition, seed, person),
        reason: transition === 'hold' ? (seed.hold?.[0] ?? null) : null,
        note: transition === 'hold' ? (seed.hold?.[1] ?? null) : transition === 'cancel' ? (seed.cancelled ?? null) : null,
      })),
    ),
  )
  if (seed.labour !== undefined)
    await tx.run(
      build.insertInto('work_order_labour').values({
        tenant_id: tenantId,
        id: newId(),
        order_id: id,
        user_id: worker,
        worked_on: (finished ?? new Date(now)).toISOString().slice(0, 10),
        minutes: Math.round(seed.labour * 60),
        labour_note: null,
      }),
    )
  await remindWhenOverdue(tx, services, id, dueAt)
  if (seed.state === 'in-progress' || seed.state === 'on-hold') {
    const { device_id, equipment_id } = place
    await occupyPlant(tx, services, { id, order_number: number, order_kind: seed.kind, device_id, equipment_id }, worker)
  }
}

/** Orders are opened and carried out by their people, and decided about by whoever leads the work. */
function personAt(transition: OrderEventKind, { openedBy, assignee, endedBy }: OrderSeed, person: (username: string) => string): string {
  if (transition === 'open' || transition === 'submit') return person(openedBy)
  if (['start', 'hold', 'finish'].includes(transition)) return person(assignee ?? openedBy)
  return person(endedBy ?? 'admin')
}
