/**
 * What adding, changing and removing rows of a noun entails, said once for everybody who writes: the standard routes, imports and
 * their undo, and whatever else comes (perform-write.ts). All of it works on batches, of which a form's row is one of one.
 *
 * A noun that has no more to say than its declaration needs none of this: its fields, its rule and its keys are judged anyway.
 */
import type { RawBuilder } from 'kysely'
import type { LabelKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Quota } from '../../../model/tenant/tenants.ts'
import { Failure } from '../errors.ts'
import type { Call } from '../http/http.ts'
import type { Transaction } from '../database/tenant.ts'

export type Values = Readonly<Record<string, unknown>>

/** On whose behalf something is written. */
export type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services' | 'echoed'>

/** A row that is to be added: the values of its fields, and of columns that are no fields and only the server sets. */
export interface NewRow {
  readonly id: string
  readonly values: Values
  readonly columns?: Values
}

/** A change of a row: the fields that are given, and no others. With `version`, only of the row as it was read. */
export interface RowChange {
  readonly id: string
  readonly version?: number | undefined
  readonly values: Values
  readonly columns?: Values
}

export interface Written {
  readonly id: string
  readonly version: number
}

/** Why rows of a batch may not be written, by their position in it; the same words for a form as for the line of a file. */
export type Refusals = ReadonlyMap<number, Failure>

/** What is told once, to whoever adds a row, and kept nowhere: a first password, a secret. By name, as `issuedLabels` says. */
export type IssuedValues = Readonly<Record<string, string | null>>

export interface AddRules {
  /** What takes time and needs no transaction, such as hashing: gives the rows with the columns that come of it. */
  readonly prepare?: (asking: Asking, rows: readonly NewRow[]) => Promise<readonly NewRow[]>
  /** Makes those wait who would not see each other's rows; asked only when the rows are about to be stored. */
  readonly lock?: (tx: Transaction, asking: Asking, rows: readonly NewRow[]) => Promise<unknown>
  /** What holds beyond the declaration. An import asks it of the rows it checks as well, in a transaction that only reads. */
  readonly judge?: (tx: Transaction, asking: Asking, rows: readonly NewRow[]) => Promise<Refusals>
  /** Stores the rows by `insert`, together with what they entail: derived columns, links, events. Gives what is told once, row by row. */
  readonly apply?: (
    tx: Transaction,
    asking: Asking,
    rows: readonly NewRow[],
    insert: (rows: readonly NewRow[]) => Promise<void>,
  ) => Promise<readonly (IssuedValues | undefined)[]> | Promise<void>
  /** What the rows take of a quota of the tenant, row by row; one each unless said. The tables hold it; this says it beforehand. */
  readonly takes?: { readonly quota: Quota; readonly each?: (tx: Transaction, rows: readonly NewRow[]) => Promise<readonly number[]> }
  /** The label of each name in {@link IssuedValues}. Such rows are never added by a job, which would have to keep what is told. */
  readonly issuedLabels?: Readonly<Record<string, LabelKey>>
}

export interface ChangeRules {
  /** What holds beyond the declaration, once it is known that the caller may give these fields a value. Says nothing of rows that are not there. */
  readonly judge?: (tx: Transaction, asking: Asking, changes: readonly RowChange[]) => Promise<Refusals>
  /**
   * Whether the changes touch nothing that `judge` looks at. Where the database cannot refuse them either (keys, links, the rule of the noun)
   * they travel together with what `judge` asks, in one round trip, and are rolled back where it refuses.
   */
  readonly isApart?: (changes: readonly RowChange[]) => boolean
  /**
   * What `judge` has nothing against for sure, as a condition of the statement that changes the row, with the values of its parameters (none where nothing can be said): such a change and its commit are one round trip.
   * Where the condition does not hold `judge` is asked, as it is of whatever is not apart.
   */
  readonly isSure?: {
    readonly condition: RawBuilder<boolean>
    readonly values: (asking: Asking) => Readonly<Record<string, unknown>> | undefined
  }
  readonly apply?: (
    tx: Transaction,
    asking: Asking,
    changes: readonly RowChange[],
    update: (changes: readonly RowChange[]) => Promise<readonly Written[]>,
  ) => Promise<readonly Written[]>
}

export interface RemoveRules {
  /** Removes the rows by `remove`, after what forbids it and with what it entails. All of them are there. */
  readonly apply?: (tx: Transaction, asking: Asking, ids: readonly string[], remove: () => Promise<number>) => Promise<number>
  /** Those of the rows that are in use, where the foreign keys of the table do not say it: what points at the others goes with them. */
  readonly inUse?: (tx: Transaction, asking: Asking, ids: readonly string[]) => Promise<readonly string[]>
}

/** What bringing removed rows back entails. */
export interface RestoreRules {
  /** Values of columns that the history does not keep and the table needs. */
  readonly columns?: () => Promise<Values>
  /** What follows once the rows stand again: refuses what the caller may not give anybody, and tells whoever remembers. */
  readonly apply?: (tx: Transaction, asking: Asking, ids: readonly string[]) => Promise<unknown>
}

export interface NounWrites {
  readonly of: Resource
  readonly add: AddRules
  readonly change: ChangeRules
  readonly remove: RemoveRules
  /** Of a noun whose removed rows can be brought back (`restorable` of the declaration). */
  readonly restore?: RestoreRules
}

const known = new Map<string, NounWrites>()

/**
 * Declares what writing rows of a noun entails.
 * @throws Error when the noun has been declared before, or is written somewhere as one without rules.
 * @example export const roleWrites = writes(roles, { remove: { apply: async (tx, asking, ids, remove) => { … } } })
 */
export function writes(of: Resource, { add = {}, change = {}, remove = {}, restore }: Partial<Omit<NounWrites, 'of'>> = {}): NounWrites {
  if (known.has(of.name)) throw new Error(`what writing ${of.name} entails is said twice`)
  if (of.restorable && !restore) throw new Error(`what bringing ${of.name} back entails is not said`)
  const declared = { of, add, change, remove, ...(of.restorable && restore ? { restore } : {}) }
  known.set(of.name, declared)
  return declared
}

/** What was declared for the noun; of one that needs no rules, its declaration alone. */
export function writesOf(of: Resource | NounWrites): NounWrites {
  return 'of' in of ? of : (known.get(of.name) ?? writes(of))
}

/** The noun's writes by its name: those that some route writes. */
export function writesNamed(noun: string): NounWrites | undefined {
  return known.get(noun)
}

/** Every noun that some route writes. */
export function everyWrites(): NounWrites[] {
  return [...known.values()]
}

/** Does nothing without a refusal. @throws the first of them. */
export function assertNone(refusals: Refusals | undefined): void {
  for (const failure of refusals?.values() ?? []) throw failure
}

/** What the work refuses as a value; any other fault is thrown. */
export async function refusalOf(work: () => unknown): Promise<Failure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
