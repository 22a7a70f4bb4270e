/** What is wrong with an entry or a form, as sentences: the server says them in its answers and the browser in its pages, both the same. */
import type { Operator } from '../expression/expression.ts'
import { AGGREGATES, OPERATORS } from '../expression/expression.ts'
import type { TypeFault } from '../expression/typing.ts'
import type { Language } from '../language.ts'
import type { LabelKey, Translate } from '../labels/index.ts'
import type { DefinitionFault, ExpressionMember } from './check-definition.ts'
import type { EntryFault } from './check-entry.ts'
import type { COMPARISONS, FormColumn, FormDefinition } from './definition.ts'
import { textIn } from './definition.ts'
import type { FieldKind, RuleName } from './kinds.ts'
import { KINDS } from './kinds.ts'
import type { PatternName } from './patterns.ts'

/** Key and values of a text. */
interface FaultText {
  readonly key: LabelKey
  readonly values: Readonly<Record<string, string | number>>
}

type Comparison = (typeof COMPARISONS)[number]

/** What of days and times is rather said by before and after. */
const OF_TIMES: Readonly<Partial<Record<Comparison, LabelKey>>> = {
  less: 'forms.fault.earlier',
  'less-or-equal': 'forms.fault.not-later',
  greater: 'forms.fault.later',
  'greater-or-equal': 'forms.fault.not-earlier',
}

/** The sentence about what is wrong with an entry, naming the field as its form does. */
export function sentenceOfFault(fault: EntryFault, definition: FormDefinition, language: Language, t: Translate): string {
  const field = definition.fields.find(({ id }) => id === fault.field)
  const inRow = fault.column === undefined ? undefined : field?.columns?.find(({ id }) => id === fault.column)
  const part: FormColumn | undefined = fault.column === undefined ? field : inRow
  const own = fault.code === 'pattern' && part?.pattern && 'own' in part.pattern ? part.pattern.message : undefined
  const { key, values } = faultTextOf(fault, part, labelled([...(field?.columns ?? []), ...definition.fields], language))
  const name = part ? textIn(part.labels, language) : (fault.column ?? fault.field)
  const message = own ? textIn(own, language) : t(key, { ...values, field: name })
  if (fault.row === undefined) return message
  return t('forms.fault.in-row', { table: field ? textIn(field.labels, language) : fault.field, row: fault.row + 1, message })
}

/** The label of a field by its id; the id where there is no such field. */
const labelled =
  (parts: readonly FormColumn[], language: Language) =>
  (id: string): string => {
    const part = parts.find((one) => one.id === id)
    return part ? textIn(part.labels, language) : id
  }

function faultTextOf({ code, values = {} }: EntryFault, part: FormColumn | undefined, nameOf: (id: string) => string): FaultText {
  if (code === 'pattern') {
    const name = values['name'] as PatternName | undefined
    return { key: name ? `forms.fault.pattern-${name}` : 'forms.fault.pattern', values }
  }
  if (code === 'compare') {
    const is = values['is'] as Comparison
    const ofTimes = part && (KINDS[part.kind].type === 'date' || part.kind === 'moment' || part.kind === 'time') ? OF_TIMES[is] : undefined
    return { key: ofTimes ?? `forms.fault.compare-${is}`, values: { other: nameOf(String(values['other'])) } }
  }
  if (code === 'files' && part?.fileTypes && part.fileTypes.length > 0)
    return { key: 'forms.fault.files-types', values: { types: part.fileTypes.join(', ') } }
  return { key: `forms.fault.${code}`, values }
}

/** The sentence about what keeps a form from being published. */
export function sentenceOfDefinitionFault(fault: DefinitionFault, definition: FormDefinition, language: Language, t: Translate): string {
  const nameOf = placed(definition, language)
  const { code, about = '', typing } = fault
  const field = fault.field === undefined ? '' : nameOf(fault.field)
  if (code === 'expression' && typing) {
    const { key, part } = typingTextOf(typing, nameOf, t)
    return t(key, { field, about: t(`forms.member.${about as ExpressionMember}`), part })
  }
  return t(`forms.definition.${code}`, { field, about: aboutOf(code, about, nameOf, t) })
}

/** The label of a field by its id, of a column behind that of its table. */
const placed =
  ({ fields }: FormDefinition, language: Language) =>
  (id: string): string => {
    for (const field of fields) {
      if (field.id === id) return textIn(field.labels, language)
      const column = field.columns?.find((one) => one.id === id)
      if (column) return `${textIn(field.labels, language)} / ${textIn(column.labels, language)}`
    }
    return id
  }

function aboutOf(code: DefinitionFault['code'], about: string, nameOf: (id: string) => string, t: Translate): string {
  if (code === 'rule' || code === 'missing') return t(`forms.rule.${about as RuleName}`)
  if (code === 'wide-column') return t(`forms.kind.${about as FieldKind}`)
  if (code === 'expression') return t(`forms.member.${about as ExpressionMember}`)
  return code === 'compare' ? nameOf(about) : about
}

function typingTextOf({ code, about }: TypeFault, nameOf: (id: string) => string, t: Translate): { key: LabelKey; part: string } {
  if (code === 'types' && about === 'value') return { key: 'forms.definition.typing-value', part: '' }
  if (code === 'field' || code === 'table') return { key: `forms.definition.typing-${code}`, part: nameOf(about) }
  return { key: `forms.definition.typing-${code}`, part: wordOf(about, t) }
}

/** What an operator, or what is taken of rows, is called. */
function wordOf(name: string, t: Translate): string {
  if ((OPERATORS as readonly string[]).includes(name)) return t(`forms.operator.${name as Operator}`)
  const take = AGGREGATES.find((one) => one === name)
  return take ? t(`forms.take.${take}`) : name
}
