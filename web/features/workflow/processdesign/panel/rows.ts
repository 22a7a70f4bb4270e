/** The lines of lists in settings, each as a schema of its own. */
import * as z from 'zod/mini'
import { WHEN_LATE, personRule, taskSettings } from '../../../../../model/workflow/settings.ts'

/** What is done where a task is late. How long a duration may be, the settings as a whole say. */
export const LATE_RULE = z.strictObject({
  do: z.enum(WHEN_LATE),
  after: z.optional(z.string().check(z.refine((after) => taskSettings.safeParse({ due: { after } }).success))),
  to: z.optional(z.array(personRule).check(z.maxLength(20))),
})

/** A value that is handed on, or set, by the name of a variable. */
export const ASSIGNMENT = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  value: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
})
