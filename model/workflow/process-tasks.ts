import { computed, derived, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

const BASE = '/activiti/task'

/** Its turn has not come (`waiting`); somebody has to do it; it was done; nobody has to do it any more. */
export const TASK_STATES = ['waiting', 'open', 'done', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

export const TASK_OUTCOMES = ['approved', 'rejected', 'abstained', 'returned', 'skipped'] as const
export type TaskOutcome = (typeof TASK_OUTCOMES)[number]

/** With somebody who was asked by its owner; answered, and with its owner again. */
export const DELEGATION_STATES = ['PENDING', 'RESOLVED'] as const
export type DelegationState = (typeof DELEGATION_STATES)[number]

const fromInstance = (field: string) => ({ noun: 'process-instances', field })

const fields = {
  name: text({ max: 200, filter: 'contains', sort: true, write: 'never' }),
  processDefinitionName: derived({ filter: 'contains', from: { noun: 'process-definitions', field: 'name' } }),
  processInstanceName: derived({ filter: 'contains', from: fromInstance('name') }),
  businessNumber: derived({ filter: 'contains', from: fromInstance('businessNumber') }),
  assigneeId: reference({ to: 'users', show: 'username', filter: 'equals', write: 'never' }),
  ownerId: reference({ to: 'users', show: 'username', filter: 'equals', write: 'never' }),
  taskState: oneOf({ of: TASK_STATES, filter: 'equals', sort: true, write: 'never' }),
  delegationState: oneOf({ of: DELEGATION_STATES, filter: 'equals', write: 'never' }),
  outcome: oneOf({ of: TASK_OUTCOMES, filter: 'equals', write: 'never' }),
  claimTime: time({ filter: 'range', sort: true, write: 'never' }),
  dueTime: time({ filter: 'range', sort: true, write: 'never' }),
  endTime: time({ filter: 'range', sort: true, write: 'never' }),
  priority: integer({ sort: true, write: 'never' }),
  description: derived({ filter: 'contains', from: fromInstance('description') }),
  rangeStart: computed(time({}), fromInstance('rangeStart')),
  rangeEnd: computed(time({}), fromInstance('rangeEnd')),
  processInstanceId: reference({ to: 'historic-process-instances', show: 'name', filter: 'equals', write: 'never', internal: true }),
  deleteReason: text({ max: 512, write: 'never' }),
} as const

/** Tasks that somebody has to do. */
export const processTasks = resource({
  name: 'process-tasks',
  api: { base: BASE, noun: 'Task' },
  table: 'open_process_task_list',
  scope: 'tenant',
  ownedBy: follows('process_instances', 'process_instance_id'),
  menu: 'task',
  title: 'name',
  order: ['createTime', 'descend'],
  calls: {
    details: `${BASE}/queryTaskDetails`,
    assign: `${BASE}/handOverTask`,
    terminate: '/activiti/process/terminateProcessInstance',
  },
  fields,
})

/** All tasks, those that are over as well. */
export const historicTasks = resource({
  name: 'historic-tasks',
  api: { base: '/activiti/history', noun: 'HistoricTaskInstance' },
  table: 'process_task_list',
  mirrors: 'process-tasks',
  scope: 'tenant',
  ownedBy: follows('process_instances', 'process_instance_id'),
  menu: 'historictaskinstance',
  title: 'name',
  order: ['createTime', 'descend'],
  calls: { details: '/activiti/history/queryHistoricTaskDetails' },
  fields,
})
