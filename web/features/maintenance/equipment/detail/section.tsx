/** A part of the page about a machine: rows under a heading, and what can be done there. */
import type { ReactNode } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { tableTexts } from '../../../../kernel/i18n/texts.ts'
import type { Column, RowAction } from '../../../../ui/data-table.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'

interface SectionProps<Row> {
  readonly title: string
  readonly about?: ReactNode
  readonly button?: ReactNode
  readonly columns: readonly Column<Row>[]
  /** Undefined while they come. */
  readonly rows: readonly Row[] | undefined
  readonly none: string
  readonly nameOf: (row: Row) => string
  readonly actionsOf?: (row: Row) => readonly RowAction[]
}

const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined

export function Section<Row extends { readonly id: string }>({
  title,
  about,
  button,
  columns,
  rows,
  none,
  nameOf,
  actionsOf,
}: SectionProps<Row>) {
  const t = useT()
  const [first, ...others] = columns.map(({ key }) => key)
  return (
    <section className="machine-card">
      <div className="machine-head">
        <h2>{title}</h2>
        {button}
      </div>
      {about}
      {rows?.length === 0 ? (
        <p className="machine-about">{none}</p>
      ) : (
        <DataTable
          columns={columns}
          rows={rows ?? []}
          nameOf={nameOf}
          card={{ title: first ?? '', fields: others }}
          choosable={false}
          chosen={nobody}
          onChoose={nothing}
          onSort={nothing}
          {...(actionsOf ? { actionsOf } : {})}
          state={rows ? 'ready' : 'first'}
          expected={2}
          texts={tableTexts(title, t)}
        />
      )}
    </section>
  )
}
