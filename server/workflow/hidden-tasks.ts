/** Past tasks that are taken off the lists: their rows stay for the causes of return, and the record says who took them off. */
import { sql } from 'kysely'
import { fail } from '../kernel/errors.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { lockRoot, note } from './engine/notes.ts'

/**
 * How many past tasks were taken off the lists: all of them or none.
 * @throws Failure `process-task.going-on`, `process-instance.held`, `row.not-found`
 */
export async function hideTasks(tx: Transaction, userId: string, ids: readonly string[]): Promise<number> {
  const chosen = sql<boolean>`task.id = any(${ids}::uuid[])`
  const instances = await tx.all(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .innerJoin('process_instances as root', (on) =>
        on.onRef('root.tenant_id', '=', 'instance.tenant_id').onRef('root.id', '=', 'instance.root_id'),
      )
      .select(['instance.id', 'instance.root_id'])
      .distinct()
      .where(chosen)
      .orderBy('instance.root_id'),
  )
  // In one order, so that two who take off tasks of the same instances never wait for each other in turn.
  for (const { id, root_id: root } of instances) if ((await lockRoot(tx, id)) !== root) fail('row.not-found')
  const tasks = await tx.all(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .innerJoin('process_instances as root', (on) =>
        on.onRef('root.tenant_id', '=', 'instance.tenant_id').onRef('root.id', '=', 'instance.root_id'),
      )
      .select(['task.id', 'task.activity', 'task.instance_id', 'task.name', 'task.task_state', 'root.held_at', 'root.name as root_name'])
      .where(chosen),
  )
  const goingOn = tasks.find(({ task_state: state }) => state === 'open' || state === 'waiting')
  if (goingOn) fail('process-task.going-on', { values: { name: goingOn.name } })
  const held = tasks.find(({ held_at: at }) => at !== null)
  if (held) fail('process-instance.held', { values: { name: held.root_name } })
  const hidden = await tx.run(
    build
      .updateTable('process_tasks as task')
      .set({ hidden_at: sql<Date>`now()`, hidden_by: userId })
      .where(chosen)
      .where('task.hidden_at', 'is', null),
  )
  for (const [instance, own] of Map.groupBy(tasks, ({ instance_id: id }) => id))
    await note(
      tx,
      instance,
      own.map(({ id, activity }) => ({ command: 'hide-task', actorId: userId, taskId: id, activity })),
    )
  return hidden
}
