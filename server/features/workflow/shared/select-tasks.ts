/** Tasks as their people see them. */
import { sql } from 'kysely'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { processInstances, processTasks } from '../../../../model/index.ts'
import type { ProcessStatus } from '../../../../model/workflow/process-instances.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personBehind } from '../../../kernel/resources/people.ts'

const time = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`
const maybe = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

/** Returns the tasks in the order of the ids, without what the caller's roles hide of tasks, instances and users. */
export async function selectTasks(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<PersonalTask[]> {
  if (ids.length === 0) return []
  const rows = await tx.all(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .innerJoin('process_definitions as definition', (on) =>
        on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
      )
      .select(['task.id', 'task.name', 'task.task_state as taskState', 'task.delegation_state as delegationState', 'task.outcome'])
      .select([personBehind(caller, 'task', 'assignee_id').as('assignee'), personBehind(caller, 'task', 'owner_id').as('owner')])
      .select([time('task.created_at').as('createTime'), maybe('task.claim_time').as('claimTime'), maybe('task.due_time').as('dueTime')])
      .select([maybe('task.end_time').as('endTime'), 'task.priority', 'task.instance_id as processInstanceId'])
      .select(['instance.name as processInstanceName', 'instance.business_number as businessNumber', 'instance.description'])
      .select(['definition.id as processDefinitionId', 'definition.name as processDefinitionName'])
      .select(sql<ProcessStatus>`coalesce(instance.outcome, 'running')`.as('processStatus'))
      .select([personBehind(caller, 'instance', 'starter_id').as('starter'), maybe('instance.range_start').as('rangeStart')])
      .select([maybe('instance.range_end').as('rangeEnd')])
      .where(sql<boolean>`task.id = any(${ids}::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], task.id)`),
  )
  return rows.map(seenBy(caller))
}

function seenBy(caller: Caller): (task: PersonalTask) => PersonalTask {
  const [ofTasks, ofInstances] = [viewOf(caller, processTasks), viewOf(caller, processInstances)]
  const seesInstance = (field: 'description' | 'rangeStart' | 'rangeEnd') => ofTasks.sees(field) && ofInstances.sees(field)
  const seesNumber = ofTasks.sees('businessNumber') && ofInstances.sees('businessNumber')
  return (task) => ({
    ...task,
    name: ofTasks.sees('name') ? task.name : '',
    claimTime: ofTasks.sees('claimTime') ? task.claimTime : null,
    dueTime: ofTasks.sees('dueTime') ? task.dueTime : null,
    priority: ofTasks.sees('priority') ? task.priority : 0,
    outcome: ofTasks.sees('outcome') ? task.outcome : null,
    assignee: ofTasks.sees('assigneeId') ? task.assignee : null,
    owner: ofTasks.sees('ownerId') ? task.owner : null,
    starter: ofInstances.sees('starterId') ? task.starter : null,
    businessNumber: seesNumber ? task.businessNumber : null,
    description: seesInstance('description') ? task.description : null,
    rangeStart: seesInstance('rangeStart') ? task.rangeStart : null,
    rangeEnd: seesInstance('rangeEnd') ? task.rangeEnd : null,
    processStatus: ofInstances.sees('processStatus') ? task.processStatus : null,
    processDefinitionName: ofTasks.sees('processDefinitionName') ? task.processDefinitionName : '',
    processInstanceName: ofTasks.sees('processInstanceName') && ofInstances.sees('name') ? task.processInstanceName : '',
  })
}
