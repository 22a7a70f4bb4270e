/** Entries as rows of a file: what stands in which column, and what a value says to people. Rows of tables stand below each other. */
import type { EntryData } from '../../../../model/form/check-entry.ts'
import type { FormColumn, FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../model/form/kinds.ts'
import type { Language } from '../../../../model/language.ts'
import type { LabelKey, Translate } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Names } from '../../../forms/index.ts'
import type { Cell, Column } from '../../../documents/index.ts'
import { wordsOfHtml } from '../../../kernel/resources/rich-text.ts'
import type { EntrySource, EntryState } from '../../../../model/devtool/form-entries.ts'

export interface ListedEntry {
  readonly id: string
  readonly entry_number: number
  readonly entry_state: EntryState
  readonly entry_source: EntrySource
  readonly owner: string | null
  readonly submit_time: Date | null
  readonly data: EntryData
}

/** What values are told with. */
export interface Words {
  readonly language: Language
  readonly t: Translate
  readonly zone: string
  readonly names: Names
  /** The members of dictionaries by `<type> <value>`. */
  readonly members: ReadonlyMap<string, string>
}

export interface EntryColumn {
  readonly column: Column
  /** The cell in the row `at` of the entry: 0 is its first. */
  cell(entry: ListedEntry, at: number, words: Words): Cell
}

/** What programs for spreadsheets take. */
const MAX_CELL_CHARACTERS = 32_767
const NUMBERS: readonly FieldKind[] = ['number', 'integer', 'money', 'slider', 'rating', 'reading']
const TIMES: readonly FieldKind[] = ['moment', 'date']
/** Digits of a decimal that every number of a spreadsheet keeps (IEEE 754 double precision). */
const MAX_DIGITS = 15

/** The columns of an entry itself and of all fields. @param definition Of the fields that are seen */
export function entryColumns(
  { fields }: FormDefinition,
  { language, t, seesOwner }: { readonly language: Language; readonly t: Translate; readonly seesOwner: boolean },
): EntryColumn[] {
  const own = (name: string, width: number, kind: Column['kind'], cell: (entry: ListedEntry, words: Words) => Cell): EntryColumn => ({
    column: { heading: t(`field.form-entries.${name}` as LabelKey), kind, width },
    cell: (entry, at, words) => (at === 0 ? cell(entry, words) : null),
  })
  return [
    own('entryNumber', 8, 'number', ({ entry_number: number }) => number),
    own('entryState', 8, 'text', ({ entry_state: state }) => t(`choice.entryState.${state}`)),
    own('entrySource', 10, 'text', ({ entry_source: source }) => t(`choice.entrySource.${source}`)),
    ...(seesOwner ? [own('ownerId', 12, 'text', ({ owner }) => owner)] : []),
    own('submitTime', 19, 'time', ({ submit_time: at }, { zone }) => (at ? secondText(zone, at.getTime()) : null)),
    ...fields.flatMap((field) => columnsOfField(field, language, t)),
  ]
}

function columnsOfField(field: FormField, language: Language, t: Translate): EntryColumn[] {
  const label = textIn(field.labels, language)
  if (field.kind !== 'table')
    return [
      {
        column: columnFor(field, label),
        cell: ({ data }, at, words) => (at === 0 ? cellOf(field, data[field.id], words) : null),
      },
    ]
  return (field.columns ?? []).map((part) => ({
    column: columnFor(part, t('entries.in-table', { table: label, column: textIn(part.labels, language) })),
    cell: ({ data }, at, words) => cellOf(part, rowsOf(data, field.id)[at]?.[part.id], words),
  }))
}

const columnFor = ({ kind }: FormColumn, heading: string): Column => ({
  heading,
  kind: NUMBERS.includes(kind) ? 'number' : TIMES.includes(kind) ? 'time' : 'text',
  width: Math.max(NUMBERS.includes(kind) ? 10 : 16, Math.min(40, [...heading].length * 2)),
})

const rowsOf = (data: EntryData, table: string): readonly EntryData[] => {
  const rows = data[table]
  return Array.isArray(rows) ? (rows as EntryData[]) : []
}

/** How many rows of a file an entry needs. */
export const heightOf = ({ fields }: FormDefinition, { data }: ListedEntry): number =>
  Math.max(1, ...fields.filter(({ kind }) => kind === 'table').map(({ id }) => rowsOf(data, id).length))

interface Described {
  readonly name?: string
  readonly value?: number | null
  readonly longitude?: number
  readonly latitude?: number
}

/** An amount as a number, or as it stands where a number would lose some of it. */
const numberOf = (amount: string): Cell => (amount.replace(/\D/g, '').replace(/^0+/, '').length <= MAX_DIGITS ? Number(amount) : amount)

/** What a value says to people. */
export function cellOf(part: FormColumn, value: unknown, { language, t, zone, names, members }: Words): Cell {
  if (value === undefined || value === null) return null
  const choice = (one: unknown) => {
    const found = (part.choices ?? []).find(({ value: known }) => known === one)
    return found ? textIn(found.labels, language) : String(one)
  }
  switch (part.kind) {
    case 'number':
    case 'integer':
    case 'slider':
    case 'rating':
      return typeof value === 'number' ? value : String(value)
    case 'money':
      return numberOf(String(value))
    case 'reading':
      return (value as Described).value ?? null
    case 'switch':
      return t(value === true ? 'entries.yes' : 'entries.no')
    case 'radio':
    case 'select':
      return choice(value)
    case 'checkboxes':
    case 'multi-select':
      return (value as unknown[]).map(choice).join(t('common.between'))
    case 'dictionary':
      return members.get(`${part.dictionary} ${String(value)}`) ?? String(value)
    case 'moment':
      return secondText(zone, Date.parse(String(value)))
    case 'date-range':
      return (value as string[]).join(' – ')
    case 'region':
    case 'organisation':
    case 'user':
    case 'role':
    case 'post':
    case 'device':
    case 'reference':
      return names[String(value)] ?? null
    case 'files':
    case 'pictures':
      return (value as Described[])
        .map(({ name = '' }) => name)
        .join(t('common.between'))
        .slice(0, MAX_CELL_CHARACTERS)
    case 'signature':
      return t('entries.yes')
    case 'location': {
      const { longitude, latitude, name } = value as Described
      return [name, `${longitude}, ${latitude}`].filter(Boolean).join(' ')
    }
    case 'rich-text':
      return wordsOfHtml(String(value)).slice(0, MAX_CELL_CHARACTERS)
    default:
      return String(value).slice(0, MAX_CELL_CHARACTERS)
  }
}
