/** What somebody can do with a task now. The act itself is judged again under the lock; this says which buttons there are. */
import type { PersonalTaskAct } from '../../../../model/contract/workflow/office.ts'
import { TASK_ACTS } from '../../../../model/contract/workflow/office.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { personOf } from '../shared/person.ts'
import type { LookedTask } from './looked-task.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

/** The acts in their usual order. */
export async function actsOnTask(tx: Transaction, asking: Asking, task: LookedTask): Promise<PersonalTaskAct[]> {
  const { userId } = asking.caller
  const isRunning = task.instance_state === 'running'
  const isOpen = isRunning && task.task_state === 'open'
  const isHad = isOpen && task.assignee_id === userId
  const isDelegated = task.delegation_state === 'PENDING'
  const isDecided = isHad && !isDelegated
  const [before, after] = await Promise.all([isDecided ? hasBefore(tx, task) : false, isWithdrawable(tx, asking, task)])
  const takesPart = task.isTheirs || task.starter_id === userId
  const can: Readonly<Record<PersonalTaskAct, boolean>> = {
    claim: isOpen && task.assignee_id === null && task.isAsked,
    unclaim: isDecided && task.claim_time !== null && task.member === null,
    complete: isDecided,
    reject: isDecided,
    abstain: isDecided && task.member !== null,
    delegate: isDecided,
    resolve: isHad && isDelegated,
    transfer: isHad,
    regress: before,
    return: before,
    terminate: isDecided,
    withdraw: after,
    'add-signer': isDecided,
    'remove-signer': isDecided && task.member !== null,
    // Whoever answers for somebody else may ask around as well.
    consult: isHad,
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

/** Whether what somebody has decided could be taken back now, as the act itself would say. Of most tasks that is seen without asking it. */
async function isWithdrawable(tx: Transaction, { caller, services }: Asking, task: LookedTask): Promise<boolean> {
  if (task.instance_state !== 'running' || task.task_state !== 'done' || task.ended_by !== caller.userId) return false
  return services.workflow.mayWithdraw(tx, personOf({ caller }), task.id)
}
