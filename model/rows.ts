/** The rows of a noun as lists give them. */
import * as z from 'zod/mini'
import type { Field } from './field.ts'
import type { Resource } from './resource.ts'
import { rowFields } from './resource.ts'

/** A row as it travels. Linked rows come as ids and, for people, as `<field>Cn`. */
export interface ResourceRow {
  readonly id: string
  readonly version?: number
  readonly children?: readonly ResourceRow[]
  readonly [field: string]: unknown
}

/** The schema of a row. Fields the caller may not see are absent, so all but the id are optional. */
export function rowSchema(of: Resource): z.ZodMiniType<ResourceRow> {
  const columns = rowFields(of).flatMap((name): [string, z.ZodMiniType][] => {
    const field = of.fields[name] as Field
    if (field.kind === 'words') return [[name, z.nullish(z.array(z.string()))]]
    const value = z.nullish(
      field.kind === 'integer' || field.kind === 'decimal' || typeof field.options?.[0] === 'number' ? z.number() : z.string(),
    )
    const isNamed =
      field.kind === 'choice' ||
      (field.kind === 'list' && field.options !== undefined) ||
      field.kind === 'reference' ||
      field.kind === 'references'
    return isNamed
      ? [
          [name, value],
          [`${name}Cn`, z.nullish(z.string())],
        ]
      : [[name, value]]
  })
  const children = of.parent ? { children: z.optional(z.array(z.unknown())) } : {}
  const builtIn = of.scope === 'layered' ? { builtIn: z.literal([0, 1]) } : {}
  return z.strictObject({ id: z.string(), version: z.int(), ...builtIn, ...Object.fromEntries(columns), ...children }) as never
}
