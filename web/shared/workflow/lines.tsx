/** Rows of a process in a table of the house, of which nothing is chosen; on a phone they are cards. */
import { useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import { pagerTexts, tableTexts } from '../../kernel/i18n/texts.ts'
import type { CardOf } from '../../ui/card.ts'
import type { ColumnSettings } from '../../ui/column-settings.ts'
import type { Column, RowAction } from '../../ui/data-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'

const none: ReadonlySet<string> = new Set()
const nothing = () => undefined

interface LinesProps<Row> {
  readonly caption: string
  readonly empty: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly nameOf: (row: Row) => string
  readonly card: CardOf
  readonly actionsOf?: (row: Row) => readonly RowAction[]
  readonly isAsking?: boolean
  /** Absent: all rows are there. */
  readonly pages?: {
    readonly page: number
    readonly size: number
    readonly total: number
    readonly onChange: (page: number, size: number) => void
  }
}

export function Lines<Row extends { readonly id: string }>(props: LinesProps<Row>) {
  const { caption, empty, columns, rows, nameOf, card, actionsOf, isAsking = false, pages } = props
  const t = useT()
  const [look, setLook] = useState<ColumnSettings>({})
  return (
    <>
      <DataTable
        columns={columns}
        look={look}
        onLook={setLook}
        rows={rows ?? []}
        nameOf={nameOf}
        card={card}
        choosable={false}
        chosen={none}
        onChoose={nothing}
        onSort={nothing}
        {...(actionsOf ? { actionsOf } : {})}
        state={rows === undefined ? 'first' : isAsking ? 'again' : 'ready'}
        expected={rows?.length ?? 5}
        texts={{ ...tableTexts(caption, t), empty }}
      />
      {pages && (
        <Pager page={pages.page} size={pages.size} total={pages.total} texts={pagerTexts(pages.total, t)} onChange={pages.onChange} />
      )}
    </>
  )
}
