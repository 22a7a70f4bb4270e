/** How many tasks wait for somebody: asked on every page, and so in a file of its own. */
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** From so many on, only that there are more is said. */
export const MANY_TASKS = 100

/** How many tasks the caller can take and has, each up to {@link MANY_TASKS}. */
export const queryTaskCount = contract({
  method: 'GET',
  path: '/activiti/task/queryTaskCount',
  input: z.object({}),
  output: z.strictObject({ candidate: z.int(), assignee: z.int() }),
})
