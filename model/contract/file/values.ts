/** Values that several calls about files take or answer. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'

const absent = new Set<unknown>(['', '0', null, 'undefined', 'null'])
const withoutWords = z.transform((value: unknown) => (absent.has(value) ? undefined : value))

/** A value that may be absent; the pages of the specification also send `0`, `null` and `undefined` as words for it. */
export function orAbsent<Value, Given>(
  check: z.ZodMiniType<Value, Given>,
): z.ZodMiniOptional<z.ZodMiniType<Value | undefined, Given | '' | '0' | null | undefined>> {
  return z.optional(z.pipe(withoutWords, z.optional(check)) as never)
}

/** The value, or `otherwise` where {@link orAbsent} would be absent. */
export function orElse<Value extends string, Given>(
  check: z.ZodMiniType<Value, Given>,
  otherwise: NoInfer<Value>,
): z.ZodMiniDefault<z.ZodMiniType<Value, Given | '' | '0' | null | undefined>> {
  return z._default(z.pipe(withoutWords, z._default(check as z.ZodMiniType<Value>, otherwise as never)) as never, otherwise as never)
}

/** A folder; absent is the place where all begins. */
export const folderId = orAbsent(id)

export const kilobytes = z.number().register(z.globalRegistry, { description: 'Kilobytes' })

/** A folder on the way to another. */
export const step = z.strictObject({ id: z.string(), label: z.string() })
export type Step = z.output<typeof step>
