/** Statements over the entries of a form: filtered by what its fields say, and in their order. Ids of fields come from the form, values are bound. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { EntryFilter } from '../../../../model/contract/devtool/form-entries.ts'
import type { EntrySource, EntryState } from '../../../../model/devtool/form-entries.ts'
import type { FieldError } from '../../../../model/errors.ts'
import { decimalOf } from '../../../../model/expression/values.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../model/form/kinds.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { isSeen } from './seen-entries.ts'

export interface EntryQuery {
  readonly formId: string
  readonly filters?: Readonly<Record<string, EntryFilter>> | undefined
  readonly entryState?: EntryState | undefined
  readonly entrySource?: EntrySource | undefined
  readonly mine?: boolean | undefined
  readonly sorter?: string | undefined
  /** The only ones. */
  readonly ids?: readonly string[] | undefined
}

type Comparing = 'number' | 'date' | 'moment' | 'text'

/** How the values of a kind compare; absent where they have no order. */
const ORDERED: Readonly<Partial<Record<FieldKind, Comparing>>> = {
  text: 'text',
  lines: 'text',
  code: 'text',
  number: 'number',
  integer: 'number',
  money: 'number',
  slider: 'number',
  rating: 'number',
  reading: 'number',
  date: 'date',
  moment: 'moment',
  time: 'text',
  radio: 'text',
  select: 'text',
  dictionary: 'text',
  serial: 'number',
}
const SEARCHED: readonly FieldKind[] = ['text', 'lines', 'code', 'serial']
const CHOSEN: readonly FieldKind[] = ['switch', 'radio', 'select', 'checkboxes', 'multi-select', 'dictionary', 'rating']
/** What a list shows of an entry: a value of one line. */
const SHOWN = (kind: FieldKind): boolean => !['rich-text', 'table', 'signature'].includes(kind)

const isChosen = (kind: FieldKind) => CHOSEN.includes(kind) || kind === 'reference' || (KINDS[kind].of !== undefined && kind !== 'reading')
/** Whether lists can be filtered by fields of the kind. */
export const isFilter = (kind: FieldKind): boolean => isChosen(kind) || SEARCHED.includes(kind) || ORDERED[kind] !== undefined
/** Whether lists can be sorted by fields of the kind. */
export const isSorter = (kind: FieldKind): boolean => ORDERED[kind] !== undefined

/** The fields that lists of entries show to somebody. @param definition Of the fields that are seen */
export const listedFields = ({ fields }: FormDefinition): FormField[] => fields.filter(({ listed, kind }) => listed === true && SHOWN(kind))

/**
 * The rows of the query, before anything is chosen of them.
 * @param definition Of the newest version, with the fields that the caller sees
 * @throws Failure `request.invalid` for what is no listed field or has no such comparison, naming it
 */
export function entriesOf(caller: Caller, definition: FormDefinition, query: EntryQuery, t: Translate) {
  const conditions = Object.entries(query.filters ?? {}).flatMap(([id, filter]) => conditionsOf(fieldNamed(definition, id, t), filter, t))
  return build
    .selectFrom('form_entries as entry')
    .where('form_id', '=', query.formId)
    .where(isSeen(caller))
    .$if(query.mine === true, (rows) => rows.where('owner_id', '=', caller.userId))
    .$if(query.entryState !== undefined, (rows) => rows.where('entry_state', '=', query.entryState as EntryState))
    .$if(query.entrySource !== undefined, (rows) => rows.where('entry_source', '=', query.entrySource as EntrySource))
    .$if(query.ids !== undefined, (rows) => rows.where(sql<boolean>`entry.id = any(${query.ids ?? []}::uuid[])`))
    .$if(conditions.length > 0, (rows) => rows.where(sql<boolean>`${sql.join(conditions, sql` and `)}`))
}

/** The expressions to order by, the first first. @throws Failure `request.invalid` for what has no order */
export function orderOf(definition: FormDefinition, sorter: string | undefined, t: Translate): readonly RawBuilder<unknown>[] {
  const [name = 'entryNumber', direction = 'descend'] = sorter?.split(' ') ?? []
  const toward = direction === 'ascend' ? sql`asc` : sql`desc`
  if (name === 'entryNumber') return [sql`entry.entry_number ${toward}`]
  const field = listedFields(definition).find(({ id, kind }) => id === name && isSorter(kind))
  if (!field) return fail('request.invalid', { fields: [{ field: 'sorter', message: t('check.sorter') }] })
  return [sql`${comparable(field)} ${toward} nulls last`, sql`entry.entry_number desc`]
}

function fieldNamed(definition: FormDefinition, id: string, t: Translate): FormField {
  const field = listedFields(definition).find((each) => each.id === id)
  return field ?? refuse({ field: id, message: t('check.unknown', { field: id }) })
}

const refuse = (error: FieldError): never => fail('request.invalid', { fields: [error] })

const valueOf = ({ id }: FormField) => sql`entry.data -> ${sql.lit(id)}`
const wordOf = ({ id, kind }: FormField) =>
  kind === 'reading' ? sql`entry.data -> ${sql.lit(id)} ->> 'value'` : sql`entry.data ->> ${sql.lit(id)}`

/** What a value is compared as. An older version may have kept something else under the same id: that has no place in an order. */
function comparable(field: FormField): RawBuilder<unknown> {
  const word = wordOf(field)
  return ORDERED[field.kind] === 'number'
    ? sql`case when ${word} ~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,3})?$' then (${word})::numeric end`
    : sql`${word}`
}

function conditionsOf(field: FormField, { among, contains, from, to }: EntryFilter, t: Translate): RawBuilder<SqlBool>[] {
  const wrong = () => refuse({ field: field.id, message: t('check.invalid', { field: field.id }) })
  const found: RawBuilder<SqlBool>[] = []
  if (among !== undefined) found.push(isChosen(field.kind) ? isAmong(field, among) : wrong())
  if (contains) found.push(SEARCHED.includes(field.kind) ? sql`strpos(lower(${wordOf(field)}), lower(${contains})) > 0` : wrong())
  for (const [bound, sign] of [
    [from, sql`>=`],
    [to, sql`<=`],
  ] as const) {
    if (!bound) continue
    const limit = boundOf(field.kind, bound) ?? wrong()
    found.push(sql`${comparable(field)} ${sign} ${limit}`)
  }
  return found
}

function isAmong(field: FormField, among: readonly unknown[]): RawBuilder<SqlBool> {
  const isSeveral = field.kind === 'checkboxes' || field.kind === 'multi-select'
  const each = among.map((value) => sql`${JSON.stringify(isSeveral ? [value] : value)}::jsonb`)
  const value = valueOf(field)
  return isSeveral
    ? sql`(${sql.join(
        each.map((one) => sql`${value} @> ${one}`),
        sql` or `,
      )})`
    : sql`${value} in (${sql.join(each)})`
}

function boundOf(kind: FieldKind, bound: string): RawBuilder<unknown> | undefined {
  const as = ORDERED[kind]
  if (as === 'number') return decimalOf(bound) ? sql`${bound.trim()}::numeric` : undefined
  if (as === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(bound) ? sql`${bound}` : undefined
  if (as === 'moment') {
    const ms = Date.parse(bound)
    return Number.isNaN(ms) ? undefined : sql`${new Date(ms).toISOString()}`
  }
  return as === 'text' && !bound.includes('\u0000') ? sql`${bound}` : undefined
}
