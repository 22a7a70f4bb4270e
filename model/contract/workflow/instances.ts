/** Instances: starting one, how far it is, what stopped it, and what those who manage it do. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional, whole } from '../../wire.ts'
import { INSTANCE_STATES, PROCESS_STATUSES } from '../../workflow/process-instances.ts'
import { ACTIVITY_STATES } from '../../workflow/core/state.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { entryData } from '../devtool/values.ts'
import {
  changed,
  comment,
  commandKey,
  ids,
  maybeWhen,
  optionalComment,
  person,
  pickedPeople,
  pickedPerson,
  time,
  variables,
  when,
} from './values.ts'

const PATH = '/activiti/process'

/** What an instance may be of. */
const SUBJECT_KINDS = ['alarm'] as const

/** Starts an instance. Whoever is signed in and may start the process can; `candidate` is the username of who does the tasks for which the model lets the starter pick; `candidates` the same for single tasks, by their ids. */
export const startProcessInstance = contract({
  method: 'POST',
  path: `${PATH}/startProcessInstance`,
  input: z.object({
    processDefinitionId: id,
    candidate: optional(pickedPerson),
    candidates: z.optional(pickedPeople),
    startTime: optional(time),
    endTime: optional(time),
    description: z.pipe(z.string().check(z.trim(), z.maxLength(512)), z.string().check(z.minLength(1, { error: 'required' }))),
    variables: z._default(variables, {}),
    /** Values of the fields of its form, by their ids. */
    formData: z.optional(entryData),
    commandKey,
  }),
  output: z.strictObject({ id: z.string(), businessNumber: z.nullable(z.string()), processStatus: z.enum(PROCESS_STATUSES) }),
})

/** Processes that the caller may start. */
export const queryStartable = contract({
  method: 'GET',
  path: `${PATH}/queryStartable`,
  input: z.object({ name: optional(z.string().check(z.maxLength(64))) }),
  output: z.array(
    z.strictObject({
      id: z.string(),
      key: z.string(),
      name: z.string(),
      category: z.nullable(z.string()),
      description: z.nullable(z.string()),
      definitionVersion: z.int(),
      formId: z.nullable(z.string()),
      formVersion: z.nullable(z.int()),
      /** Whether the starter has to pick who does the first task. */
      picks: z.boolean(),
    }),
  ),
})
export type Startable = OutputOf<typeof queryStartable>[number]

const act = <Input extends z.core.$ZodType>(verb: string, input: Input) =>
  contract({ method: 'POST', path: `${PATH}/${verb}ProcessInstance`, input, output: changed })

export const suspendProcessInstance = act('suspend', z.object({ processInstanceId: ids, comment: optionalComment }))
export const activateProcessInstance = act('activate', z.object({ processInstanceId: ids, comment: optionalComment }))
export const terminateProcessInstance = act('terminate', z.object({ processInstanceId: ids, comment }))

const one = z.object({ processInstanceId: id })

const mark = z.strictObject({
  node: z.string(),
  state: z.enum(ACTIVITY_STATES),
  /** Passages of it. */
  times: z.int(),
  /** Who has it now, or had it last. */
  people: z.array(z.string()),
})

/** The diagram of an instance with what was passed, where it is, and what stopped it. */
export const track = z.strictObject({
  id: z.string(),
  name: z.string(),
  businessNumber: z.nullable(z.string()),
  processDefinitionName: z.string(),
  /** These three are null where the caller does not see them. */
  definitionVersion: z.nullable(z.int()),
  instanceState: z.nullable(z.enum(INSTANCE_STATES)),
  processStatus: z.nullable(z.enum(PROCESS_STATUSES)),
  starter: person,
  startTime: when,
  endTime: maybeWhen,
  description: z.nullable(z.string()),
  /** What began it, for those who see that: an alarm, with how often it was raised since. */
  subject: z.nullable(
    z.strictObject({
      kind: z.enum(SUBJECT_KINDS),
      id: z.string(),
      ruleName: z.nullable(z.string()),
      deviceId: z.nullable(z.string()),
      deviceName: z.nullable(z.string()),
      pointName: z.nullable(z.string()),
      occurrences: z.int(),
    }),
  ),
  xml: z.string(),
  /** The same as a picture (SVG) in which nothing is marked; its elements carry the ids of the model in `data-element`. */
  picture: z.string(),
  marks: z.array(mark),
  /** Flows that were taken. */
  flows: z.array(z.string()),
})
export type ProcessTrack = z.output<typeof track>
export const queryProcessTrack = contract({ method: 'GET', path: `${PATH}/queryProcessTrack`, input: one, output: track })
export const queryHistoricTrack = contract({ method: 'GET', path: '/activiti/history/queryHistoricTrack', input: one, output: track })

/** The same as a picture (SVG), for clients that draw no model themselves. */
export const getHighLightedProcessDiagram = contract({
  method: 'POST',
  path: `${PATH}/getHighLightedProcessDiagram`,
  input: one,
  output: z.string(),
})

const execution = z.strictObject({
  id: z.string(),
  activityId: z.string(),
  name: z.nullable(z.string()),
  activityType: z.string(),
  parentId: z.nullable(z.string()),
  processInstanceId: z.string(),
  rootProcessInstanceId: z.string(),
  state: z.enum([...ACTIVITY_STATES, 'parked']),
  since: maybeWhen,
  /** What it waits for: a timer with its time, a message or a signal with its name. */
  waits: z.array(z.strictObject({ number: z.int(), kind: z.string(), name: z.nullable(z.string()), dueTime: maybeWhen })),
})
/** Where an instance is: scopes that are open, what goes on in them, and tokens that wait at joins. */
export const queryExecution = contract({
  method: 'GET',
  path: `${PATH}/queryExecution`,
  input: one,
  output: z.strictObject({
    list: z.array(execution),
    /** What the caller may do here, where the instance is in a state for it. */
    allowed: z.array(z.enum(['occur', 'jump', 'change'])),
  }),
})
/** Lets what an instance waits for happen by hand: a timer, a message, a signal, a condition, by its number among the waits of `queryExecution`. */
export const occurEvent = contract({
  method: 'POST',
  path: `${PATH}/occurEvent`,
  input: z.object({ processInstanceId: id, wait: whole(1, 2_147_483_647), comment }),
  output: changed,
})
export type Execution = z.output<typeof execution>

const incident = z.strictObject({
  id: z.string(),
  processInstanceId: z.string(),
  activityId: z.string(),
  name: z.nullable(z.string()),
  kind: z.string(),
  message: z.string(),
  createTime: when,
  resolveTime: maybeWhen,
  resolvedBy: person,
  comment: z.nullable(z.string()),
})
export type ProcessIncident = z.output<typeof incident>
export const queryIncident = contract({
  method: 'GET',
  path: `${PATH}/queryIncident`,
  input: one,
  output: z.strictObject({ list: z.array(incident) }),
})
/** Tries what was stopped once more, or passes over it. */
export const resolveIncident = contract({
  method: 'POST',
  path: `${PATH}/resolveIncident`,
  input: z.object({ id, way: z.enum(['retry', 'skip']), comment }),
  output: changed,
})

const instanceOf = z.strictObject({
  id: z.string(),
  name: z.string(),
  businessNumber: z.nullable(z.string()),
  /** These two are null where the caller does not see them. */
  instanceState: z.nullable(z.enum(INSTANCE_STATES)),
  processStatus: z.nullable(z.enum(PROCESS_STATUSES)),
  startTime: z.string(),
  endTime: maybeWhen,
  /** How often what it is of has happened since it began. */
  occurrences: z.int(),
  /** Whether the caller may look at where it is. */
  isManaged: z.boolean(),
})
export type InstanceOf = z.output<typeof instanceOf>
/** Instances that an alarm has started or joined, the newest first: those in which the caller takes part, or which they manage. */
export const queryProcessOf = contract({
  method: 'GET',
  path: `${PATH}/queryProcessOf`,
  input: z.object({ subjectKind: z.enum(SUBJECT_KINDS), subjectId: id }),
  output: z.strictObject({ list: z.array(instanceOf) }),
})
