/**
 * The rows of every table as the SQL builder types them. A noun's table has the columns of its fields (`model/`) and needs no line of its
 * own; a room whose tables have more declares them in its `tables.ts`, by declaration merging with {@link Tables}.
 */
import type { Generated } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { Field } from '../../../model/field.ts'
import type { resources } from '../../../model/index.ts'
import type { Resource, Row } from '../../../model/resource.ts'

type Snake<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Text

/** Columns every row has; the database fills the last three. */
export interface Standard {
  id: string
  created_at: Generated<Date>
  updated_at: Generated<Date>
  version: Generated<number>
}

/** Of a row that belongs to one tenant. */
export interface Owned {
  tenant_id: TenantId
}

/** Columns of a noun: those of its fields that have a column of their own. */
export type Columns<R extends Resource> = {
  [
    Name in Exclude<keyof R['fields'] & string, 'createTime' | 'roleId' | 'postCode' | 'password'> as Snake<Name>
  ]: R['fields'][Name] extends Field<unknown, true> ? Row<R>[Name] : Row<R>[Name] | null
}

type Nouns = typeof resources
/** Tables of tenants that are named after their noun and hold its fields. */
type PlainTables = { [Name in keyof Nouns & string as Snake<Name>]: Standard & Owned & Columns<Nouns[Name]> }

/** Tables that are more, or other, than the fields of a noun. */
export interface Tables {
  installation: { key: string; value: string; created_at: Generated<Date> }
  attempts: { counted_for: string; count: number; window_ends_at: Date }
}

/** Every table: those of {@link Tables}, and the plain tables of the nouns that have no entry there. */
export type DatabaseTables = Omit<PlainTables, keyof Tables> & Tables
