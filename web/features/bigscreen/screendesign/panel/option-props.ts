import type { ScreenWidget } from '../../../../../model/screens/document.ts'
import type { Mixed } from '../state/together.ts'
import type { OptionField } from './options.ts'

/** What the control of an option is given. */
export interface OptionProps {
  readonly id: string
  readonly label: string
  readonly field: OptionField
  /** One that the option belongs to: figures and columns are those of it. */
  readonly widget: ScreenWidget
  readonly value: unknown
  readonly isMixed: boolean
  readonly disabled: boolean
  readonly onChange: (value: unknown) => void
}

/** What an option is, as the type that its control has; the document was read by a schema, so it is one. */
export const valueIn = <Value>({ value, isMixed }: Pick<OptionProps, 'value' | 'isMixed'>, mixed: Mixed): Value | undefined | Mixed =>
  isMixed ? mixed : (value as Value | undefined)
