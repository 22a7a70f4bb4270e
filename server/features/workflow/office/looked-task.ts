import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { isCandidate } from '../../../workflow/index.ts'
import { lookedAt } from './details.ts'

/** A task with what it asks of the caller. @throws Failure `row.not-found` for whoever it does not concern */
export async function taskOf(tx: Transaction, caller: Caller, id: string) {
  const task = await tx.first(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .select(['task.id', 'task.node', 'task.activity', 'task.instance_id', 'task.assignee_id', 'task.owner_id', 'task.ended_by'])
      .select(['task.ended_for', 'task.task_state', 'task.delegation_state', 'task.claim_time', 'task.member', 'task.outcome'])
      .select(['instance.starter_id', 'instance.instance_state', 'instance.definition_id', 'instance.root_id'])
      .where('task.id', '=', id),
  )
  if (!task) return fail('row.not-found')
  const isAsked = task.task_state === 'open' && (await isCandidate(tx, caller, id))
  const isTheirs = isAsked || [task.assignee_id, task.owner_id, task.ended_by, task.ended_for].includes(caller.userId)
  // To whom the task is none of theirs it shows what the instance does; to whom that is none either, there is no task.
  const looked = isTheirs ? undefined : await lookedAt(tx, caller, task.instance_id)
  return { ...task, isAsked, isTheirs, rights: looked?.rights }
}
export type LookedTask = Awaited<ReturnType<typeof taskOf>>
