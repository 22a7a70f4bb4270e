/** Limits as a version keeps them: checked when they are stored and again when they are read. */
import * as z from 'zod/mini'
import type { Language } from '../language.ts'
import { ITEM_MEASURES, ITEM_SEVERITIES, RUN_ROLES, RUN_STAGES } from './curing.ts'

const bound = z.nullable(z.number())

const kept = z.strictObject({
  id: z.string(),
  clause: z.string(),
  texts: z.strictObject({ zh: z.string(), tw: z.string(), en: z.string() }),
  measure: z.enum(ITEM_MEASURES),
  role: z.enum(RUN_ROLES),
  minusRole: z.nullable(z.enum(RUN_ROLES)),
  stage: z.nullable(z.enum(RUN_STAGES)),
  low: bound,
  high: bound,
  unit: z.string(),
  toleratedSeconds: z.int(),
  severity: z.enum(ITEM_SEVERITIES),
})

/** Limits of a published version, in their order. */
export const keptLimits = z.array(kept).check(z.minLength(1), z.maxLength(200))
export type KeptLimit = z.output<typeof kept>

/** The limit in the language of its reader; what has no text in it is told in simplified Chinese. */
export function inLanguage({ texts, ...limit }: KeptLimit, language: Language): Omit<KeptLimit, 'texts'> & { readonly text: string } {
  return { ...limit, text: texts[language] || texts.zh }
}
