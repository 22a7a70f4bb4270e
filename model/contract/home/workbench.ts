/** How somebody has arranged the first page of their console, and what waits for them. */
import * as z from 'zod/mini'
import { TASKS, cardsSchema, shortcutsSchema } from '../../home/workbench.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/account/workbench'

/** Null where it is as it came; `shortcuts` are codes of menu entries. */
export const queryWorkbench = contract({
  method: 'GET',
  path: `${PATH}/queryWorkbench`,
  output: z.strictObject({ cards: z.nullable(z.readonly(cardsSchema)), shortcuts: z.nullable(z.readonly(z.array(z.string()))) }),
})

/** What is absent stays as it was. */
export const updateWorkbench = contract({
  method: 'PUT',
  path: `${PATH}/updateWorkbench`,
  input: z.strictObject({ cards: z.optional(cardsSchema), shortcuts: z.optional(shortcutsSchema) }),
})

/** Has it as it came. */
export const resetWorkbench = contract({ method: 'POST', path: `${PATH}/resetWorkbench` })

/** What happens all the time is counted since `since`. */
export const queryTask = contract({
  method: 'GET',
  path: `${PATH}/queryTask`,
  output: z.strictObject({ since: z.string(), list: z.array(z.strictObject({ task: z.literal(TASKS), count: z.int() })) }),
})

export type Arranged = OutputOf<typeof queryWorkbench>
export type Tasks = OutputOf<typeof queryTask>
