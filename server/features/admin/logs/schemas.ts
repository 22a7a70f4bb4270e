import { z } from 'zod'

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])

/** One field of a change, with its values as the calls of the noun take them and as people read them. */
export const changeSchema = z.strictObject({
  field: z.string(),
  label: z.string(),
  links: z.boolean(),
  from: value,
  to: value,
  fromCn: z.string(),
  toCn: z.string(),
  names: z.record(z.string(), z.string()).optional(),
})
