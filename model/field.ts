/** What is said of a field of a noun: the shape of the data that the functions of fields.ts make. */
import type * as z from 'zod/mini'

/** How a filter compares: `contains` and `equals` on text, `range` on times and numbers (two values), `subtree` on a tree reference. */
export type Filter = 'equals' | 'contains' | 'range' | 'subtree'

/** `always` by anybody with the right, `once` at creation only, `never` (the server alone writes it). */
export type Write = 'always' | 'once' | 'never'

/** `row`: part of the rows lists give. `own`: only the person's own pages. `secret`: written, never given to anybody. */
export type Access = 'row' | 'own' | 'secret'

/** Where the rows of a link stand: `references` and `lookup` go through a table `(tenant_id, from, to, …)`. */
export interface Link {
  readonly to: string
  /** Column of the target that names it to people. */
  readonly show: string
  /** Link table; absent for a plain foreign key. Its columns are `<from>_id` and `<to>_id`, named here. */
  readonly through?: {
    readonly table: string
    readonly from: string
    readonly to: string
    readonly where?: Readonly<Record<string, number>>
  }
}

/** Whether its values are numbers; a range of another field is one of time. */
export const isNumber = ({ kind }: Field): boolean => kind === 'decimal' || kind === 'integer'

/** Whether a field is a password: typed twice, and hashed before it leaves the browser. Other secrets are typed as they are. */
export const isPassword = (field: Field | undefined): boolean => field?.access === 'secret' && field.sealed !== true

/** A field of another noun that one tells something about. */
export interface Source {
  readonly noun: string
  readonly field: string
  /** Another field of that noun that tells enough of it: hidden is what both are hidden of. */
  readonly or?: string
}

/** The fields that this one tells something about. */
export const sourcesOf = (field: Pick<Field, 'from'> | undefined): readonly Source[] =>
  field?.from === undefined ? [] : 'noun' in field.from ? [field.from] : field.from

/** The hour with which a day begins or ends, as it travels (`Field.day`). */
export const HOUR_OF_DAY = { begins: '00:00:00', ends: '23:59:59' } as const

export interface Field<Value = unknown, Needed extends boolean = boolean> {
  readonly kind: 'text' | 'list' | 'integer' | 'decimal' | 'time' | 'choice' | 'words' | 'reference' | 'references' | 'lookup'
  /** SQL type of the column; empty where the value stands in a link table. */
  readonly sql: string
  /** Check of one value on the way in; text is trimmed first. */
  readonly check: z.ZodMiniType<Value>
  readonly required: Needed
  readonly rights: { readonly filter?: Filter; readonly sort?: boolean; readonly write: Write; readonly internal?: boolean }
  readonly access: Access
  /** The members of a `choice`, or those a `list` or `words` are made of. */
  readonly options?: readonly (string | number)[]
  readonly link?: Link
  /** Where `words` stand: a table `(from, column, sequence)`. */
  readonly stored?: { readonly table: string; readonly from: string; readonly column: string }
  /** What the product brings has this text in three languages: the column in simplified Chinese, `<column>_tw` and `<column>_en`. */
  readonly localised?: boolean
  /** Table `(field, value)` of the different values there are: rows are a million, values a few, so a search begins with these. */
  readonly distinctValuesTable?: string
  /** Table whose rows are marks: the value is 1 where one stands for the row, named in column `from`, and 0 elsewhere. */
  readonly flagTable?: { readonly table: string; readonly from: string }
  /**
   * Of a moment that comes again and again: the view whose rows are these times, each with the row that it is of in column `from` and its moment in column `at`. A range
   * asks for rows of which one lies within it; with `each`, for those alone of which that column holds of each time within it.
   */
  readonly during?: { readonly table: string; readonly from: string; readonly at: string; readonly each?: string }
  /** By a value that a view computes, what then holds for a column of the view and an index answers: it is below a number, or there is none. */
  readonly implies?: Readonly<Record<string, { readonly column: string; readonly below: number | 'nothing' }>>
  /** A secret that is typed as it is, and may be given anew by a change: no password. */
  readonly sealed?: true
  /** Text with markup (model/rich-text.ts): cleaned before it is stored, and told by its words alone where markup has no place. */
  readonly rich?: true
  /** A `time` that names a day, which it begins or ends with: people choose and read the day alone. A value of another hour is shown with its hour. */
  readonly day?: 'begins' | 'ends'
  /** The field whose value this one tells, or several: whoever does not see one of them does not see this one. */
  readonly from?: Source | readonly Source[]
  /** The call that tells it too: whoever may not make that call does not see this field. */
  readonly disclosedBy?: string
  /** Calls that tell it, whatever they are granted for: refused to those whose roles hide it (docs/decisions/0126-values-hidden-everywhere.md). */
  readonly withholds?: readonly string[]
}
