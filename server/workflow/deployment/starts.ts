/** Events that begin instances of the newest version: messages and signals by name, timers as scheduled work. Those of the version before are over. */
import type { ProcessModel } from '../../../model/workflow/bpmn/process-model.ts'
import type { ProcessNode } from '../../../model/workflow/core/graph.ts'
import { dueOf, readTimer } from '../../../model/workflow/timers.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { Scheduler } from '../../kernel/runtime/scheduler.ts'
import { cronAfter } from '../cron.ts'

/** The kind of the work that begins an instance at its time; its key is {@link startKey}. */
export const TIMED_START = 'process-start'
/** The key of the work of one timer. */
export const startKey = (definitionId: string, node: string) => `${definitionId}:${node}`

interface Parts {
  readonly scheduler: Scheduler
  readonly clock: Pick<Clock, 'now'>
}
interface NewVersion {
  readonly definitionId: string
  readonly model: ProcessModel
  /** The version that was the newest until now. */
  readonly formerId: string | undefined
}

/** Stores what begins instances of a new version, and ends what began those of the version before. */
export async function waitForStarts(
  tx: Transaction,
  { scheduler, clock }: Parts,
  { definitionId, model, formerId }: NewVersion,
): Promise<void> {
  if (formerId !== undefined) await endStarts(tx, scheduler, formerId)
  const rows = model.definition.nodes.flatMap((node) => startEvent(node) ?? [])
  if (rows.length === 0) return
  const tenant_id = tenantOf(tx)
  await tx.run(
    build
      .insertInto('process_start_events')
      .values(rows.map(({ node, wait_kind, wait_name }) => ({ tenant_id, definition_id: definitionId, node, wait_kind, wait_name }))),
  )
  const zone = await tx.timeZone()
  const began = clock.now()
  for (const { node, timer } of rows) {
    const due = timer === undefined ? undefined : firstDue(timer, began, zone)
    if (due === undefined) continue
    // Repetitions are counted from here on, whenever the next one is planned.
    const payload = { definition: definitionId, node, began }
    await scheduler.schedule(tx, { kind: TIMED_START, key: startKey(definitionId, node), dueAt: new Date(due), payload })
  }
}

/** Nothing begins instances of the version by itself any more. */
export async function endStarts(tx: Transaction, scheduler: Scheduler, definitionId: string): Promise<void> {
  const gone = await tx.all(
    build.deleteFrom('process_start_events').where('definition_id', '=', definitionId).returning(['node', 'wait_kind']),
  )
  for (const { node, wait_kind } of gone)
    if (wait_kind === 'timer') await scheduler.cancel(tx, { kind: TIMED_START, key: startKey(definitionId, node) })
}

/** Of the process itself; events that begin a sub-process belong to their instance. */
function startEvent({ id, kind, inside, trigger }: ProcessNode) {
  if (kind !== 'start' || inside !== undefined || !trigger) return undefined
  if (trigger.on === 'timer') return { node: id, wait_kind: trigger.on, wait_name: null, timer: trigger.timer }
  if (trigger.on !== 'message' && trigger.on !== 'signal') return undefined
  return { node: id, wait_kind: trigger.on, wait_name: trigger.name, timer: undefined }
}

/** Milliseconds since 1970. What it is due at may be no expression: there are no variables yet. */
function firstDue(text: string, now: number, zone: string): number | undefined {
  const timer = readTimer(text)
  if ('fault' in timer) return undefined
  const due = dueOf(timer, now, zone, cronAfter)
  return due && 'due' in due ? due.due : undefined
}
