/** A model is tried before it is deployed: with values, people and a clock of its own. Nothing of it happens. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { ACTIVITY_STATES } from '../../workflow/core/state.ts'
import { VARIABLE_TYPES } from '../../workflow/variables.ts'
import { MAX_MODEL_XML } from './models.ts'
import { variables } from './values.ts'

/** Acts of one try. */
const MAX_ACTS = 200

const node = z.string().check(z.minLength(1), z.maxLength(255))
const valued = { variables: z.optional(variables) }
const act = z.discriminatedUnion('do', [
  /** `by`: the id of who does it. `picks`: ids of whom they choose for the next task. */
  z.strictObject({ do: z.enum(['complete', 'reject']), node, by: id, ...valued, picks: z.optional(z.array(id).check(z.maxLength(50))) }),
  z.strictObject({ do: z.literal('return'), node, by: id, to: node }),
  /** What comes from outside: the answer to a call, the end of a called process, a value that is read. */
  z.strictObject({ do: z.literal('answer'), node, ...valued }),
  z.strictObject({ do: z.literal('fail'), node, code: z.optional(z.string().check(z.maxLength(255))) }),
  /** An event that is waited for. */
  z.strictObject({ do: z.literal('occur'), node, ...valued }),
  z.strictObject({ do: z.literal('signal'), name: node }),
  /** The clock goes on to the next timer. */
  z.strictObject({ do: z.literal('advance') }),
])
export type SimulationAct = z.output<typeof act>

const person = z.strictObject({ id: z.string(), name: z.string() })
const path = z.strictObject({ nodes: z.array(z.string()), flows: z.array(z.string()) })

/** How it is at the beginning, and after each act. Times are milliseconds since 1970. */
const scene = z.strictObject({
  now: z.number(),
  processStatus: z.enum(['running', 'approved', 'rejected', 'ended']),
  /** What was passed by this act, in order. */
  path,
  marks: z.array(z.strictObject({ node: z.string(), state: z.enum(ACTIVITY_STATES), times: z.int() })),
  tasks: z.array(
    z.strictObject({
      activity: z.int(),
      node: z.string(),
      name: z.nullable(z.string()),
      people: z.array(person),
      votes: z.array(z.strictObject({ person, vote: z.nullable(z.string()) })),
      /** Nobody was found by its own rules. */
      isFallback: z.boolean(),
      due: z.nullable(z.number()),
      leadsTo: z.array(z.string()),
    }),
  ),
  waits: z.array(z.strictObject({ node: z.string(), name: z.nullable(z.string()), kind: z.string(), due: z.nullable(z.number()) })),
  /** What waits for an answer from outside. */
  outside: z.array(z.strictObject({ node: z.string(), name: z.nullable(z.string()) })),
  incidents: z.array(z.strictObject({ node: z.string(), message: z.string() })),
  /** What would have been done: a service, a notification, a copy. */
  notices: z.array(z.strictObject({ node: z.string(), what: z.string(), text: z.nullable(z.string()), people: z.array(z.string()) })),
  variables: z.array(z.strictObject({ name: z.string(), type: z.enum(VARIABLE_TYPES), value: z.unknown() })),
  /** Joins that wait for ever. */
  deadlocks: z.array(z.string()),
  /** Why the act did not fit; nothing has changed then. */
  refused: z.nullable(z.enum(['ended', 'not-there', 'not-asked', 'no-way-back', 'nothing-due'])),
})
export type SimulatedScene = z.output<typeof scene>

/** Tries the draft of a model, or what is sent in its place, for a starter: the caller, unless somebody else is said. */
export const simulateModel = contract({
  method: 'POST',
  path: '/activiti/model/simulateModel',
  input: z.strictObject({
    modelId: id,
    xml: optional(z.string().check(z.maxLength(MAX_MODEL_XML))),
    starterId: optional(id),
    variables: z._default(variables, {}),
    /** When it begins; now, unless said. */
    now: optional(z.number().check(z.minimum(0), z.maximum(4_102_444_800_000))),
    acts: z._default(z.array(act).check(z.maxLength(MAX_ACTS)), []),
  }),
  output: z.strictObject({ scenes: z.array(scene) }),
})
export type Simulation = OutputOf<typeof simulateModel>
