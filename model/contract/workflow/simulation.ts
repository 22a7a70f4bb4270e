/** A model tried before it is deployed: with values, people and a clock of its own. Nothing of it is kept, and nothing outside is touched. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { ACTIVITY_STATES } from '../../workflow/core/state.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { maybeWhen, variables, when } from './values.ts'

/** Acts of one simulation: all of them are sent each time, and done again from the beginning. */
export const MAX_SIMULATED_ACTS = 500

const node = z.string().check(z.minLength(1), z.maxLength(255))
const given = z.optional(variables)

const act = z.discriminatedUnion('do', [
  /** `by`: the id of who does it. */
  z.strictObject({ do: z.literal('complete'), node, by: id, variables: given }),
  z.strictObject({ do: z.literal('reject'), node, by: id, variables: given }),
  /** What comes from outside: the answer to a call, the end of a called process. */
  z.strictObject({ do: z.literal('answer'), node, variables: given }),
  z.strictObject({ do: z.literal('fail'), node }),
  /** An event that is waited for. */
  z.strictObject({ do: z.literal('occur'), node, variables: given }),
  /** The clock goes on to what is due next. */
  z.strictObject({ do: z.literal('advance') }),
])
export type SimulatedAct = z.output<typeof act>

const person = z.strictObject({ id: z.string(), name: z.string() })
const at = { node: z.string(), name: z.string() }

/** How far the instance is after all acts. A model with faults is refused as by {@link deployModel}. */
export const simulateModel = contract({
  method: 'POST',
  path: '/activiti/model/simulateModel',
  input: z.strictObject({
    modelId: id,
    /** Who starts it: the caller unless said. */
    starterId: z.optional(id),
    variables: z._default(variables, {}),
    /** When it begins, in milliseconds since 1970: the same for all calls of one simulation. */
    begins: z.int().check(z.minimum(0), z.maximum(8_640_000_000_000)),
    acts: z.array(act).check(z.maxLength(MAX_SIMULATED_ACTS)),
  }),
  output: z.strictObject({
    xml: z.string(),
    outcome: z.enum(['running', 'approved', 'rejected', 'ended']),
    /** What its clock shows. */
    time: when,
    marks: z.array(z.strictObject({ node: z.string(), state: z.enum(ACTIVITY_STATES), times: z.int(), people: z.array(z.string()) })),
    flows: z.array(z.string()),
    /** What happened at the beginning, and then with each act: sentences in the caller's language. */
    steps: z.array(z.strictObject({ passed: z.array(z.string()), said: z.array(z.string()), refused: z.nullable(z.string()) })),
    tasks: z.array(
      z.strictObject({
        ...at,
        /** Those who can act now. */
        people: z.array(person),
        /** Nobody was found by its own rules: these manage the process, or were named for that. */
        isFallback: z.boolean(),
        dueTime: maybeWhen,
      }),
    ),
    waits: z.array(z.strictObject({ ...at, kind: z.string(), dueTime: maybeWhen })),
    /** What waits for an answer from outside. */
    outside: z.array(z.strictObject(at)),
    incidents: z.array(z.strictObject({ ...at, message: z.string() })),
    /** Joins that wait for ever. */
    deadlocks: z.array(z.strictObject(at)),
    variables: z.array(z.strictObject({ name: z.string(), type: z.string(), value: z.unknown() })),
  }),
})
export type Simulated = OutputOf<typeof simulateModel>
