/** Columns of a noun's table, from the model and from what the caller may see. */
import type { Field } from '../../model/fields.ts'
import { fieldKey } from '../../model/labels/index.ts'
import type { Resource } from '../../model/resource.ts'
import { rowFields } from '../../model/resource.ts'
import type { Column } from '../ui/data-table.tsx'
import { Tag } from '../ui/tag.tsx'
import type { LabelKey, Translate } from './i18n.ts'
import type { ResourceRow } from './resource-client.ts'

/** What a page says about one column; `hide` leaves it out of the table, not out of the form. */
export interface ColumnSetup {
  readonly width?: number
  readonly hide?: boolean
  readonly text?: (row: ResourceRow) => string
}

export type ColumnSetups = Readonly<Record<string, ColumnSetup>>

/** `visible` absent: not known yet, all the model has. */
export function columnsOf(of: Resource, visible: readonly string[] | undefined, setups: ColumnSetups, t: Translate): Column<ResourceRow>[] {
  return rowFields(of).filter((name) => (visible?.includes(name) ?? true) && name !== of.parent && !setups[name]?.hide).map((name) => {
    const field = of.fields[name] as Field
    const setup = setups[name] ?? {}
    const text = setup.text ?? ((row: ResourceRow) => textOf(name, field, row, t))
    return {
      key: name,
      title: t(fieldKey(of.name, name)),
      width: setup.width ?? widthOf(field),
      sortable: field.rights.sort ?? false,
      text,
      render: (row) => (name === 'status' ? <Tag kind={Number(row[name]) === 1 ? 'good' : 'quiet'}>{text(row)}</Tag> : text(row)),
    }
  })
}

/** A value as people read it: members by their label, linked rows by their name. */
function textOf(name: string, { kind }: Field, row: ResourceRow, t: Translate): string {
  const value = kind === 'reference' || kind === 'references' ? row[`${name}Cn`] : row[name]
  if (value === undefined || value === null || value === '') return ''
  if (kind === 'choice') return t(`choice.${name}.${String(value)}` as LabelKey)
  return kind === 'references' ? String(value).split(',').join(', ') : String(value)
}

const widths: Record<Field['kind'], number> = { text: 150, integer: 90, time: 170, choice: 110, reference: 170, references: 180, lookup: 130 }

function widthOf({ kind }: Field): number {
  return widths[kind]
}
