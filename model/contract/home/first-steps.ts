/** The first day of a tenant: what of it is done, seen by whoever can do it. */
import * as z from 'zod/mini'
import { FIRST_STEPS } from '../../home/first-steps.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/account/workbench'

/** Null where there is nothing to do any more, for whoever may not do it, and once it was put away. */
export const queryFirstSteps = contract({
  method: 'GET',
  path: `${PATH}/queryFirstSteps`,
  output: z.strictObject({ steps: z.nullable(z.array(z.strictObject({ step: z.literal(FIRST_STEPS), done: z.boolean() }))) }),
})

/** Puts the steps away, for the caller alone. */
export const hideFirstSteps = contract({ method: 'POST', path: `${PATH}/hideFirstSteps` })

export type FirstSteps = OutputOf<typeof queryFirstSteps>
