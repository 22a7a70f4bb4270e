/** What somebody has to do with processes: what they start, what became of it, and what they write on the way. Whoever is signed in may ask; what is not theirs does not exist for them. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional, pageInput } from '../../wire.ts'
import { PROCESS_STATUSES } from '../../workflow/process-instances.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { at, definition, entryData } from '../devtool/values.ts'
import { track } from './instances.ts'
import { fileInput, personalPage, searched, sorter } from './personal-lists.ts'
import { personalTask, record, recordEarlier } from './tasks.ts'
import { changed, maybeWhen, optionalComment, person, pickedPeople, time, variables, when } from './values.ts'

const PROCESS = '/activiti/process'
const TASK = '/activiti/task'
const one = z.object({ processInstanceId: id })

/** Somebody who can be chosen. */
const choice = z.strictObject({ username: z.string(), nickname: z.nullable(z.string()) })
export type PersonChoice = z.output<typeof choice>

/** A form with what was filled in so far, as the caller may see and write it at this moment. */
const filledForm = z.strictObject({
  formId: z.string(),
  formVersion: z.int(),
  formDescription: z.string(),
  /** Without the fields that the caller does not see here. */
  definition,
  /** Ids of the fields that the caller may write here. */
  writable: z.array(z.string()),
  data: entryData,
  /** Names of the rows that values name, by their ids. */
  names: z.record(z.string(), z.string()),
  /** The tenant's, and its clock. */
  zone: z.string(),
  now: at,
})
export type FilledForm = z.output<typeof filledForm>

/** Who is asked next, where somebody has to choose: the task, and the people among whom. */
const pick = z.strictObject({ node: z.string(), name: z.string(), people: z.array(choice) })

/** What is kept of a start that was not sent. */
const startDraft = z.strictObject({
  candidate: z.nullable(z.string()),
  candidates: pickedPeople,
  startTime: maybeWhen,
  endTime: maybeWhen,
  description: z.nullable(z.string()),
  data: entryData,
  savedTime: when,
})

/** A process as somebody who may start it fills it in. `again`: an instance that the caller has started, of which the newest version is filled in as that was. */
export const queryStartForm = contract({
  method: 'GET',
  path: `${PROCESS}/queryStartForm`,
  input: z.object({ processDefinitionId: optional(id), again: optional(id) }),
  output: z.strictObject({
    id: z.string(),
    name: z.string(),
    category: z.nullable(z.string()),
    description: z.nullable(z.string()),
    definitionVersion: z.int(),
    /** Its diagram (SVG). */
    picture: z.string(),
    form: z.nullable(filledForm),
    /** The first task's people: to choose from, where the model lets the starter pick; else who will be asked, for them to know. */
    picks: z.boolean(),
    candidates: z.array(choice),
    /** Further tasks for which the starter picks. */
    otherPicks: z.array(pick),
    draft: z.nullable(startDraft),
  }),
})
export type StartForm = OutputOf<typeof queryStartForm>

/** Who would be asked for each task if the caller started it with these values. */
export const previewStart = contract({
  method: 'POST',
  path: `${PROCESS}/previewStart`,
  input: z.object({ processDefinitionId: id, formData: z._default(entryData, {}), variables: z._default(variables, {}) }),
  output: z.strictObject({
    tasks: z.array(z.strictObject({ node: z.string(), name: z.string(), people: z.array(z.string()), total: z.int() })),
  }),
})

/** Brings a file for a field of the form, before the start or the task is sent; what is not sent is thrown away after a day. Of a task, `taskId` says which. */
export const uploadProcessFile = contract({
  method: 'POST',
  path: `${PROCESS}/uploadProcessFile`,
  send: 'parts',
  input: z.object({
    processDefinitionId: optional(id),
    taskId: optional(id),
    field: z.string().check(z.regex(/^[a-z][a-z0-9]{1,15}$/)),
  }),
  output: z.strictObject({ id: z.string(), name: z.string(), size: z.int(), mediaType: z.string() }),
})

/** Answers with the file: to whoever sees the instance and the field, and before it is sent to whoever brought it. */
export const downloadProcessFile = contract({ method: 'POST', path: `${PROCESS}/downloadProcessFile`, input: z.object({ id }) })

const draftOf = {
  processDefinitionId: id,
  candidate: optional(z.string().check(z.trim(), z.maxLength(64))),
  candidates: z.optional(pickedPeople),
  startTime: optional(time),
  endTime: optional(time),
  description: optional(z.string().check(z.maxLength(512))),
  formData: z._default(entryData, {}),
}
/** Keeps a start for later: one draft a process and person. Nothing is required of it. */
export const saveStartDraft = contract({
  method: 'POST',
  path: `${PROCESS}/saveStartDraft`,
  input: z.object(draftOf),
  output: z.strictObject({ savedTime: when }),
})
export const deleteStartDraft = contract({
  method: 'POST',
  path: `${PROCESS}/deleteStartDraft`,
  input: z.object({ processDefinitionId: id }),
  output: changed,
})

const myProcess = z.strictObject({
  id: z.string(),
  name: z.string(),
  businessNumber: z.nullable(z.string()),
  processDefinitionId: z.string(),
  processDefinitionName: z.string(),
  category: z.nullable(z.string()),
  /** These three are null where the caller does not see them. */
  processStatus: z.nullable(z.enum(PROCESS_STATUSES)),
  isSuspended: z.nullable(z.boolean()),
  hasIncident: z.nullable(z.boolean()),
  startTime: when,
  endTime: maybeWhen,
  description: z.nullable(z.string()),
  rangeStart: maybeWhen,
  rangeEnd: maybeWhen,
  /** Tasks that are open now, each with who has it. */
  open: z.array(z.strictObject({ name: z.string(), people: z.array(z.string()), since: when })),
})
export type MyProcess = z.output<typeof myProcess>

const askedOfMine = {
  name: optional(searched),
  description: optional(searched),
  businessNumber: optional(searched),
  processDefinitionName: optional(searched),
  processStatus: optional(z.enum(PROCESS_STATUSES)),
  startTimeStart: optional(time),
  startTimeEnd: optional(time),
  endTimeStart: optional(time),
  endTimeEnd: optional(time),
  sorter,
}

/** Instances that the caller has started, the newest first where nothing else is asked for. */
export const queryMyProcess = contract({
  method: 'GET',
  path: `${PROCESS}/queryMyProcess`,
  input: z.object({ ...askedOfMine, ...pageInput({ size: 10, max: 200 }) }),
  output: personalPage(myProcess),
})
/** Answers with the same as a file. */
export const exportMyProcess = contract({
  method: 'POST',
  path: `${PROCESS}/exportMyProcess`,
  input: z.object({ ...askedOfMine, ...fileInput }),
})

export const PROCESS_ACTS = ['cancel', 'remind', 'copy', 'print', 'start-again'] as const
const shownCopy = z.strictObject({ person, sender: person, sentTime: when, readTime: maybeWhen })

/** An instance as its starter, those who took part, and those who were sent a copy see it. */
export const queryMyProcessDetails = contract({
  method: 'GET',
  path: `${PROCESS}/queryMyProcessDetails`,
  input: one,
  output: z.strictObject({
    process: myProcess,
    isMine: z.boolean(),
    form: z.nullable(filledForm),
    track,
    record: z.array(record),
    recordEarlier,
    copies: z.array(shownCopy),
    /** What the caller can do with it now. */
    acts: z.array(z.enum(PROCESS_ACTS)),
  }),
})
export type MyProcessDetails = OutputOf<typeof queryMyProcessDetails>

export const TASK_ACTS = [
  'claim',
  'unclaim',
  'complete',
  'reject',
  'abstain',
  'delegate',
  'resolve',
  'transfer',
  'regress',
  'return',
  'terminate',
  'withdraw',
  'add-signer',
  'remove-signer',
  'consult',
  'remind',
  'copy',
  'print',
] as const
export type PersonalTaskAct = (typeof TASK_ACTS)[number]

const signer = z.strictObject({
  taskId: z.string(),
  person,
  how: z.nullable(z.enum(['before', 'parallel', 'after'])),
  taskState: z.string(),
  outcome: z.nullable(z.string()),
  /** Whether the caller can take them away again. */
  isRemovable: z.boolean(),
})
export type Signer = z.output<typeof signer>

/** A task as whoever it concerns sees it: who can take it, has it, has done it; and the starter. */
export const queryPersonalTaskDetails = contract({
  method: 'GET',
  path: `${TASK}/queryPersonalTaskDetails`,
  input: z.object({ taskId: id }),
  output: z.strictObject({
    task: personalTask,
    form: z.nullable(filledForm),
    track,
    record: z.array(record),
    recordEarlier,
    copies: z.array(shownCopy),
    /** All who decide together, where several do. */
    signers: z.array(signer),
    /** Whom whoever completes it has to choose, for which task. */
    pick: z.nullable(pick),
    /** What the caller has written and not sent. */
    draft: z.nullable(z.strictObject({ comment: z.nullable(z.string()), data: entryData, savedTime: when })),
    acts: z.array(z.enum(TASK_ACTS)),
  }),
})
export type PersonalTaskDetails = OutputOf<typeof queryPersonalTaskDetails>

/** Keeps what whoever has a task has written so far; it goes with the task. */
export const saveTaskDraft = contract({
  method: 'POST',
  path: `${TASK}/saveTaskDraft`,
  input: z.object({ taskId: id, comment: optionalComment, formData: z._default(entryData, {}) }),
  output: z.strictObject({ savedTime: when }),
})

export const PRINT_FORMATS = ['pdf', 'docx'] as const
/** Answers with the instance as a document: its form, what was decided, by whom, when. */
export const printProcessInstance = contract({
  method: 'POST',
  path: `${PROCESS}/printProcessInstance`,
  input: z.object({ processInstanceId: id, fileFormat: z._default(z.enum(PRINT_FORMATS), 'pdf') }),
})
