/** The schema of zod for what somebody sends: a builder of form-rules.ts for each field. */
import { decimalOf } from '../../../../model/expression/values.ts'
import type { FormColumn, FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { MAX_ROWS } from '../../../../model/form/definition.ts'
import { MAX_FILES, MAX_TEXT } from '../../../../model/form/field-values.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import { MAX_PATTERN_TEXT, expressionOf } from '../../../../model/form/patterns.ts'
import { inComment, inTypeScript } from './escape.ts'
import type * as rules from './form-rules.ts'
import { columnsOf, isAlwaysRequired, isWritten } from './source.ts'

type Builder = keyof typeof rules

/** A call of a builder. */
const call = (builder: Builder, ...args: readonly (string | undefined)[]): string =>
  `rules.${builder}(${args.filter((arg) => arg !== undefined).join(', ')})`

/** form-schema.ts: what an entry of the form has to be, by the ids of its fields. */
export function schemaFile(definition: FormDefinition): string {
  const fields = definition.fields.flatMap((field) => memberOf(field, '  '))
  const comparisons = comparisonsOf(definition)
  return `/** What an entry of the form has to be, by the ids of its fields, whatever its conditions say (form-conditions.ts, where it has some). */
import type * as z from 'zod'
import * as rules from './form-rules'

export const entrySchema = rules.entry(
  {
${fields.map((line) => `  ${line}`).join('\n')}
  },
  [${comparisons.map((comparison) => `\n    ${inTypeScript(comparison.rule)},`).join('')}${comparisons.length > 0 ? '\n  ' : ''}],
)

/** What an entry is, once it is checked. */
export type Entry = z.output<typeof entrySchema>
`
}

/** The lines of a member of an object. */
function memberOf(part: FormColumn | FormField, indent: string): string[] {
  return [`${indent}/** ${inComment(part.name)} */`, `${indent}${part.id}: ${builderOf(part, indent)},`]
}

function builderOf(part: FormColumn | FormField, indent: string): string {
  if (KINDS[part.kind].isGiven) return call('given')
  if (!isWritten(part)) return call('calculated')
  const of = part.kind === 'table' ? tableOf(part as FormField, indent) : valueOf(part)
  if (!isAlwaysRequired(part)) return call('optional', of)
  return call(part.initial ? 'begun' : 'required', of)
}

function tableOf(field: FormField, indent: string): string {
  const columns = columnsOf(field).flatMap((column) => memberOf(column, `${indent}  `))
  const { minCount: min, maxCount = MAX_ROWS } = field
  return call(
    'table',
    `{\n${columns.map((line) => `  ${line}`).join('\n')}\n${indent}  }`,
    inTypeScript({ min, max: Math.min(maxCount, MAX_ROWS) }),
  )
}

/** A bound as it is worth, however it was written. */
const bound = (text: string | undefined): string | undefined => (text === undefined ? undefined : decimalOf(text)?.toString())

function valueOf(part: FormColumn): string {
  const { kind, least, greatest, decimals, minCount: min, maxCount, choices = [] } = part
  const values = [...new Set(choices.map(({ value }) => value))]
  switch (kind) {
    case 'text':
    case 'lines':
    case 'rich-text':
    case 'code':
    case 'dictionary':
      return call('text', inTypeScript(textRules(part, kind)))
    case 'number':
    case 'slider':
      return call('number', inTypeScript({ least: bound(least), greatest: bound(greatest), decimals }))
    case 'integer':
      return call('number', inTypeScript({ least: bound(least), greatest: bound(greatest), isWhole: true }))
    case 'rating':
      return call('number', inTypeScript({ least: '1', greatest: bound(greatest ?? '5'), isWhole: true }))
    case 'money':
      return call('money', inTypeScript({ least: bound(least), greatest: bound(greatest), decimals: decimals ?? 2 }))
    case 'switch':
      return call('truth')
    case 'radio':
    case 'select':
      return call('choice', inTypeScript(values))
    case 'checkboxes':
    case 'multi-select':
      return call('choices', inTypeScript(values), inTypeScript({ min, max: Math.min(maxCount ?? values.length, values.length) }))
    case 'date':
      return call('date')
    case 'moment':
      return call('moment')
    case 'time':
      return call('time')
    case 'date-range':
      return call('dateRange')
    case 'reading':
      return call('reading')
    case 'files':
    case 'pictures':
      return call('files', inTypeScript({ types: part.fileTypes, min, max: Math.min(maxCount ?? MAX_FILES, MAX_FILES) }))
    case 'signature':
      return call('signature')
    case 'location':
      return call('location')
    default:
      return call('row')
  }
}

function textRules({ minLength: min, maxLength, pattern }: FormColumn, kind: keyof typeof MAX_TEXT): Record<string, unknown> {
  const most = MAX_TEXT[kind]
  return {
    min,
    max: Math.min(maxLength ?? most, most),
    ...(kind === 'lines' || kind === 'rich-text' ? { isLines: true } : {}),
    ...(kind === 'rich-text' ? { isRich: true } : {}),
    ...(pattern && 'name' in pattern
      ? { pattern: expressionOf(pattern.name), ...(pattern.name === 'identity-number' ? { hasCheckDigit: true } : {}) }
      : {}),
    ...(pattern && 'own' in pattern ? { pattern: new RegExp(`^(?:${pattern.own})$`, 'u'), patternMax: MAX_PATTERN_TEXT } : {}),
  }
}

/** A comparison of the form, as form-rules.ts takes it, and the column or field it is said of. */
export interface Compared {
  readonly part: FormColumn
  readonly table: FormField | undefined
  readonly is: string
  readonly other: string
  readonly rule: Readonly<Record<string, unknown>>
}

/** The comparisons of fields that somebody fills in, in the order in which the schema says them. */
export function comparisonsOf({ fields }: FormDefinition): Compared[] {
  const written = new Set(fields.flatMap((field) => [field, ...columnsOf(field)]).filter(isWritten).map(({ id }) => id)) // prettier-ignore
  const of = (part: FormColumn, table: FormField | undefined): Compared[] =>
    (part.compare ?? [])
      .filter(({ field }) => written.has(part.id) && written.has(field))
      .map(({ is, field: other }) => ({
        part,
        table,
        is,
        other,
        rule: {
          ...(table ? { table: table.id } : {}),
          field: part.id,
          is,
          other,
          ...(table && columnsOf(table).some(({ id }) => id === other) ? { inRow: true } : {}),
          ...(KINDS[part.kind].type === 'number' ? { areNumbers: true } : {}),
        },
      }))
  return fields.flatMap((field) => [...of(field, undefined), ...columnsOf(field).flatMap((column) => of(column, field))])
}
