/** What figures are made of, as one caller sees it: rows of which fields are found by their names. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { MillisRange } from '../../model/brands.ts'
import type { Field, Link } from '../../model/field.ts'
import type { LabelKey } from '../../model/labels/index.ts'
import type { DimensionBucket } from '../../model/figures/document.ts'
import type { PlainMeasure } from '../../model/figures/read.ts'

/** What a value is, for conditions, measures and columns. */
export type Kind = 'text' | 'number' | 'time' | 'choice' | 'reference'

/** A field that the caller sees. */
export interface Found {
  readonly kind: Kind
  /** The value in the statement: a text in the language of the caller. */
  readonly value: RawBuilder<unknown>
  /** Whether rows can be grouped by it. */
  readonly isDimension: boolean
  /** Of a choice. */
  readonly options?: readonly (string | number)[]
  /** Under which its members have their texts: `<words><member>`. */
  readonly words?: string
  /** Of a reference. */
  readonly link?: Link
  /** Whether the name of what is referred to may be shown. */
  readonly showsName?: boolean
  /** The columns that name its rows to the caller. */
  readonly namedBy?: readonly string[]
  readonly label: LabelKey
  /** Of a time: the stretch of a row, where the rows say that of stretches of this kind. */
  readonly stretchOf?: (bucket: DimensionBucket) => Stretch | undefined
}

/** A stretch of time as a dimension. @property value When it begins, in milliseconds since 1970 @property name What it is called, where it has a name */
export interface Stretch {
  readonly value: RawBuilder<unknown>
  readonly name?: RawBuilder<unknown>
}

/** A measure as a part of a statement. */
export interface Aggregated {
  readonly kind: 'number' | 'time'
  /** What is selected of each row, by the name of its column. */
  readonly inputs: readonly (readonly [column: string, value: RawBuilder<unknown>])[]
  /** What is made of the rows of a group that meet all these conditions: a number, or milliseconds since 1970. */
  readonly of: (conditions: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>
}

/** A subject as one document of one caller uses it: it notes which joins the fields need that were asked for. */
export interface Subject {
  readonly name: string
  /** The field of this name or path; undefined for one that there is none of, or that is hidden: nobody can tell which. */
  find(path: string): Found | undefined
  /** The same as {@link find}, for conditions. */
  findForCondition(path: string): Found | undefined
  /** Whether its rows are those alone that meet the condition of the document and lie in its range. */
  readonly isChosen?: boolean
  /** Field by which a range of time goes that names none. */
  readonly time: string | undefined
  /** The measure, whose inputs are told apart by `at`; undefined where its field is none that the caller has, or cannot be measured so. */
  measure(measure: PlainMeasure, at: number): Aggregated | undefined
  /** What stands behind `from`, once all fields have been asked for. */
  from(range: MillisRange | undefined): RawBuilder<unknown>
  /** What holds for all of its rows. */
  readonly always: readonly RawBuilder<SqlBool>[]
}

/** The kind of a field of a noun; undefined for one that cannot be compared or counted by: lists, secrets, markup, links through tables. */
export function kindOf({ kind, rich, flagTable, stored }: Field): Kind | undefined {
  if (rich || flagTable || stored) return undefined
  switch (kind) {
    case 'text':
      return 'text'
    case 'integer':
    case 'decimal':
      return 'number'
    case 'time':
    case 'choice':
    case 'reference':
      return kind
    default:
      return undefined
  }
}

/** `filter (where …)` behind an aggregate; nothing without conditions. */
export const filterOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`` : sql` filter (where ${sql.join(conditions, sql` and `)})`
