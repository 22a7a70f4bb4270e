/** A column of a table, as whoever shows one declares it. */
import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** Pixels; the widths share what is left over. */
  readonly width: number
  /** All it shows is of one length, such as times: it never gives width to others. */
  readonly isFirm?: boolean
  /** Few rows have anything in it: shown only to whoever asks for it. */
  readonly isRare?: boolean
  readonly sortable?: boolean
  readonly render: (row: Row) => ReactNode
  /** The whole text, shown when the cell is too narrow for it. */
  readonly text?: (row: Row) => string
}
