/** Columns of a list that no field of its noun is, such as newest values of devices: each stands there for a key that its reader has chosen. */
import type { ComponentType, ReactNode } from 'react'
import type { Column } from '../../ui/column.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import type { LabelKey } from '../i18n/i18n.ts'

/** What chooses the keys, among what the rows that are shown have. */
export interface BesideDialogProps {
  readonly rows: readonly ResourceRow[]
  readonly keys: readonly string[]
  readonly onChoose: (keys: readonly string[]) => void
  readonly onClose: () => void
}

export interface Beside {
  /** The button of the noun that only those have who may have these columns. */
  readonly button: string
  /** What opens the dialog. */
  readonly label: LabelKey
  readonly Dialog: ComponentType<BesideDialogProps>
  /** The columns of these keys for these rows, and what is drawn around the table for their cells. */
  readonly useColumns: (
    rows: readonly ResourceRow[],
    keys: readonly string[],
  ) => { readonly columns: readonly Column<ResourceRow>[]; readonly around: (table: ReactNode) => ReactNode }
}
