/** People looked for by what they remember of themselves, before anybody knows which tenant they are of. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { HOME_CALLING_CODE } from '../../model/calling-codes.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export interface Remembered {
  readonly tenantId: TenantId
  readonly tenantName: string
  readonly userId: string
  readonly username: string
  readonly email: string
  readonly number: string
}

/** As somebody types it; many leave out the calling code. */
export interface TypedNumber {
  readonly prefix: string | undefined
  readonly mobile: string
}

/** One mailbox or number may be of people in several tenants. More than this many are somebody's test data. */
const MAX_MATCHES = 20

/** The people in use, of tenants in use, who have this address: in the tenant that is named, else in all. Platform scope. */
export const peopleByEmail = (tx: Transaction, email: string, tenantCode: string | undefined) =>
  findPeople(tx, sql<boolean>`lower(users.email) = ${email.toLowerCase()}`, tenantCode)

/** The people in use, of tenants in use, who have this number: in the tenant that is named, else in all, one at most in each. Platform scope. */
export const peopleByNumber = (tx: Transaction, number: TypedNumber, tenantCode: string | undefined) =>
  findPeople(tx, hasNumber(number), tenantCode)

/**
 * Whether a row of `users` is whom a number means. With its calling code that is whoever has this very number. Without, it is who has
 * it at home, or else who is the only one in the tenant with these digits; where several are, nobody is meant.
 */
export function hasNumber({ prefix, mobile }: TypedNumber): RawBuilder<boolean> {
  const digits = mobile.toLowerCase()
  const meant =
    prefix === undefined
      ? sql`(users.prefix = ${HOME_CALLING_CODE} or not exists (select from users other where other.tenant_id = users.tenant_id and lower(other.mobile) = ${digits} and other.id <> users.id and other.status = 1))`
      : sql`users.prefix = ${prefix}`
  return sql<boolean>`(lower(users.mobile) = ${digits} and users.status = 1 and ${meant})`
}

/** As messages are addressed, and as a code is bound to it. */
export const fullNumber = ({ prefix, mobile }: { readonly prefix: string; readonly mobile: string }) => `+${prefix} ${mobile}`

async function findPeople(tx: Transaction, known: RawBuilder<boolean>, tenantCode: string | undefined): Promise<Remembered[]> {
  const rows = await tx.all(
    build
      .selectFrom('tenants')
      .innerJoin('users', 'users.tenant_id', 'tenants.id')
      .select(['tenants.id as tenant_id', 'tenant_name', 'users.id', 'username', 'email', 'prefix', 'mobile'])
      .where(known)
      .where('users.status', '=', 1)
      .where('tenants.status', '=', 1)
      .where('marked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
      .$if(tenantCode !== undefined, (query) => query.where('tenant_code', '=', tenantCode as string))
      .orderBy('users.created_at')
      .limit(MAX_MATCHES),
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    userId: row.id,
    username: row.username,
    email: row.email,
    number: fullNumber(row),
  }))
}
