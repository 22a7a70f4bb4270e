/** What somebody can do with a task now. The act itself is judged again under the lock; this says which buttons there are. */
import { sql } from 'kysely'
import type { PersonalTaskAct } from '../../../../model/contract/workflow/office.ts'
import { TASK_ACTS } from '../../../../model/contract/workflow/office.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { LookedTask } from './looked-task.ts'

/** The acts in their usual order. */
export async function actsOnTask(tx: Transaction, { userId }: Caller, task: LookedTask): Promise<PersonalTaskAct[]> {
  const isRunning = task.instance_state === 'running'
  const isOpen = isRunning && task.task_state === 'open'
  const isHad = isOpen && task.assignee_id === userId
  const isDelegated = task.delegation_state === 'PENDING'
  const isDecided = isHad && !isDelegated
  const [before, after] = await Promise.all([isDecided ? hasBefore(tx, task) : false, isWithdrawable(tx, userId, task)])
  const takesPart = task.isTheirs || task.starter_id === userId
  const can: Readonly<Record<PersonalTaskAct, boolean>> = {
    claim: isOpen && task.assignee_id === null && task.isAsked,
    unclaim: isDecided && task.claim_time !== null && task.member === null,
    complete: isDecided,
    reject: isDecided,
    delegate: isDecided,
    resolve: isHad && isDelegated,
    transfer: isHad,
    regress: before,
    return: before,
    terminate: isDecided,
    withdraw: after,
    'add-signer': isDecided,
    'remove-signer': isDecided && task.member !== null,
    remind: takesPart && isRunning,
    copy: takesPart,
    print: true,
  }
  return TASK_ACTS.filter((act) => can[act])
}

/** Whether something was done before to which one can go back. */
async function hasBefore(tx: Transaction, { instance_id, activity }: LookedTask): Promise<boolean> {
  const found = await tx.first(
    build
      .selectFrom('process_tasks')
      .select('id')
      .where('instance_id', '=', instance_id)
      .where('activity', '<', activity)
      .where('task_state', '=', 'done')
      .limit(1),
  )
  return found !== undefined
}

/** Whether somebody has decided it, and nobody anything after them. */
async function isWithdrawable(tx: Transaction, userId: string, task: LookedTask): Promise<boolean> {
  if (task.instance_state !== 'running' || task.task_state !== 'done' || task.ended_by !== userId) return false
  if (task.outcome !== 'approved' && task.outcome !== 'rejected') return false
  const later = await tx.first(
    build
      .selectFrom('process_tasks as other')
      .select('other.id')
      .where('other.instance_id', '=', task.instance_id)
      .where('other.id', '<>', task.id)
      .where('other.task_state', '=', 'done')
      .where(sql<boolean>`other.end_time > (select own.end_time from process_tasks own where own.id = ${task.id}::uuid)`)
      .limit(1),
  )
  return later === undefined
}
