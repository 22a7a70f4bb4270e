/** What is noted in the record of an instance without a step of it: nothing moves, and it may be over. */
import { sql } from 'kysely'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { StoredValue } from '../tables.ts'
import { statement } from '../statement.ts'

/** What is noted and moves nothing: opinions that are asked for, given and no longer asked for; files that are attached and taken away; legal holds; past tasks that are taken off the lists. */
export const NOTED = [
  'copy',
  'remind',
  'hold',
  'release',
  'consult',
  'opinion',
  'consult-withdrawn',
  'attach',
  'detach',
  'hide-task',
] as const

export interface Note {
  readonly command: (typeof NOTED)[number]
  readonly actorId: string
  readonly comment?: string | null | undefined
  readonly taskId?: string | undefined
  readonly activity?: number | undefined
  readonly data?: StoredValue | undefined
}

/** Locks the outermost instance, as a step does: what is read after it stays so until the transaction ends. Gives its id; nothing where there is no such instance. */
export async function lockRoot(tx: Transaction, instanceId: string): Promise<string | undefined> {
  const row = await tx.first(
    statement(sql<{ id: string }>`select root.id from process_instances root
      where root.id = (select instance.root_id from process_instances instance where instance.id = ${instanceId}) for update`),
  )
  return row?.id
}

/** Adds to the record of an instance, under the lock of {@link lockRoot}: each note counts as a step, or two of them would have one number. Gives the last number. */
export async function note(tx: Transaction, instanceId: string, notes: readonly Note[]): Promise<number> {
  const rows = notes.map(({ command, actorId, comment, taskId, activity, data }, at) => ({
    at: at + 1,
    command,
    actor_id: actorId,
    comment: comment ?? null,
    task_id: taskId ?? null,
    activity: activity ?? null,
    data: data ?? null,
  }))
  const written = await tx.all(
    statement(sql<{
      step_number: number
    }>`with counted as (update process_instances set step_number = step_number + ${rows.length} where id = ${instanceId}
        returning step_number - ${rows.length} as before)
      insert into process_events (tenant_id, instance_id, step_number, command, actor_id, task_id, activity, comment, data)
      select ${tenantOf(tx)}, ${instanceId}, counted.before + r.at, r.command, r.actor_id, r.task_id, r.activity, r.comment, r.data
      from counted, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(at int, command text, actor_id uuid, task_id uuid, activity int, comment text, data jsonb)
      returning step_number`),
  )
  return Math.max(0, ...written.map(({ step_number }) => step_number))
}
