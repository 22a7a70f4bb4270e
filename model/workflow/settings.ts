/**
 * What a model says beyond BPMN: who is asked, what a service does, what is handed to a called process. It stands in the model as the body of
 * one extension element a node, `<outstation:settings>` (namespace {@link SETTINGS_NAMESPACE}), as JSON, so that designer, list of steps, import
 * and deployment read one thing. People are named by what other installations know as well (codes, usernames); a deployment turns these into ids.
 */
import * as z from 'zod/mini'
import { ORDER_KINDS, ORDER_PRIORITIES } from '../maintenance/order-kinds.ts'
import { isVariableName } from './variable-name.ts'

export const SETTINGS_NAMESPACE = 'urn:outstation:bpmn:1'
export const SETTINGS_ELEMENT = 'outstation:settings'
/** Characters of the JSON of one node. */
export const MAX_SETTINGS = 16_384
/** Variables that one service sets, or that are handed to a called process. */
export const MAX_ASSIGNMENTS = 50

const name = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
/** A node of the model, by its id. */
const nodeId = name(255)
/** A variable of the instance, which may be a field of its form. */
const variable = name(64)
/** A variable that is given a value. */
const target = z.string().check(z.trim(), z.refine(isVariableName))
/** An expression as it is written: `= amount > 1000` or `${approved}` (model/expression/read-text.ts). */
const written = name(2000)
/** ISO 8601, as timers of BPMN have them. */
export const duration = z.string().check(z.regex(/^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/))

/** Where the holders of a post are looked for. */
export const POST_PLACES = ['anywhere', 'starter', 'above', 'organisation'] as const

/** What the vote of somebody counts whom a rule names, where several decide together by a part of the weight; 1 where it says nothing. */
export const MAX_WEIGHT = 100
const weight = z.optional(z.int().check(z.minimum(1), z.maximum(MAX_WEIGHT)))

/** Who can be asked. Each rule stands for people; which they are is looked up whenever it is asked, so that who joins a role counts and who leaves does not. */
export const personRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), username: name(64), weight }),
  z.strictObject({ kind: z.literal('role'), code: name(64), weight }),
  /** What other tools call a group: a role, a post or an organisation of this code, whichever there is where the process is deployed. */
  z.strictObject({ kind: z.literal('group'), code: name(64), weight }),
  z.strictObject({
    kind: z.literal('post'),
    code: name(64),
    /** `starter`: in the organisation of the starter; `above`: in the nearest one above that has a holder, `levels` up at the most. */
    where: z._default(z.enum(POST_PLACES), 'anywhere'),
    levels: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
    /** The id of the organisation, for `organisation`. */
    organisation: z.optional(name(36)),
    weight,
  }),
  z.strictObject({ kind: z.literal('organisation'), organisation: name(36), weight }),
  z.strictObject({ kind: z.literal('starter'), weight }),
  /** The users or organisations that a variable names, by id or username. */
  z.strictObject({ kind: z.literal('variable'), variable }),
  /** Whoever did an earlier task. */
  z.strictObject({ kind: z.literal('same-as'), node: nodeId, weight }),
  /** Those who may start the process. */
  z.strictObject({ kind: z.literal('pool') }),
  /** Those who manage the process. */
  z.strictObject({ kind: z.literal('managers') }),
  z.strictObject({ kind: z.literal('expression'), expression: written }),
])
export type PersonRule = z.output<typeof personRule>
const people = z.array(personRule).check(z.maxLength(20))

export const GROUP_RULES = ['all', 'any', 'ratio', 'sequential'] as const
/** What is done where nobody can be asked; `managers` is what is done when it says nothing. */
export const WHEN_NOBODY = ['managers', 'pass', 'reject', 'people'] as const
export const WHEN_STARTER = ['ask', 'skip', 'above'] as const
export const WHEN_SAME = ['ask', 'skip-consecutive', 'skip-ever'] as const
export const WHEN_LATE = ['remind', 'transfer', 'managers', 'approve', 'reject'] as const
export const WHEN_REJECTED = ['end', 'starter', 'go-on'] as const
export const FIELD_RIGHTS = ['write', 'read', 'hidden'] as const

const texts = (max: number) => z.strictObject({ zh: z.optional(name(max)), tw: z.optional(name(max)), en: z.optional(name(max)) })
const assignment = z.strictObject({ name: target, value: written })
const assignments = z.array(assignment).check(z.maxLength(MAX_ASSIGNMENTS))
/** What a process does to an alarm; all but acknowledging and returning it to service puts it aside. */
export const ALARM_ACTS = ['acknowledge', 'shelve', 'out-of-service', 'return-to-service'] as const

/** Headers of one call, besides those that every call has. */
export const MAX_HEADERS = 20
/** Those that say how a message is carried, whom it is for and which one it is: a model does not set them. */
const OWN_HEADERS =
  /^(?:host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-.*|content-length|idempotency-key|webhook-.*|outstation-.*)$/i
const secretName = name(64)
/** A header of a call: with a value, or with a secret in its place. */
export const callHeader = z
  .strictObject({
    name: z.string().check(
      z.trim(),
      z.regex(/^[A-Za-z0-9-]{1,64}$/),
      z.refine((header) => !OWN_HEADERS.test(header)),
    ),
    /** A text, or an expression. */
    value: z.optional(name(1000)),
    /** In place of a value the name of a secret (model/workflow/process-secrets.ts), which only the call itself holds. */
    secret: z.optional(secretName),
  })
  .check(z.refine(({ value, secret }) => (value === undefined) !== (secret === undefined)))

/** Opening says what is to be done, closing which order. */
export const ORDER_ACTS = ['create', 'close'] as const
const maintenanceOrder = z
  .strictObject({
    do: z.literal('maintenance-order'),
    act: z.enum(ORDER_ACTS),
    /** A text, or an expression. */
    title: z.optional(written),
    orderKind: z.optional(z.enum(ORDER_KINDS)),
    priority: z.optional(z.literal([...ORDER_PRIORITIES])),
    /** Expressions that give an id or a code; an order may be about neither. */
    equipment: z.optional(written),
    device: z.optional(written),
    /** The number of the order. */
    into: z.optional(target),
    /** An expression that gives the number or the id of the order to close. */
    order: z.optional(written),
  })
  .check(
    z.refine(({ act, title, orderKind, priority, order }) =>
      act === 'close' ? order !== undefined : [title, orderKind, priority].every((value) => value !== undefined),
    ),
  )

/** An entry in the record of a point, as people make them (what was done, where its trend shows it), in the life of a machine, or in both. */
const note = z
  .strictObject({
    do: z.literal('add-note'),
    point: z.optional(written),
    /** An expression that gives an id or a code. */
    equipment: z.optional(written),
    note: written,
  })
  .check(z.refine(({ point, equipment }) => point !== undefined || equipment !== undefined))

/** What a service does. All but `http` happen in the transaction of the step. */
export const service = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('set'), assignments: assignments.check(z.minLength(1)) }),
  z.strictObject({ do: z.literal('notify'), to: people, title: texts(128), text: texts(2000) }),
  z.strictObject({ do: z.literal('mail'), to: people, title: texts(128), text: texts(2000) }),
  /** The newest value of a point, which an expression names: by its id, or by the code of its device and its key, as in `pump-1/pressure`. */
  z.strictObject({ do: z.literal('read-latest'), point: written, into: target }),
  z.strictObject({
    do: z.literal('read-aggregate'),
    point: written,
    take: z.enum(['mean', 'least', 'greatest', 'count', 'sum']),
    over: duration,
    into: target,
  }),
  z.strictObject({ do: z.literal('record-reading'), point: written, value: written }),
  z.strictObject({
    do: z.literal('alarm'),
    act: z.enum(ALARM_ACTS),
    /** Its id. */
    alarm: written,
    comment: z.optional(name(256)),
    /** For how long it is shelved. */
    for: z.optional(duration),
  }),
  z.strictObject({ do: z.literal('start'), process: name(64), hand: z._default(assignments, []) }),
  z.strictObject({
    do: z.literal('http'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    url: name(1000),
    headers: z.optional(z.array(callHeader).check(z.maxLength(MAX_HEADERS))),
    body: z.optional(written),
    /** The secret by which the call is signed, as Standard Webhooks says. */
    sign: z.optional(secretName),
    into: z.optional(target),
    /** The other side answers later, within this time, by an address that the call carries; that answer is kept in place of the one to the call. */
    callback: z.optional(duration),
  }),
  note,
  maintenanceOrder,
])
export type Service = z.output<typeof service>

/** Of a task: it is reached, somebody has it from now on, it is decided, it is late. Of the process: it begins, it is over. */
export const TASK_MOMENTS = ['start', 'assign', 'complete', 'timeout'] as const
export const PROCESS_MOMENTS = ['start', 'end'] as const
/** Services that one element has done beside what it is itself. */
export const MAX_LISTENERS = 10
export const taskListener = z.strictObject({ on: z.enum(TASK_MOMENTS), service })
export const processListener = z.strictObject({ on: z.enum(PROCESS_MOMENTS), service })
export type Listener = z.output<typeof taskListener> | z.output<typeof processListener>
export type Moment = Listener['on']

export const taskSettings = z.strictObject({
  people: z._default(people, []),
  /** Several decide together, each of those whom the rules name at the time the task is reached. Without it one of them takes the task. */
  group: z.optional(z.strictObject({ mode: z.enum(GROUP_RULES), percent: z.optional(z.int().check(z.minimum(1), z.maximum(100))) })),
  /** Somebody chooses among the people: the starter, or whoever does the task before. */
  pick: z.optional(z.enum(['starter', 'previous'])),
  whenNobody: z._default(z.enum(WHEN_NOBODY), 'managers'),
  /** For `people`. */
  nobodyPeople: z.optional(people),
  /** Where the one who is asked is the starter. */
  whenStarter: z._default(z.enum(WHEN_STARTER), 'ask'),
  /** Where the one who is asked has approved before. */
  whenSame: z._default(z.enum(WHEN_SAME), 'ask'),
  /** A rejection ends the process, leads back to its first task, or is a variable (`approved`) that a gateway reads. */
  whenRejected: z._default(z.enum(WHEN_REJECTED), 'end'),
  due: z.optional(z.strictObject({ after: duration, working: z._default(z.boolean(), false) })),
  late: z.optional(
    z.array(z.strictObject({ do: z.enum(WHEN_LATE), after: z.optional(duration), to: z.optional(people) })).check(z.maxLength(5)),
  ),
  /** What of the form can be seen and written here, by the ids of fields; what is not named can be read. */
  fields: z.optional(z.record(variable, z.enum(FIELD_RIGHTS))),
  copies: z.optional(people),
  /** Whoever decides shows once more who they are: by a second factor where they have one, else by the password. */
  signed: z.optional(z.boolean()),
  listeners: z.optional(z.array(taskListener).check(z.maxLength(MAX_LISTENERS))),
  priority: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
})
export type TaskSettings = z.output<typeof taskSettings>

/**
 * Returns the settings as they count: a task that is to be signed is not passed, so where a rule would pass it somebody is asked instead.
 * New models with such a rule are refused; those that were deployed before have it.
 */
export function asSigned(settings: TaskSettings): TaskSettings {
  if (!settings.signed) return settings
  const { whenNobody, whenStarter } = settings
  return {
    ...settings,
    whenNobody: whenNobody === 'pass' ? 'managers' : whenNobody,
    whenStarter: whenStarter === 'skip' ? 'ask' : whenStarter,
    whenSame: 'ask',
  }
}

/** The kinds that something does; a model with another one is refused when it is deployed. */
export const DONE_SERVICES = [
  'set',
  'notify',
  'mail',
  'read-latest',
  'read-aggregate',
  'record-reading',
  'alarm',
  'add-note',
  'maintenance-order',
  'start',
  'http',
] as const satisfies readonly Service['do'][]

export const serviceSettings = z.strictObject({ service })
export type ServiceSettings = z.output<typeof serviceSettings>

export const callSettings = z.strictObject({
  /** The version that is running when it is reached, or always the same one. */
  version: z._default(z.union([z.literal('latest'), z.int().check(z.minimum(1))]), 'latest'),
  hand: z._default(assignments, []),
  back: z._default(assignments, []),
})
export type CallSettings = z.output<typeof callSettings>

/** Of an event or task that waits for a message: the value by which the right instance is found; what comes with it is kept in variables. */
export const messageSettings = z.strictObject({ correlation: z.optional(written), keep: z.optional(z.boolean()) })
export type MessageSettings = z.output<typeof messageSettings>

/** Of the process as a whole. */
export const processSettings = z.strictObject({
  managers: z._default(people, []),
  /** What instances are called, such as `= join(starter, " ", start)`; else "starter · process". */
  title: z.optional(written),
  /** What their number begins with; else the key of the process. */
  numberPrefix: z.optional(name(20)),
  listeners: z.optional(z.array(processListener).check(z.maxLength(MAX_LISTENERS))),
})
export type ProcessSettings = z.output<typeof processSettings>

/** What each kind of element may say. */
export const SETTINGS = {
  'user-task': taskSettings,
  'service-task': serviceSettings,
  'call-activity': callSettings,
  message: messageSettings,
  process: processSettings,
} as const

/** Returns the names of the secrets that a service uses, each once. */
export const secretsOf = (one: Service): string[] =>
  one.do === 'http' ? [...new Set([...(one.headers ?? []).map(({ secret }) => secret), one.sign].filter((each) => each !== undefined))] : []
