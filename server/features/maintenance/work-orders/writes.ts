/** What opening an order by hand entails, and changing one: it has a number, a place and a first event, and whoever is given it is told. */
import { sql } from 'kysely'
import type { OrderKind, OrderPriority } from '../../../../model/maintenance/order-kinds.ts'
import { workOrders } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange, Written } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import {
  afterOpening,
  assignable,
  dueBy,
  noAssignee,
  notifyOfOrder,
  placeOf,
  publishOrders,
  remindWhenOverdue,
  takeNumbers,
} from '../../../maintenance/index.ts'
import { authorOf } from '../shared/files.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** A machine has a site of its own: one that is given besides is not stored, and has to be there all the same. @throws Failure `reference.not-found` */
async function assertSite(tx: Transaction, siteId: string): Promise<void> {
  const site = await tx.first(build.selectFrom('sites').select('id').where('id', '=', siteId))
  if (!site) fail('reference.not-found', { field: { name: 'siteId', label: 'field.work-orders.siteId' } })
}

async function applyNew(
  tx: Transaction,
  { caller, services }: Asking,
  rows: readonly NewRow[],
  insert: (rows: readonly NewRow[]) => Promise<void>,
): Promise<void> {
  const numbers = await takeNumbers(tx, services.clock, 'WO', rows.length)
  const now = services.clock.now()
  const whole: NewRow[] = []
  for (const [at, row] of rows.entries()) {
    const { values } = row
    const [equipmentId, siteId] = [textOf(values['equipmentId']), textOf(values['siteId'])]
    if (equipmentId !== null && siteId !== null) await assertSite(tx, siteId)
    const place = await placeOf(tx, { equipmentId, siteId })
    const isDue = textOf(values['dueAt']) !== null
    const { siteId: _given, ...fields } = values
    whole.push({
      ...row,
      values: fields,
      columns: {
        ...row.columns,
        order_number: numbers[at],
        order_state: 'draft',
        order_origin: 'person',
        site_id: place.site_id,
        org_id: place.org_id,
        device_id: place.device_id,
        ...(isDue ? {} : { due_at: dueBy(now, Number(values['orderPriority']) as OrderPriority) }),
      },
    })
  }
  await insert(whole)
  const due = await tx.all(
    build
      .selectFrom('work_orders')
      .select(['id', 'due_at'])
      .where(
        'id',
        'in',
        whole.map(({ id }) => id),
      ),
  )
  const dueOf = new Map(due.map((row) => [row.id, row.due_at]))
  await afterOpening(
    tx,
    services,
    whole.map(({ id, values }, at) => ({
      id,
      orderNumber: numbers[at] as string,
      state: 'draft',
      dueAt: dueOf.get(id) ?? new Date(now),
      source: { by: 'person' },
      orderTitle: String(values['orderTitle']),
      orderKind: values['orderKind'] as OrderKind,
      orderPriority: Number(values['orderPriority']) as OrderPriority,
      equipmentId: textOf(values['equipmentId']),
      assigneeId: textOf(values['assigneeId']),
      userId: authorOf(caller),
    })),
  )
}

/** The orders that are to be changed, held. */
const heldOrders = (tx: Transaction, ids: readonly string[]) =>
  tx.all(
    build
      .selectFrom('work_orders')
      .select(['id', 'is_open', 'order_state', 'order_number', 'order_title', 'assignee_id', 'due_at'])
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
      .orderBy('id')
      .forUpdate(),
  )

/** Whoever is barred is given none. */
async function judgeNew(tx: Transaction, _asking: Asking, rows: readonly NewRow[]): Promise<Refusals> {
  const named = rows.map(({ values }) => textOf(values['assigneeId']))
  const able = await assignable(
    tx,
    named.filter((id) => id !== null),
  )
  return new Map(named.flatMap((id, at): [number, Failure][] => (id === null || able.has(id) ? [] : [[at, noAssignee()]])))
}

/** One that is closed or cancelled stays as it is; and whoever is barred is given none, but keeps what they have until somebody else is given it. */
async function judgeChanges(tx: Transaction, _asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const rows = new Map(
    (
      await heldOrders(
        tx,
        changes.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const given = changes.map(({ id, values }) => {
    const assigneeId = textOf(values['assigneeId'])
    return assigneeId === rows.get(id)?.assignee_id ? null : assigneeId
  })
  const able = await assignable(
    tx,
    given.filter((id) => id !== null),
  )
  return new Map(
    changes.flatMap(({ id }, at): [number, Failure][] => {
      if (rows.get(id)?.is_open === 0) return [[at, new Failure('order.over')]]
      const assigneeId = given[at] ?? null
      return assigneeId === null || able.has(assigneeId) ? [] : [[at, noAssignee()]]
    }),
  )
}

async function applyChanges(
  tx: Transaction,
  { caller, services }: Asking,
  changes: readonly RowChange[],
  update: (changes: readonly RowChange[]) => Promise<readonly Written[]>,
): Promise<readonly Written[]> {
  const ids = changes.map(({ id }) => id)
  const before = new Map((await heldOrders(tx, ids)).map((row) => [row.id, row]))
  const written = await update(changes)
  for (const row of await heldOrders(tx, ids)) {
    const was = before.get(row.id)
    if (!was) continue
    if (row.due_at && row.due_at.getTime() !== was.due_at?.getTime()) {
      await tx.run(build.updateTable('work_orders').set({ reminded_at: null }).where('id', '=', row.id))
      await remindWhenOverdue(tx, services, row.id, row.due_at)
    }
    if (row.assignee_id !== was.assignee_id) await noteAssignment(tx, { caller, services }, row)
  }
  await publishOrders(tx, services)
  return written
}

type Held = Awaited<ReturnType<typeof heldOrders>>[number]

/** Who has it now stands among its events, and they are told. */
async function noteAssignment(tx: Transaction, { caller, services }: Pick<Asking, 'caller' | 'services'>, row: Held): Promise<void> {
  await tx.run(
    build.insertInto('work_order_events').values({
      tenant_id: tenantOf(tx),
      order_id: row.id,
      transition: 'assign',
      from_state: row.order_state,
      to_state: row.order_state,
      user_id: authorOf(caller),
      reason: null,
      note: null,
    }),
  )
  if (row.assignee_id !== null && row.assignee_id !== caller.userId)
    await notifyOfOrder(tx, services, {
      what: 'assigned',
      userId: row.assignee_id,
      id: row.id,
      orderNumber: row.order_number,
      orderTitle: row.order_title,
    })
}

export const orderWrites = writes(workOrders, {
  add: { judge: judgeNew, apply: applyNew },
  change: { judge: judgeChanges, apply: applyChanges },
})
