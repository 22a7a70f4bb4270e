/**
 * A form as data: its fields, how they stand on the page, and what is asked of the whole. Designer and server check a definition by the same
 * schema; what a schema cannot say, such as that a condition names a field there is, is in check-definition.ts.
 */
import * as z from 'zod/mini'
import type { Expression } from '../expression/expression.ts'
import { EXPRESSION } from '../expression/expression.ts'
import { decimalOf } from '../expression/values.ts'
import { FIELD_KINDS, NAMED_NOUNS } from './kinds.ts'
import { PATTERN_NAMES, isOwnPattern } from './patterns.ts'

/** Characters of a definition as JSON. */
export const MAX_DEFINITION = 262_144
export const MAX_FIELDS = 300
export const MAX_COLUMNS = 30
export const MAX_ROWS = 500
const MAX_CHOICES = 500
const MAX_PARTS = 1000
const MAX_LAYOUT_DEPTH = 6

/** A text in the languages of the product. What a language lacks is read in the first of zh, en and tw that there is. */
const texts = (max: number) => {
  const text = z.optional(z.string().check(z.trim(), z.maxLength(max)))
  return z.strictObject({ zh: text, tw: text, en: text }).check(z.refine((all) => Object.values(all).some(Boolean), { error: 'required' }))
}
export type Texts = z.infer<ReturnType<typeof texts>>

/** The key of a field's value in an entry: given by the designer and never changed, so that renaming a field touches no entry. */
const ID = z.string().check(z.regex(/^[a-z][a-z0-9]{1,15}$/))
/** What programs, files and flows call a field. */
const NAME = z.string().check(z.regex(/^\p{L}[\p{L}\p{N}_]{0,63}$/u))
const COUNT = z.int().check(z.minimum(0), z.maximum(MAX_ROWS))
const LENGTH = z.int().check(z.minimum(0), z.maximum(100_000))
/** A bound that is exact: a number as its decimal text. */
const BOUND = z.string().check(
  z.maxLength(40),
  z.refine((value) => decimalOf(value) !== null),
)

const choice = z.strictObject({ value: z.string().check(z.minLength(1), z.maxLength(64)), labels: texts(128) })

/** How two fields of a form are to be to each other. */
export const COMPARISONS = ['equal', 'unequal', 'less', 'less-or-equal', 'greater', 'greater-or-equal'] as const

const columnParts = {
  id: ID,
  name: NAME,
  kind: z.enum(FIELD_KINDS),
  labels: texts(64),
  help: z.optional(texts(500)),
  placeholder: z.optional(texts(128)),
  required: z.optional(z.boolean()),
  /** Written into an entry that is begun; it may ask for the day and the hour, and for no field. */
  initial: z.optional(EXPRESSION),
  /** Where it is said, the value is calculated and nobody writes it. */
  compute: z.optional(EXPRESSION),
  visibleWhen: z.optional(EXPRESSION),
  requiredWhen: z.optional(EXPRESSION),
  readOnlyWhen: z.optional(EXPRESSION),
  minLength: z.optional(LENGTH),
  maxLength: z.optional(LENGTH),
  pattern: z.optional(
    z.union([
      z.strictObject({ name: z.enum(PATTERN_NAMES) }),
      z.strictObject({ own: z.string().check(z.maxLength(200), z.refine(isOwnPattern)), message: z.optional(texts(200)) }),
    ]),
  ),
  least: z.optional(BOUND),
  greatest: z.optional(BOUND),
  decimals: z.optional(z.int().check(z.minimum(0), z.maximum(10))),
  unit: z.optional(z.string().check(z.maxLength(16))),
  choices: z.optional(z.array(choice).check(z.minLength(1), z.maxLength(MAX_CHOICES))),
  /** The type of a dictionary. */
  dictionary: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  noun: z.optional(z.enum(NAMED_NOUNS)),
  minCount: z.optional(COUNT),
  maxCount: z.optional(COUNT),
  /** Endings of files, without the dot. */
  fileTypes: z.optional(z.array(z.string().check(z.regex(/^[a-z0-9]{1,10}$/))).check(z.maxLength(30))),
  /** Each must hold between this field and another one; where one of them is empty, it does. */
  compare: z.optional(z.array(z.strictObject({ is: z.enum(COMPARISONS), field: ID })).check(z.maxLength(5))),
}
const column = z.strictObject(columnParts)
export type FormColumn = z.infer<typeof column>

const field = z.strictObject({
  ...columnParts,
  columns: z.optional(z.array(column).check(z.minLength(1), z.maxLength(MAX_COLUMNS))),
  /** No two entries of the form may say the same. */
  unique: z.optional(z.boolean()),
  /** Lists of entries show it, and can be filtered and sorted by it. */
  listed: z.optional(z.boolean()),
  /** Codes of the roles that see it, and of those that write it; everybody where nothing is said. */
  seenBy: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))),
  writtenBy: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(50))),
})
export type FormField = z.infer<typeof field>

/** What stands on the page, from top to bottom. */
export type LayoutPart =
  | { readonly part: 'field'; readonly field: string; readonly span?: number | undefined }
  | { readonly part: 'row'; readonly of: readonly LayoutPart[] }
  | { readonly part: 'group'; readonly title: Texts; readonly isFolded?: boolean | undefined; readonly of: readonly LayoutPart[] }
  | { readonly part: 'tabs' | 'steps'; readonly of: readonly { readonly title: Texts; readonly of: readonly LayoutPart[] }[] }
  | { readonly part: 'heading' | 'text'; readonly text: Texts; readonly visibleWhen?: Expression | undefined }
  | { readonly part: 'divider' }

const parts = () => z.array(layoutPart).check(z.maxLength(MAX_PARTS))
const layoutPart: z.ZodMiniType<LayoutPart> = z.lazy(() =>
  z.discriminatedUnion('part', [
    z.strictObject({ part: z.literal('field'), field: ID, span: z.optional(z.int().check(z.minimum(1), z.maximum(12))) }),
    z.strictObject({ part: z.literal('row'), of: parts() }),
    z.strictObject({ part: z.literal('group'), title: texts(128), isFolded: z.optional(z.boolean()), of: parts() }),
    z.strictObject({
      part: z.literal(['tabs', 'steps']),
      of: z.array(z.strictObject({ title: texts(128), of: parts() })).check(z.minLength(1), z.maxLength(20)),
    }),
    z.strictObject({ part: z.literal(['heading', 'text']), text: texts(2000), visibleWhen: z.optional(EXPRESSION) }),
    z.strictObject({ part: z.literal('divider') }),
  ]),
)

const definition = z.strictObject({
  /** The version of this shape. */
  schema: z.literal(1),
  fields: z.array(field).check(z.maxLength(MAX_FIELDS)),
  layout: parts(),
  print: z.optional(
    z.strictObject({
      isLandscape: z.optional(z.boolean()),
      header: z.optional(texts(200)),
      /** Boxes at the end of the page that people sign. */
      signatures: z.optional(z.array(texts(64)).check(z.maxLength(8))),
    }),
  ),
})
export type FormDefinition = z.infer<typeof definition>

/** The schema of a definition. How deep its layout is, is asked before it is walked: see {@link isShallow}. */
export const FORM_DEFINITION: z.ZodMiniType<FormDefinition> = z.pipe(z.any().check(z.refine(isShallow, { error: 'too-large' })), definition)

/** Whether lists and objects are in each other no deeper than those of the deepest layout with the deepest condition in it. */
function isShallow(value: unknown): boolean {
  const deepest = 4 * MAX_LAYOUT_DEPTH + 50
  const left: [unknown, number][] = [[value, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [at, depth] = next
    if (typeof at !== 'object' || at === null) continue
    if (depth > deepest) return false
    for (const part of Object.values(at)) left.push([part, depth + 1])
  }
  return true
}

/** A text in the language, or in the first other one that there is. */
export const textIn = (of: Texts, language: keyof Texts): string => of[language] || of.zh || of.en || of.tw || ''

/** An empty form. */
export const EMPTY_FORM: FormDefinition = { schema: 1, fields: [], layout: [] }
