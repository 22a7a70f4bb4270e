/** Tasks: taking, doing, handing on. Whoever is asked may act, whatever their roles (docs/decisions/0123-processes-as-rows.md). */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { commaList, optional, pageInput } from '../../wire.ts'
import { PROCESS_STATUSES } from '../../workflow/process-instances.ts'
import { DELEGATION_STATES, TASK_OUTCOMES, TASK_STATES } from '../../workflow/process-tasks.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { entryData } from '../devtool/values.ts'
import { MAX_FILES_OF_ACT } from './attachments.ts'
import { fileInput, personalPage, searched, sorter } from './personal-lists.ts'
import { changed, comment, commandKey, ids, maybeWhen, optionalComment, person, time, userId, variables, when } from './values.ts'

const PATH = '/activiti/task'

/** What became of the instance by the act. */
export const done = z.strictObject({
  processInstanceId: z.string(),
  processStatus: z.enum(PROCESS_STATUSES),
  /** Names of the tasks that are open now. */
  open: z.array(z.string()),
})

export const PERSONAL_STATES = ['candidate', 'assignee', 'finished'] as const

export const personalTask = z.strictObject({
  id: z.string(),
  name: z.string(),
  assignee: person,
  owner: person,
  taskState: z.enum(TASK_STATES),
  delegationState: z.nullable(z.enum(DELEGATION_STATES)),
  outcome: z.nullable(z.enum(TASK_OUTCOMES)),
  createTime: when,
  claimTime: maybeWhen,
  dueTime: maybeWhen,
  endTime: maybeWhen,
  priority: z.int(),
  processInstanceId: z.string(),
  processInstanceName: z.string(),
  businessNumber: z.nullable(z.string()),
  /** Null where the caller does not see it. */
  processStatus: z.nullable(z.enum(PROCESS_STATUSES)),
  processDefinitionId: z.string(),
  processDefinitionName: z.string(),
  starter: person,
  description: z.nullable(z.string()),
  rangeStart: maybeWhen,
  rangeEnd: maybeWhen,
})
export type PersonalTask = z.output<typeof personalTask>

/**
 * Filters and order of tasks, one key for each field of the lists (model/lists/personal.ts). `taskName`, and `startTime` and `endTime` of the time by which
 * the list is ordered, are what older clients send.
 */
const asked = {
  taskStatus: z.enum(PERSONAL_STATES),
  name: optional(searched),
  taskName: optional(searched),
  processInstanceName: optional(searched),
  processDefinitionName: optional(searched),
  businessNumber: optional(searched),
  description: optional(searched),
  outcome: optional(z.enum(TASK_OUTCOMES)),
  processStatus: optional(z.enum(PROCESS_STATUSES)),
  createTimeStart: optional(time),
  createTimeEnd: optional(time),
  dueTimeStart: optional(time),
  dueTimeEnd: optional(time),
  endTimeStart: optional(time),
  endTimeEnd: optional(time),
  startTime: optional(time),
  endTime: optional(time),
  sorter,
}

/** Tasks that the caller can take (`candidate`), has (`assignee`), or has done (`finished`). */
export const queryPersonalTask = contract({
  method: 'GET',
  path: `${PATH}/queryPersonalTask`,
  input: z.object({ ...asked, ...pageInput({ size: 10, max: 200 }) }),
  output: personalPage(personalTask),
})
/** Answers with the same as a file. */
export const exportPersonalTask = contract({
  method: 'POST',
  path: `${PATH}/exportPersonalTask`,
  input: z.object({ ...asked, ...fileInput }),
})

export const claimTask = contract({ method: 'POST', path: `${PATH}/claimTask`, input: z.object({ taskId: ids }), output: changed })
/** Gives it back to those who can take it. */
export const unclaimTask = contract({ method: 'POST', path: `${PATH}/unclaimTask`, input: z.object({ taskId: ids }), output: changed })

/** `attachments`: ids of files that the caller has brought for this act (`addProcessAttachment` with `forAct`). */
const one = {
  taskId: id,
  processInstanceId: optional(id),
  comment,
  commandKey,
  attachments: z.optional(commaList(id, { max: MAX_FILES_OF_ACT })),
}
/** `formData`: values of the form's fields by their ids, of those that can be written at the task. `variables`: by their names, what is none of the form's. */
const filled = { variables: z._default(variables, {}), formData: z.optional(entryData) }

/** Approves: what the form requires at the task has to be there. `candidate`: the username of who does the next task, where the model lets whoever does this one pick. */
export const completeTask = contract({
  method: 'POST',
  path: `${PATH}/completeTask`,
  input: z.object({
    ...one,
    ...filled,
    candidate: optional(z.string().check(z.trim(), z.maxLength(64))),
  }),
  output: done,
})
/** Rejects. What is sent of the form is judged and kept; nothing is required. */
export const rejectTask = contract({ method: 'POST', path: `${PATH}/rejectTask`, input: z.object({ ...one, ...filled }), output: done })
/** Votes neither way, where several decide together: whoever abstains is not counted. Where everybody does, nothing was approved. */
export const abstainTask = contract({ method: 'POST', path: `${PATH}/abstainTask`, input: z.object(one), output: done })
/** Asks somebody else, and has it back when they have answered. */
export const delegateTask = contract({
  method: 'POST',
  path: `${PATH}/delegateTask`,
  input: z.object({ ...one, assignee: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  output: done,
})
/** Answers whoever delegated it. What is sent of the form is judged and kept; nothing is required. */
export const resolveTask = contract({ method: 'POST', path: `${PATH}/resolveTask`, input: z.object({ ...one, ...filled }), output: done })
/** Hands it on for good. */
export const transferTask = contract({
  method: 'POST',
  path: `${PATH}/transferTask`,
  input: z.object({ ...one, assignee: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }),
  output: done,
})
/** Back to the task before. */
export const regressTask = contract({ method: 'POST', path: `${PATH}/regressTask`, input: z.object(one), output: done })
/** Ways on after a return: everything between is done once more, or what is done there comes straight back here. */
export const RETURN_WAYS = ['again', 'straight'] as const
/** Back to an earlier task. */
export const returnTask = contract({
  method: 'POST',
  path: `${PATH}/returnTask`,
  input: z.object({
    ...one,
    target: z.string().check(z.minLength(1), z.maxLength(255)),
    way: z._default(z.enum(RETURN_WAYS), 'again'),
  }),
  output: done,
})
/** Ends the whole instance: whoever has the task, and those who manage instances, can. */
export const terminateTask = contract({ method: 'POST', path: `${PATH}/terminateTask`, input: z.object(one), output: done })

/** For those who manage instances: gives a task to somebody else, whoever has it. */
export const handOverTask = contract({
  method: 'POST',
  path: `${PATH}/handOverTask`,
  input: z.object({ taskId: ids, assigneeId: userId, comment }),
  output: changed,
})

/** Earlier tasks to which one can go back. */
export const queryReturnTarget = contract({
  method: 'GET',
  path: `${PATH}/queryReturnTarget`,
  input: z.object({ taskId: id }),
  output: z.strictObject({
    list: z.array(z.strictObject({ node: z.string(), name: z.string(), people: z.array(z.string()), endTime: maybeWhen })),
  }),
})

export const SIGNATURES = ['password', 'code', 'passkey'] as const

export const record = z.strictObject({
  step: z.int(),
  command: z.string(),
  userId: person,
  actedFor: person,
  taskName: z.nullable(z.string()),
  fullMessage: z.nullable(z.string()),
  /** By what whoever decided has shown who they are, where the task was to be signed. */
  signature: z.nullable(z.enum(SIGNATURES)),
  /** Files that came with it, as far as they are still there. */
  attachments: z.array(z.strictObject({ id: z.string(), fileName: z.string() })),
  time: when,
})
/** How many steps came before those of the record, which has the newest ones. */
export const recordEarlier = z.int()
/** What was done and said, the oldest first; of very many steps the newest. */
export const queryTaskComment = contract({
  method: 'GET',
  path: `${PATH}/queryTaskComment`,
  input: z.object({ processInstanceId: id }),
  output: z.strictObject({ list: z.array(record), earlier: recordEarlier }),
})
export type ProcessRecord = z.output<typeof record>

const details = z.strictObject({
  task: personalTask,
  candidates: z.array(z.strictObject({ kind: z.enum(['user', 'role', 'post', 'organisation']), name: z.string() })),
  variables: z.array(z.strictObject({ name: z.string(), type: z.string(), value: z.unknown() })),
  record: z.array(record),
  recordEarlier,
})
export type TaskDetails = z.output<typeof details>
export const queryTaskDetails = contract({
  method: 'GET',
  path: `${PATH}/queryTaskDetails`,
  input: z.object({ taskId: id }),
  output: details,
})
export const queryHistoricTaskDetails = contract({
  method: 'GET',
  path: '/activiti/history/queryHistoricTaskDetails',
  input: z.object({ taskId: id }),
  output: details,
})
export type ActResult = OutputOf<typeof completeTask>
export { optionalComment }
