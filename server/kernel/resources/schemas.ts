/** Shapes of answers that several operations give. */
import { z } from 'zod'
import type { Field } from '../../../model/field.ts'
import type { Resource } from '../../../model/resource.ts'
import { rowFields } from '../../../model/resource.ts'

/** A row as lists give it. Fields the caller may not see are absent, so all but the id are optional. */
export function describeRow(of: Resource): z.ZodType {
  const columns = rowFields(of).flatMap((name): [string, z.ZodType][] => {
    const field = of.fields[name] as Field
    if (field.kind === 'words') return [[name, z.array(z.string()).nullish()]]
    const value = (
      field.kind === 'integer' || field.kind === 'decimal' || typeof field.options?.[0] === 'number' ? z.number() : z.string()
    ).nullish()
    const isNamed =
      field.kind === 'choice' ||
      (field.kind === 'list' && field.options !== undefined) ||
      field.kind === 'reference' ||
      field.kind === 'references'
    return isNamed
      ? [
          [name, value],
          [`${name}Cn`, z.string().nullish()],
        ]
      : [[name, value]]
  })
  const children = of.parent ? { children: z.array(z.unknown()).optional() } : {}
  const builtIn = of.scope === 'layered' ? { builtIn: z.literal([0, 1]) } : {}
  return z.strictObject({ id: z.string(), version: z.int(), ...builtIn, ...Object.fromEntries(columns), ...children })
}

/** What a write answers with: which row, and which version it has now. */
export const writtenSchema = z.strictObject({ id: z.string(), version: z.int() })
