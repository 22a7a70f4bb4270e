/** Checks as JSON schemas (2020-12), for the API document. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

export class Schemas {
  /** Schemas that contain themselves, as those of trees do, by the names under which the document has them. */
  readonly shared: Record<string, unknown> = {}

  /** The schema, with references into {@link shared}. @param owner Of whose input or output it is, for those names. */
  of(check: z.core.$ZodType, io: 'input' | 'output', owner: string): JsonSchema {
    const { $schema: _, ...whole } = z.toJSONSchema(check, { io, unrepresentable: 'any', target: 'draft-2020-12', override: nameMembers })
    if (!whole.$defs) return whole
    const nameOf = (definition: string) => `${owner}.${io}${definition.replace('__schema', '.')}`
    const { $defs = {}, ...rest } = JSON.parse(
      JSON.stringify(whole, (key, value: unknown) =>
        key === '$ref' ? `#/components/schemas/${nameOf(String(value).replace('#/$defs/', ''))}` : value,
      ),
    ) as typeof whole
    for (const [definition, own] of Object.entries($defs)) this.shared[nameOf(definition)] = own
    return rest
  }
}

/** Of a record whose keys are known the members by name: programs that make types of the document look for them there. */
function nameMembers({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { propertyNames, additionalProperties, required } = jsonSchema
  const names = (propertyNames as { enum?: unknown[] } | undefined)?.enum
  if (!names || !required) return
  jsonSchema.properties = Object.fromEntries(names.map((name) => [String(name), additionalProperties ?? {}]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}
