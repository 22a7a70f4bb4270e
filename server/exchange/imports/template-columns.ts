/** What a template says about one column: heading, example, what may stand there, and the list to choose from. */
import { sql } from 'kysely'
import type { Field } from '../../../model/field.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import { limitsOf } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import { shownText } from '../../kernel/resources/row-text.ts'
import { nounOf, readTreeIndex } from './references.ts'
import type { Asking } from './types.ts'
import { wordsOf } from './values.ts'
import type { InScope } from './in-scope.ts'

export interface Column {
  readonly heading: string
  readonly needed: boolean
  readonly note: string
  readonly example: string
  readonly choices: readonly string[]
  /** Several of the choices may stand in one cell. */
  readonly several: boolean
  /** What is not among the choices may be right all the same. */
  readonly open: boolean
}

/** Names a list offers at most; others are written. */
const MAX_NAMES = 1000

/** The column of a field in the template: heading, note, and the list of values it offers. */
export async function columnFor(
  of: Resource,
  name: string,
  field: Field,
  needed: boolean,
  asking: Asking,
  within: InScope,
): Promise<Column> {
  const { t } = asking
  const heading = t(fieldKey(of.name, name))
  const several = field.kind === 'references'
  if (field.options) {
    const choices = field.options.map((member) => t(`${wordsOf(name, field)}.${member}` as LabelKey))
    const isOne = field.kind === 'choice'
    return {
      heading,
      needed,
      choices,
      several: !isOne,
      open: false,
      example: choices[0] ?? '',
      note: t(isOne ? 'import.note.choice' : 'import.note.choices'),
    }
  }
  if (field.link) {
    const choices = await namesFor(field, asking, within)
    const isTree = nounOf(field.link)?.parent !== undefined
    const note = t(
      several
        ? 'import.note.references'
        : name === of.parent
          ? 'import.note.parent'
          : isTree
            ? 'import.note.path'
            : 'import.note.reference',
    )
    return { heading, needed, choices, several, open: true, example: name === of.parent ? '' : (choices[0] ?? ''), note }
  }
  if (field.kind === 'list')
    return {
      heading,
      needed,
      choices: [],
      several: true,
      open: true,
      example: lists.find((sample) => field.check.safeParse(sample).success) ?? '',
      note: t('import.note.list'),
    }
  const example = exampleOf(field, t)
  const unique = of.unique?.includes(name) ? ` ${t('import.note.unique')}` : ''
  return { heading, needed, choices: [], several, open: true, example, note: `${noteOf(field, t)}${unique}` }
}

/** Names of the rows that can be pointed at, for somebody who may list them and sees their names; in a tree the whole paths. */
async function namesFor({ link }: Field, { caller }: Asking, within: InScope): Promise<string[]> {
  const target = link && nounOf(link)
  if (!target) return []
  const view = viewOf(caller, target)
  const mayList = [...caller.urls].some((url) => url.startsWith(`${target.api.base}/query`))
  if (!mayList || !view.sees(target.title) || !view.names(link)) return []
  if (target.parent !== undefined && view.sees(target.parent)) {
    const forest = await within(target, (tx) => readTreeIndex(tx, target, [target.title]), 'read')
    return forest.paths(MAX_NAMES)
  }
  const title = sql.ref(columnOf(target.title))
  const rows = await within(
    target,
    (tx) =>
      tx.all(
        typedAs<{ name: string }>(
          buildFor
            .selectFrom(`${target.table} as target`)
            .select(sql<string>`${shownText(link, view)}`.as('name'))
            .orderBy(title)
            .limit(MAX_NAMES),
        ),
      ),
    'read',
  )
  return rows.map((row) => row.name)
}

/** Addresses, and names of what an application may reach. */
const lists = ['https://app.example.com/callback', 'profile admin.sysuser.read']
const samples = ['name@example.com', '13900000000', '86', '2026-01-31 08:00:00']

function exampleOf(field: Field, t: Asking['t']): string {
  const { min } = limitsOf(field)
  if (field.kind === 'integer') return String(Math.max(1, min ?? 1))
  if (field.kind === 'decimal') return '1.5'
  return [t('import.example'), 'EXAMPLE', ...samples].find((sample) => field.check.safeParse(sample).success) ?? ''
}

function noteOf(field: Field, t: Asking['t']): string {
  const { min, max } = limitsOf(field)
  if (field.kind === 'integer') return t('import.note.number', { min: min ?? 0, max: max ?? 0 })
  if (field.kind === 'decimal')
    return min === undefined
      ? t('import.note.decimal')
      : max === undefined
        ? t('import.note.least', { min })
        : t('import.note.between', { min, max })
  if (field.kind === 'time') return t('import.note.time')
  const takes = (sample: string) => field.check.safeParse(sample).success
  if (!takes('EXAMPLE')) return t(takes('name@example.com') ? 'import.note.email' : 'import.note.digits')
  const length =
    min !== undefined && min > 1 && max !== undefined ? t('import.note.length', { min, max }) : t('import.note.most', { max: max ?? 0 })
  return takes('example text') ? length : `${length} ${t('import.note.no-blanks')}`
}
