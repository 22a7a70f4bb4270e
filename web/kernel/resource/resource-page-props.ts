/** What a page says about its noun: everything else about the page follows from the model. */
import type { ComponentType, ReactNode } from 'react'
import type { Resource } from '../../../model/resource.ts'
import type { RowAction } from '../../ui/data-table.tsx'
import type { Option } from '../../ui/options.ts'
import type { Action } from '../../ui/toolbar.tsx'
import type { ResourceRow } from '../http/resource-client.ts'
import type { LabelKey, Translate } from '../i18n/i18n.ts'
import type { Beside } from './beside.ts'
import type { Board } from './board.ts'
import type { ColumnSetups } from './columns.tsx'
import type { FormValues } from './form-checks.ts'
import type { Ending, Refusal } from './resource-actions.tsx'
import type { ResourceFormProps } from './resource-form.tsx'
import type { ListControl } from './use-list-state.ts'

/** How rows stand together: their order, and what stands above the first of each group. */
interface Grouping {
  readonly arrange: (rows: readonly ResourceRow[]) => readonly ResourceRow[]
  readonly headings: (rows: readonly ResourceRow[], t: Translate) => ((row: ResourceRow) => string) | undefined
}

export interface ResourcePageProps {
  readonly of: Resource
  readonly columns?: ColumnSetups
  /** Columns of the table and its files that no field is and that its reader chooses by their keys; behind those that stand first. */
  readonly beside?: Beside
  /** The filters shown without asking for more, in this order. */
  readonly filters?: readonly string[]
  /** What a filter by text can be chosen from, by its field. */
  readonly choices?: Readonly<Record<string, readonly Option[]>>
  /** What a new row's form begins with. */
  readonly defaults?: FormValues
  /** Controls of this noun alone in its form, by field. */
  readonly controls?: Readonly<Record<string, ReactNode>>
  /** The same where several rows are changed at once. */
  readonly controlsTogether?: (rows: readonly ResourceRow[]) => Readonly<Record<string, ReactNode>>
  /** Whether its form asks for a field beside these values. */
  readonly shows?: ResourceFormProps['shows']
  /** What its form shows folded. */
  readonly folded?: ResourceFormProps['folded']
  /** A second button of its form, for whoever has the button that it stands for: saves, and goes on with that. */
  readonly saveAnd?: NonNullable<ResourceFormProps['saveAnd']> & { readonly button: string }
  /** Rows were added, changed or deleted. */
  readonly onChanged?: () => void
  /** What the server answered to a creation, where that is more than the row's id. */
  readonly onAdded?: (answer: unknown) => void
  /** Buttons of this noun alone. */
  readonly actions?: (chosen: readonly ResourceRow[], may: (button: string) => boolean) => readonly Action[]
  /** Buttons of this noun's rows alone, before the standard ones. */
  readonly rowActions?: (row: ResourceRow, may: (button: string) => boolean) => readonly RowAction[]
  /** Rows that stay as they are, or stay at all: they have no such button, and that of the bar says why. */
  readonly refusal?: Refusal
  /** The dialog that adds or changes a row, where the standard one is not enough. */
  readonly form?: ComponentType<ResourceFormProps>
  /** Standard buttons that this noun has something else for. */
  readonly without?: readonly string[]
  /** Rows that belong together, and the heading above them; absent where none do. */
  readonly grouping?: Grouping | undefined
  /** Another look at the rows, beside the table. */
  readonly board?: Board
  /** What is drawn around the table and knows its rows, such as their newest values for the cells. */
  readonly around?: (rows: readonly ResourceRow[], table: ReactNode) => ReactNode
  /** What stands at the left of the list and narrows it. */
  readonly aside?: (control: Pick<ListControl, 'state' | 'filter'>) => ReactNode
  /** Milliseconds after which the rows are asked for again, where they change by themselves. */
  readonly again?: number
  /** What is said where there are no rows at all: what they are for, and what to do first. */
  readonly empty?: string
  /** What switching a row off ends for people: then the switch asks first. */
  readonly turningOff?: LabelKey
  /** What hangs on rows and is seen to before they are removed or switched off. */
  readonly ending?: (may: (button: string) => boolean) => Ending | undefined
}
