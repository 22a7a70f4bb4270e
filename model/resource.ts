/**
 * A resource is a noun of the product, declared once: `resource({...})` is data that the server's operations, the web's
 * pages, the API document and the tests read. It holds no behaviour; a special verb is a plain function in the feature.
 */
import type { Field } from './field.ts'
import { time } from './fields.ts'
import type { OwnedBy } from './row-scope.ts'

export type Fields = Readonly<Record<string, Field>>

interface Broken {
  field: string
  code: string
}

/** A rule over several fields of a row: the field to blame and the message code, or nothing. */
export interface Rule {
  (row: Readonly<Record<string, unknown>>): Broken | undefined
  /** The fields it looks at. What changes none of them cannot break it, and is not judged again. */
  readonly over: readonly string[]
}

/** A rule that is shown these fields of a row and no others. */
export function ruleOver<const Name extends string>(
  over: readonly Name[],
  judge: (row: Readonly<Partial<Record<Name, unknown>>>) => Broken | undefined,
): Rule {
  return Object.assign(
    (row: Readonly<Record<string, unknown>>) =>
      judge(Object.fromEntries(over.map((name) => [name, row[name]])) as Partial<Record<Name, unknown>>),
    { over },
  )
}

export type Declaration<F extends Fields, Name extends string = string> = Declared<F, Name> & Scoped

/**
 * `tenant`: rows belong to one tenant. `layered`: a tenant's own rows and the built-in ones, which everybody reads and no
 * tenant changes. `shared`: the platform's rows, readable by every tenant. `platform`: rows only the platform sees.
 * Of a tenant's own rows it is said whose they are: what somebody sees of them whose roles do not see all.
 */
type Scoped =
  { readonly scope: 'tenant'; readonly ownedBy: OwnedBy } | { readonly scope: 'layered' | 'shared' | 'platform'; readonly ownedBy?: never }

interface Declared<F extends Fields, Name extends string> {
  /** Plural, kebab-case; the same word in every folder. */
  readonly name: Name
  /** Path below `/api` and the noun in the old call names: `query{noun}`, `add{noun}` … */
  readonly api: { readonly base: string; readonly noun: string }
  readonly table: string
  /** A view of the table's rows that knows more about them: what lists and exports read. */
  readonly readsFrom?: string
  /** Code of the menu whose data-permission rows hide fields of this noun. */
  readonly menu: string
  /** Field that names a row to people, in options, messages and trees. */
  readonly title: string
  /** Field that people know a row by, where the title tells rows apart and is no name: it stands before the title wherever a row is named. */
  readonly displayName?: string
  /** Order of lists when the caller asks for none. */
  readonly order: readonly [field: string, direction: 'ascend' | 'descend']
  /** Fields whose value is unique within the tenant (text without regard to case). */
  readonly unique?: readonly string[]
  /** Fields whose value is unique among the rows with the same value of another field: the key of a point and its device, a number and its calling code. */
  readonly uniqueWithin?: Readonly<Record<string, string>>
  /** Fields by which a file names a row that is there, where it is not the first that is unique: see {@link keyOf}. */
  readonly key?: readonly string[]
  /** Index of the parts of texts that searches for a part of one of these fields begin with: for tenants of very many rows. */
  readonly partsIndex?: { readonly name: string; readonly fields: readonly string[] }
  /** Field that holds the parent, when the noun is a tree. */
  readonly parent?: string
  readonly rule?: Rule
  /** Whether rows that were removed can be brought back, with what went with them. */
  readonly restorable?: true
  /** Columns that are no fields of the noun: the server alone knows them. */
  readonly serverColumns?: readonly string[]
  /** Calls about this noun that are not named after it, by the operation that `allowed` tells whoever may make them. */
  readonly calls?: Readonly<Record<string, string>>
  /**
   * Columns that no field is, which its list and a file of its rows may have besides, each by a key: how many at most, and the field of another noun that the keys are values of.
   * What stands in them is said where its export is (`Beside`).
   */
  readonly beside?: { readonly keys: number; readonly of: string; readonly field: string }
  /** Noun whose rows these show once more: what a role hides there is hidden here as well. */
  readonly mirrors?: string
  readonly fields: F
}

const base = {
  createTime: time({ filter: 'range', sort: true, write: 'never' }),
} as const

export type Resource<F extends Fields = Fields, Name extends string = string> = Omit<Declared<F, Name>, 'fields'> & {
  readonly scope: 'tenant' | 'layered' | 'shared' | 'platform'
  readonly ownedBy?: OwnedBy
  readonly fields: F & typeof base
}

/** The declaration with the creation time added, which every noun has. */
export function resource<const F extends Fields, const Name extends string>(declaration: Declaration<F, Name>): Resource<F, Name> {
  return { ...declaration, fields: { ...declaration.fields, ...base } }
}

type ValueOf<X> = X extends Field<infer Value> ? Value : never

/**
 * What a list of rows is declared by: a noun is one, and so is a list that no noun stands behind (model/lists/personal.ts). Whatever is kept of how
 * somebody sees a list, its filters, its order and its columns, needs no more than this.
 */
export type Listing = Pick<Resource, 'name' | 'menu' | 'title' | 'order' | 'parent' | 'mirrors' | 'calls' | 'beside'> & {
  readonly fields: Fields
  readonly api?: Resource['api']
  /** The noun whose words name its fields, where these are not its own. */
  readonly labels?: string
}

/** A row as the code of the product sees it: every declared field by its name. */
export type Row<R extends Resource> = { id: string; version: number } & { [Name in keyof R['fields']]: ValueOf<R['fields'][Name]> }

/** The call that tells the history of a record of any noun; whoever may make it sees the history of what they see. */
export const HISTORY_PATH = '/admin/syslog/queryHistory'

/** `orgId` → `org_id`; the one exception is the creation time, which the standard columns call `created_at`. */
export function columnOf(field: string): string {
  return field === 'createTime'
    ? 'created_at'
    : field === 'password'
      ? 'password_hash'
      : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * Fields that together name one row of the noun to people: as declared, else the first that is unique, else the first that is unique within
 * another and that one. Nothing for a noun whose rows cannot be told apart so.
 */
export function keyOf({ key, unique, uniqueWithin = {} }: Resource): readonly string[] | undefined {
  const [within] = Object.entries(uniqueWithin)
  return key ?? (unique?.[0] === undefined ? within?.toReversed() : [unique[0]])
}

/** Names of the fields that rows of this noun carry for somebody who may see everything. */
export function rowFields(of: Pick<Listing, 'fields'>): string[] {
  return Object.entries(of.fields)
    .filter(([, field]) => field.access === 'row')
    .map(([name]) => name)
}

/** Names of the fields that can be given at creation (`add`) or afterwards (`update`). */
export function writableFields(of: Pick<Listing, 'fields'>, when: 'add' | 'update'): string[] {
  return Object.entries(of.fields)
    .filter(([, { access, rights }]) => access !== 'own' && (rights.write === 'always' || (rights.write === 'once' && when === 'add')))
    .map(([name]) => name)
}
