/** A draft of tables of PostgreSQL for the entries: one for the form, one for each table in it. */
import { decimalOf } from '../../../../model/expression/values.ts'
import type { FormColumn } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { KINDS } from '../../../../model/form/kinds.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { inComment, inSql, sqlName } from './escape.ts'
import type { FormSource } from './source.ts'
import { columnsOf, isAlwaysRequired, isWritten } from './source.ts'

/** Bytes of a name in PostgreSQL; of a table, what its constraints are called stands behind it. */
const MAX_NAME = 63

/** table.sql: one transaction, to be read before it is run. */
export function tableFile({ title, definition, language }: FormSource): string {
  const entries = tableNameOf(title)
  const names = columnNames(definition.fields, ['id', 'form_version', 'created_at'])
  const plain = definition.fields.filter(({ kind }) => kind !== 'table')
  const comments = [comment('table', sqlName(entries), title)]
  const statements = [
    create(entries, [
      'id uuid primary key default gen_random_uuid()',
      'form_version integer not null',
      'created_at timestamptz not null default now()',
      ...plain.map((field) => columnOf(field, names)),
    ]),
  ]
  comments.push(...plain.map((field) => commentOf(entries, field, names, language)))
  const taken = new Set([entries])
  for (const field of definition.fields) {
    if (field.kind !== 'table') continue
    const rows = firstFree(`${entries}_${field.id}`, taken)
    const own = columnNames(columnsOf(field), ['entry_id', 'row_number'])
    statements.push(
      create(rows, [
        `entry_id uuid not null references ${sqlName(entries)} (id) on delete cascade`,
        'row_number integer not null check (row_number >= 1)',
        ...columnsOf(field).map((column) => columnOf(column, own)),
        'primary key (entry_id, row_number)',
      ]),
    )
    comments.push(comment('table', sqlName(rows), textIn(field.labels, language)))
    comments.push(...columnsOf(field).map((column) => commentOf(rows, column, own, language)))
  }
  return `-- Tables for entries of a form (PostgreSQL 13 or newer). A draft: read it before it is run.\nbegin;\n\n${[...statements, comments.join('\n')].join('\n\n')}\n\ncommit;\n`
}

const create = (name: string, lines: readonly string[]): string =>
  `create table ${sqlName(name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`

const comment = (what: string, name: string, text: string): string => `comment on ${what} ${name} is ${inSql(text)};`

const commentOf = (table: string, part: FormColumn, names: ReadonlyMap<string, string>, language: Language): string =>
  comment('column', `${sqlName(table)}.${sqlName(names.get(part.id) as string)}`, textIn(part.labels, language))

/** The name of the table: what of the form's is in plain letters, so that nobody has to type anything else. */
export function tableNameOf(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 30)
  return /[a-z]/.test(plain) ? `form_${plain}` : 'form_entries'
}

/** The columns by the ids of the fields: their names in small letters where they fit, and are no other column's; else the id. */
export function columnNames(parts: readonly FormColumn[], own: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(own)
  return new Map(
    parts.map(({ id, name }) => {
      const small = inComment(name).toLowerCase()
      return [id, firstFree(new TextEncoder().encode(small).length <= MAX_NAME ? small : `field_${id}`, taken)]
    }),
  )
}

function firstFree(wanted: string, taken: Set<string>): string {
  let found = wanted
  for (let at = 2; taken.has(found); at += 1) found = `${[...wanted].slice(0, 12).join('')}_${at}`
  taken.add(found)
  return found
}

function columnOf(part: FormColumn, names: ReadonlyMap<string, string>): string {
  const name = sqlName(names.get(part.id) as string)
  const isThere = isAlwaysRequired(part) && isWritten(part)
  return [name, typeOf(part), ...(isThere ? ['not null'] : []), ...checksOf(part, name).map((check) => `check (${check})`)].join(' ')
}

function typeOf({ kind, decimals }: FormColumn): string {
  switch (kind) {
    case 'number':
    case 'slider':
      return decimals === undefined ? 'numeric' : `numeric(38, ${decimals})`
    case 'money':
      return `numeric(38, ${decimals ?? 2})`
    case 'integer':
    case 'rating':
      return 'bigint'
    case 'switch':
      return 'boolean'
    case 'checkboxes':
    case 'multi-select':
      return 'text[]'
    case 'date':
      return 'date'
    case 'moment':
      return 'timestamptz'
    case 'time':
      return 'time'
    case 'date-range':
      return 'daterange'
    case 'reading':
    case 'files':
    case 'pictures':
    case 'signature':
    case 'location':
      return 'jsonb'
    default:
      return KINDS[kind].of || kind === 'reference' ? 'uuid' : 'text'
  }
}

/** What the database can hold on to by itself. A calculated value is not measured. */
function checksOf(part: FormColumn, name: string): string[] {
  if (!isWritten(part)) return []
  const { kind, choices, maxLength } = part
  const values = choices && `array[${[...new Set(choices.map(({ value }) => value))].map(inSql).join(', ')}]::text[]`
  if (kind === 'radio' || kind === 'select') return values ? [`${name} = any (${values})`] : []
  if (kind === 'checkboxes' || kind === 'multi-select') return values ? [`${name} <@ ${values}`] : []
  if (KINDS[kind].type === 'number' && kind !== 'reading') return boundsOf(part, name)
  return maxLength !== undefined && KINDS[kind].rules.includes('maxLength') ? [`char_length(${name}) <= ${maxLength}`] : []
}

function boundsOf({ kind, least, greatest }: FormColumn, name: string): string[] {
  const [low, high] = [kind === 'rating' ? '1' : least, kind === 'rating' ? (greatest ?? '5') : greatest].map((bound) =>
    bound === undefined ? undefined : decimalOf(bound)?.toString(),
  )
  return [...(low === undefined ? [] : [`${name} >= ${low}`]), ...(high === undefined ? [] : [`${name} <= ${high}`])]
}
