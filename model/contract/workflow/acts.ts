/** Acts of approval beside the plain ones of tasks.ts: taking back, asking more people, reminding, copies. Whoever is signed in may call them; who may is decided by what they have to do with the instance. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { READ_STATES } from '../../lists/personal.ts'
import { optional, pageInput, partOf } from '../../wire.ts'
import { PROCESS_STATUSES } from '../../workflow/process-instances.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { fileInput, personalPage, searched, sorter } from './personal-lists.ts'
import { done } from './tasks.ts'
import { changed, comment, commandKey, ids, maybeWhen, optionalComment, person, time, userId, when } from './values.ts'

const PROCESS = '/activiti/process'
const TASK = '/activiti/task'
const usernames = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(20))

/** Takes back what the caller has decided, while nothing that came of it was acted on or sent outside. `taskId`: the task that was done. */
export const withdrawTask = contract({
  method: 'POST',
  path: `${TASK}/withdrawTask`,
  input: z.object({ taskId: id, comment, commandKey }),
  output: done,
})

/** The starter ends what they started. */
export const cancelProcessInstance = contract({
  method: 'POST',
  path: `${PROCESS}/cancelProcessInstance`,
  input: z.object({ processInstanceId: id, comment, commandKey }),
  output: done,
})

export const SIGNER_WAYS = ['before', 'parallel', 'after'] as const
/** Asks more people about a task that the caller has: before the caller decides, beside, or after. */
export const addSigner = contract({
  method: 'POST',
  path: `${TASK}/addSigner`,
  input: z.object({ taskId: id, users: usernames, how: z.enum(SIGNER_WAYS), comment, commandKey }),
  output: done,
})
/** Takes away somebody whom the caller added and who has not decided yet. `taskId`: their task. */
export const removeSigner = contract({
  method: 'POST',
  path: `${TASK}/removeSigner`,
  input: z.object({ taskId: id, comment, commandKey }),
  output: done,
})

/** Reminds whoever the open tasks of an instance wait for; once in ten minutes a task. Answers how many were reminded. */
export const remindProcessInstance = contract({
  method: 'POST',
  path: `${PROCESS}/remindProcessInstance`,
  input: z.object({ processInstanceId: id, comment: optionalComment }),
  output: z.strictObject({ reminded: z.int() }),
})

/** Sends people a copy: they see the instance from then on. Who has one already is passed over. */
export const copyProcessInstance = contract({
  method: 'POST',
  path: `${PROCESS}/copyProcessInstance`,
  input: z.object({ processInstanceId: id, users: usernames, comment: optionalComment }),
  output: changed,
})

const copy = z.strictObject({
  id: z.string(),
  processInstanceId: z.string(),
  processInstanceName: z.string(),
  processDefinitionName: z.string(),
  businessNumber: z.nullable(z.string()),
  /** Null where the caller does not see it. */
  processStatus: z.nullable(z.enum(PROCESS_STATUSES)),
  sender: person,
  starter: person,
  comment: z.nullable(z.string()),
  sentTime: when,
  readTime: maybeWhen,
})
export type ProcessCopy = z.output<typeof copy>

/** `name` and `read` (0 or 1) are what older clients send. */
const askedOfCopies = {
  name: optional(searched),
  read: optional(z.enum(['0', '1'])),
  processInstanceName: optional(searched),
  processDefinitionName: optional(searched),
  businessNumber: optional(searched),
  readState: optional(z.enum(READ_STATES)),
  processStatus: optional(z.enum(PROCESS_STATUSES)),
  sentTimeStart: optional(time),
  sentTimeEnd: optional(time),
  sorter,
}

/** Copies that were sent to the caller, the newest first where nothing else is asked for. */
export const queryCopy = contract({
  method: 'GET',
  path: `${PROCESS}/queryCopy`,
  input: z.object({ ...askedOfCopies, ...pageInput({ size: 10, max: 200 }) }),
  output: personalPage(copy),
})
/** Answers with the same as a file. */
export const exportCopy = contract({ method: 'POST', path: `${PROCESS}/exportCopy`, input: z.object({ ...askedOfCopies, ...fileInput }) })
/** Marks copies as read. */
export const readCopy = contract({ method: 'POST', path: `${PROCESS}/readCopy`, input: z.object({ id: ids }), output: changed })

/** People who can be given a task, by their organisations: those whose names hold the text, 200 at the most. */
export const queryUsername = contract({
  method: 'GET',
  path: `${TASK}/queryUsername`,
  input: z.object({ name: optional(partOf(64)) }),
  output: z.array(z.strictObject({ value: z.string(), children: z.array(z.strictObject({ key: z.string(), value: z.string() })) })),
})
export type UsersByOrganisation = OutputOf<typeof queryUsername>

/** For those who manage instances: everything that somebody has, can answer for, or is asked for by name goes to somebody else; for those who leave. */
export const handOverAllTask = contract({
  method: 'POST',
  path: `${TASK}/handOverAllTask`,
  input: z.object({ userId, assigneeId: userId, comment }),
  /** `left`: what rules about the starter, or about who decides together, keep from the successor. */
  output: z.strictObject({ changed: z.int(), left: z.int() }),
})
/** How many open tasks somebody has, for whoever is about to disable or remove them. */
export const queryOpenTaskCount = contract({
  method: 'GET',
  path: `${TASK}/queryOpenTaskCount`,
  input: z.object({ userId: ids }),
  output: z.strictObject({ open: z.int() }),
})
