/** How many tasks wait for somebody: asked on every page, and so in a file of its own. */
import * as z from 'zod/mini'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

/** From so many on, only that there are more is said. */
export const MANY_TASKS = 100

/** How many tasks the caller can take and has, and how many opinions they are asked for, each up to {@link MANY_TASKS}. */
export const queryTaskCount = contract({
  method: 'GET',
  path: '/activiti/task/queryTaskCount',
  input: z.object({}),
  output: z.strictObject({ candidate: z.int(), assignee: z.int(), consulted: z.int() }),
})
export type TaskCounts = OutputOf<typeof queryTaskCount>
