/** The words of a table; it knows no language. */
export interface TableTexts {
  readonly caption: string
  readonly chooseAll: string
  readonly choose: string
  readonly actions: string
  readonly more: string
  readonly empty: string
  readonly unfold: string
  readonly fold: string
  /** That so many columns lie beside what is seen. */
  readonly beyond: (columns: number) => string
  /** That so many fields of a row do not stand on its card, and the way back. */
  readonly rest: (fields: number) => string
  readonly lessOfRow: string
  /** Which keys do what, for somebody who hears the table. */
  readonly keys?: string
}
