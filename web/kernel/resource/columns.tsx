/** Columns of a noun's table, from the model and from what the caller may see. */
import type { ReactNode } from 'react'
import type { Field } from '../../../model/field.ts'
import { HOUR_OF_DAY } from '../../../model/field.ts'
import { labelOf } from '../../../model/labels/index.ts'
import type { Listing } from '../../../model/resource.ts'
import { rowFields } from '../../../model/resource.ts'
import type { ColumnSettings } from '../../ui/column-settings.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { LabelKey, Translate } from '../i18n/i18n.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { statusOf } from './status-switch.tsx'

/** What a page says about one column; `hide` leaves it out of the table, not out of the form. */
export interface ColumnSetup<Row = ResourceRow> {
  readonly width?: number
  readonly hide?: boolean
  /** Stands before the others, of several in the order in which the page names them. */
  readonly first?: boolean
  /** Few rows have anything in it: it stands behind the others, and is shown to whoever asks for it. */
  readonly isRare?: boolean
  /** What it shows is of one length, whatever the field is otherwise: a column of numbers that people copy is never cut. */
  readonly isFirm?: boolean
  readonly text?: (row: Row) => string
  readonly render?: (row: Row, text: string) => ReactNode
}

export type ColumnSetups<Row = ResourceRow> = Readonly<Record<string, ColumnSetup<Row>>>

/**
 * The columns of a list of the noun.
 * @param visible The fields that its reader sees; absent while they are not known: all the model has.
 * @param control What stands in place of the words of the field that says whether a row is in use, for whoever may change it.
 */
export function columnsOf<Row extends ResourceRow = ResourceRow>(
  of: Listing,
  visible: readonly string[] | undefined,
  setups: ColumnSetups<Row>,
  t: Translate,
  control: (name: string, row: Row) => ReactNode = () => undefined,
): Column<Row>[] {
  const status = statusOf(of)
  const names = rowFields(of).filter((name) => (visible?.includes(name) ?? true) && name !== of.parent && !setups[name]?.hide)
  const first = Object.keys(setups).filter((name) => setups[name]?.first && names.includes(name))
  const isRare = (name: string) => setups[name]?.isRare ?? false
  const others = names.filter((name) => !first.includes(name))
  return [...first, ...others.filter((name) => !isRare(name)), ...others.filter(isRare)].map((name) => {
    const field = of.fields[name] as Field
    const setup = setups[name] ?? {}
    const text = setup.text ?? ((row: Row) => textOf(name, field, row, t))
    return {
      key: name,
      title: t(labelOf(of, name)),
      width: setup.width ?? widthOf(field),
      isFirm: setup.isFirm ?? FIRM.has(field.kind),
      isRare: isRare(name),
      sortable: field.rights.sort ?? false,
      text,
      render: (row) => {
        if (setup.render) return setup.render(row, text(row))
        if (name === status) return control(name, row) ?? <Tag kind={Number(row[name]) === 1 ? 'good' : 'quiet'}>{text(row)}</Tag>
        return name === of.title && row['builtIn'] === 1 ? (
          <>
            {text(row)} <Tag kind="plain">{t('list.built-in')}</Tag>
          </>
        ) : (
          text(row)
        )
      },
    }
  })
}

/** The columns with those of `extra`, which no field of the noun is, behind those that stand first. */
export function withExtra(
  columns: readonly Column<ResourceRow>[],
  extra: readonly Column<ResourceRow>[],
  setups: ColumnSetups,
): readonly Column<ResourceRow>[] {
  if (extra.length === 0) return columns
  const at = columns.findLastIndex(({ key }) => setups[key]?.first) + 1
  return columns.toSpliced(at, 0, ...extra)
}

/** A look of the columns without what it says of columns that no field is: it is kept by fields. */
export function withoutExtra(look: ColumnSettings, extra: readonly Column<ResourceRow>[]): ColumnSettings {
  if (extra.length === 0) return look
  const isOwn = (key: string) => extra.every((column) => column.key !== key)
  const { order, hidden, left, right, widths, ...rest } = look
  const own = (keys: readonly string[] | undefined) => keys?.filter(isOwn)
  return {
    ...rest,
    ...(order ? { order: own(order) } : {}),
    ...(hidden ? { hidden: own(hidden) } : {}),
    ...(left ? { left: own(left) } : {}),
    ...(right ? { right: own(right) } : {}),
    ...(widths ? { widths: Object.fromEntries(Object.entries(widths).filter(([key]) => isOwn(key))) } : {}),
  }
}

/** A value as people read it: members by their label, linked rows by their name. */
function textOf(name: string, { kind, options, day }: Field, row: ResourceRow, t: Translate): string {
  const value = kind === 'reference' || kind === 'references' ? row[`${name}Cn`] : row[name]
  if (value === undefined || value === null || value === '') return ''
  const labelOf = (member: string) => t(`choice.${name}.${member}` as LabelKey)
  if (kind === 'choice') return labelOf(String(value))
  if (kind === 'list' && options) return String(value).split(',').map(labelOf).join(t('common.between'))
  if (kind === 'words' && Array.isArray(value))
    return value.map((word) => t(`button.${String(word)}` as LabelKey)).join(t('common.between'))
  if (kind === 'references') return String(value).split(',').join(t('common.between'))
  return day && String(value).endsWith(` ${HOUR_OF_DAY[day]}`) ? String(value).slice(0, 'yyyy-MM-dd'.length) : String(value)
}

/** Kinds of which all values are about as long as each other. */
const FIRM: ReadonlySet<Field['kind']> = new Set(['integer', 'decimal', 'time', 'choice'])

const widths: Record<Field['kind'], number> = {
  text: 150,
  list: 200,
  integer: 90,
  decimal: 100,
  time: 170,
  choice: 110,
  words: 220,
  reference: 170,
  references: 180,
  lookup: 130,
}

const DAY_WIDTH = 130

function widthOf({ kind, day }: Field): number {
  return day ? DAY_WIDTH : widths[kind]
}
