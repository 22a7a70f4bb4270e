/** What an instance shows to somebody who has to do with it: all of it to its starter, to others what a task of theirs shows them. */
import { sql } from 'kysely'
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { isCandidate } from '../../../workflow/index.ts'
import type { Rights } from './process-form.ts'
import { rightsAt } from './process-form.ts'

export interface Viewer {
  readonly isStarter: boolean
  /** Nodes at which they have, can take, or have done a task. */
  readonly nodes: ReadonlySet<string>
}

/** How many open tasks are asked about one by one. */
const MAX_OPEN = 200

/** What somebody has to do with an instance. */
export async function viewerOf(tx: Transaction, caller: Pick<Caller, 'userId'>, instanceId: string): Promise<Viewer> {
  const { userId } = caller
  const [instance, own, free] = await Promise.all([
    tx.first(build.selectFrom('process_instances').select('starter_id').where('id', '=', instanceId)),
    tx.all(
      build
        .selectFrom('process_tasks')
        .select('node')
        .distinct()
        .where('instance_id', '=', instanceId)
        .where(sql<boolean>`${userId}::uuid in (assignee_id, owner_id, ended_by, ended_for)`),
    ),
    tx.all(
      build
        .selectFrom('process_tasks')
        .select(['id', 'node'])
        .where('instance_id', '=', instanceId)
        .where('task_state', '=', 'open')
        .where('assignee_id', 'is', null)
        .limit(MAX_OPEN),
    ),
  ])
  const nodes = new Set(own.map(({ node }) => node))
  for (const { id, node } of free) if (!nodes.has(node) && (await isCandidate(tx, caller, id))) nodes.add(node)
  return { isStarter: instance?.starter_id === userId, nodes }
}

/**
 * What an instance shows its viewer of the form: the starter all that their roles show, whoever has a task what one of their tasks shows; and whoever was
 * sent a copy, what no task hides.
 */
export function rightsOfViewer({ isStarter, nodes }: Viewer, { tasks }: Pick<ProcessModel, 'tasks'>): Rights {
  if (isStarter) return () => 'read'
  const own = [...nodes].map((node) => rightsAt(tasks.get(node) ?? {}))
  if (own.length > 0) return (field) => (own.some((rights) => rights(field) !== 'hidden') ? 'read' : 'hidden')
  const all = [...tasks.values()].map(rightsAt)
  return (field) => (all.some((rights) => rights(field) === 'hidden') ? 'hidden' : 'read')
}
