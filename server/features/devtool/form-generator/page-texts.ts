/** The texts of a form's page, in each language: labels as the form has them, and sentences about what is wrong as the product says them. */
import type { EntryFault } from '../../../../model/form/check-entry.ts'
import type { FormColumn, FormDefinition, FormField, Texts } from '../../../../model/form/definition.ts'
import { MAX_ROWS, textIn } from '../../../../model/form/definition.ts'
import type { FaultCode, ValueFault } from '../../../../model/form/field-values.ts'
import { MAX_FILES, MAX_TEXT } from '../../../../model/form/field-values.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import { MAX_PATTERN_TEXT } from '../../../../model/form/patterns.ts'
import { sentenceOfFault } from '../../../../model/form/texts.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { languages } from '../../../../model/labels/index.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { comparisonsOf } from './schema-file.ts'
import { columnsOf, isWritten } from './source.ts'

/** The texts by language; those of a column by `<table>.<column>`. `pageTitles` are titles and texts of the page by their keys. */
export function pageTexts(definition: FormDefinition, pageTitles: ReadonlyMap<string, Texts>): Record<Language, unknown> {
  return Object.fromEntries(languages.map((language) => [language, textsIn(definition, pageTitles, language)])) as Record<Language, unknown>
}

interface Placed {
  readonly key: string
  readonly part: FormColumn
  readonly table: FormField | undefined
}

/** The fields that somebody fills in, and the columns of tables behind theirs. */
const placedParts = ({ fields }: FormDefinition): Placed[] =>
  fields.filter(isWritten).flatMap((field) => [
    { key: field.id, part: field, table: undefined },
    ...columnsOf(field).filter(isWritten).map((part) => ({ key: `${field.id}.${part.id}`, part, table: field })), // prettier-ignore
  ])

function textsIn(definition: FormDefinition, pageTitles: ReadonlyMap<string, Texts>, language: Language) {
  const t = translatorFor(language)
  const parts = placedParts(definition)
  const optional = (of: Texts | undefined) => (of ? textIn(of, language) || undefined : undefined)
  return {
    send: t('forms.page.send'),
    sent: t('forms.page.sent'),
    add: t('forms.page.add-row'),
    remove: t('forms.page.remove-row'),
    upload: t('forms.page.upload'),
    longitude: t('forms.page.longitude'),
    latitude: t('forms.page.latitude'),
    invalid: t('error.request.invalid'),
    parts: Object.fromEntries([...pageTitles].map(([key, texts]) => [key, textIn(texts, language)])),
    fields: Object.fromEntries(
      parts.map(({ key, part: { labels, help, placeholder, choices } }) => [
        key,
        {
          label: textIn(labels, language),
          help: optional(help),
          placeholder: optional(placeholder),
          options: choices?.map(({ value, labels: of }) => ({ value, label: textIn(of, language) })),
        },
      ]),
    ),
    faults: Object.fromEntries(parts.map((placed) => [placed.key, faultsOf(placed, definition, language)])),
  }
}

/** The sentences about a field by the code that the schema gives. */
function faultsOf({ part, table }: Placed, definition: FormDefinition, language: Language): Record<string, string> {
  const t = translatorFor(language)
  // Without a row: the sentence stands at the input.
  const form = table ? { ...definition, fields: [...columnsOf(table), ...definition.fields] } : definition
  const sentence = (fault: ValueFault) => sentenceOfFault({ field: part.id, ...fault } satisfies EntryFault, form, language, t)
  const own = Object.fromEntries(possibleFaults(part).map((fault) => [fault.code, sentence(fault)]))
  const compared = comparisonsOf(definition).flatMap((one, at) =>
    one.part === part ? [[`compare-${at}`, sentence({ code: 'compare', values: { is: one.is, other: one.other } })] as const] : [],
  )
  return { ...own, ...Object.fromEntries(compared) }
}

const SHAPES: Readonly<Partial<Record<FormColumn['kind'], FaultCode>>> = {
  slider: 'number',
  money: 'number',
  integer: 'integer',
  rating: 'integer',
  switch: 'truth',
  radio: 'choice',
  select: 'choice',
  checkboxes: 'choice',
  'multi-select': 'choice',
  number: 'number',
  date: 'date',
  moment: 'moment',
  time: 'time',
  'date-range': 'date-range',
  reading: 'reading',
  files: 'files',
  pictures: 'files',
  signature: 'files',
  location: 'location',
  table: 'table',
}

/** What can be wrong with the value of a field, by what is said of it. */
function possibleFaults(part: FormColumn): ValueFault[] {
  const { kind, minLength: min, maxLength, pattern, decimals, minCount, maxCount, choices = [] } = part
  const { rules } = KINDS[kind]
  const isNumber = SHAPES[kind] === 'number' || SHAPES[kind] === 'integer'
  const isText = kind in MAX_TEXT && kind !== 'time'
  const most =
    kind === 'table' ? MAX_ROWS : kind === 'files' || kind === 'pictures' ? MAX_FILES : new Set(choices.map(({ value }) => value)).size
  const [least, greatest] = kind === 'rating' ? ['1', part.greatest ?? '5'] : [part.least, part.greatest]
  const places = decimals ?? (kind === 'money' ? 2 : undefined)
  const longest = Math.min(maxLength ?? Infinity, MAX_TEXT[kind as keyof typeof MAX_TEXT] ?? Infinity)
  return [
    { code: 'required' },
    { code: SHAPES[kind] ?? (isText ? 'text' : 'row') },
    ...(isNumber ? [{ code: 'number' } as const] : []),
    ...(isText
      ? [{ code: 'max-length', values: { max: Math.min(longest, pattern && 'own' in pattern ? MAX_PATTERN_TEXT : Infinity) } } as const]
      : []),
    ...(min === undefined ? [] : [{ code: 'min-length', values: { min } } as const]),
    ...(pattern ? [{ code: 'pattern', ...('name' in pattern ? { values: { name: pattern.name } } : {}) } as const] : []),
    ...(isNumber && least !== undefined ? [{ code: 'least', values: { least } } as const] : []),
    ...(isNumber && greatest !== undefined ? [{ code: 'greatest', values: { greatest } } as const] : []),
    ...(isNumber && places !== undefined ? [{ code: 'decimals', values: { decimals: places } } as const] : []),
    ...(rules.includes('maxCount') ? [{ code: 'max-count', values: { max: Math.min(maxCount ?? most, most) } } as const] : []),
    ...(minCount === undefined ? [] : [{ code: 'min-count', values: { min: minCount } } as const]),
  ]
}
