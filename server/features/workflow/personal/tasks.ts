/** Lists of one's own tasks: those the caller can take, has, or has done. */
import type { z } from 'zod'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { assignedTaskList, candidateTaskList, finishedTaskList } from '../../../../model/lists/personal.ts'
import { formats } from '../../../exchange/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { TaskFilters } from '../../../workflow/index.ts'
import { assignedTasks, candidateTasks, finishedTasks } from '../../../workflow/index.ts'
import { olderPersonalTask } from '../shared/older-rows.ts'
import type { PersonalList } from '../shared/personal-lists.ts'
import { answerFile, answerPage } from '../shared/personal-lists.ts'
import { selectTasks } from '../shared/select-tasks.ts'

type Status = (typeof contract.PERSONAL_STATES)[number]
type Filters = TaskFilters & Pick<z.output<typeof contract.queryPersonalTask.input>, 'taskName' | 'startTime' | 'endTime'>

const listOf = (of: PersonalList<Filters, PersonalTask>['of'], find: typeof candidateTasks): PersonalList<Filters, PersonalTask> => ({
  of,
  find: (tx, caller, filters, order, part) =>
    find(
      tx,
      caller,
      withOlder(filters, of.order[0] === 'endTime' ? 'endTime' : 'createTime', viewOf(caller, of).sees('name')),
      order,
      part,
    ),
  read: selectTasks,
})

const LISTS: Readonly<Record<Status, PersonalList<Filters, PersonalTask>>> = {
  candidate: listOf(candidateTaskList, candidateTasks),
  assignee: listOf(assignedTaskList, assignedTasks),
  finished: listOf(finishedTaskList, finishedTasks),
}

/** The filters with what older clients call otherwise under our names. */
function withOlder({ taskName, startTime, endTime, ...filters }: Filters, time: 'createTime' | 'endTime', seesName: boolean): TaskFilters {
  return {
    ...filters,
    name: filters.name || (seesName ? taskName : undefined),
    [`${time}Start`]: filters[`${time}Start`] || startTime,
    [`${time}End`]: filters[`${time}End`] || endTime,
  }
}

/** A filter that nothing was chosen for comes as this word from clients that join texts; until there were such filters it said nothing. */
function unlessUnset(value: unknown): unknown {
  return value === 'undefined' ? undefined : value
}

export const queryPersonalTask = implement(contract.queryPersonalTask, {
  access: 'signed-in',
  summary: 'Tasks that the caller can take, has, or has done',
  olderRow: olderPersonalTask,
  olderValues: { outcome: unlessUnset, processStatus: unlessUnset },
  handle: (call) => {
    const { taskStatus, ...asked } = call.input
    return answerPage(call, LISTS[taskStatus], asked)
  },
})

export const exportPersonalTask = implement(contract.exportPersonalTask, {
  access: 'signed-in',
  // Of no noun, as the list: what of the question counts for its reader says the list alone (model/lists/personal.ts).
  reads: true,
  file: formats.xlsx.type,
  summary: 'Tasks that the caller can take, has, or has done, as .xlsx or CSV, with what they see of them',
  handle: (call) => {
    const { taskStatus, ...asked } = call.input
    return answerFile(call, LISTS[taskStatus], asked)
  },
})
