/** Shapes of answers that several operations give. */
import { z } from 'zod'
import type { Field } from '../../../model/fields.ts'
import type { Resource } from '../../../model/resource.ts'
import { rowFields } from '../../../model/resource.ts'

/** A row as lists give it. Fields the caller may not see are absent, so all but the id are optional. */
export function describeRow(of: Resource): z.ZodType {
  const columns = rowFields(of).flatMap((name) => {
    const field = of.fields[name] as Field
    const value = (field.kind === 'integer' || typeof field.options?.[0] === 'number' ? z.number() : z.string()).nullish()
    const isNamed = field.kind === 'choice' || field.kind === 'reference' || field.kind === 'references'
    return isNamed ? [[name, value], [`${name}Cn`, z.string().nullish()]] : [[name, value]]
  })
  const children = of.parent ? { children: z.array(z.unknown()).optional() } : {}
  return z.strictObject({ id: z.string(), version: z.int(), ...Object.fromEntries(columns), ...children })
}

/** What a write answers with: which row, and which version it has now. */
export const writtenSchema = z.strictObject({ id: z.string(), version: z.int() })
