/** People looked for by what they remember of themselves, before anybody knows which tenant they are of. */
import { sql } from 'kysely'
import { build } from './sql.ts'
import type { Transaction } from './tenant.ts'

export interface Remembered { readonly tenantId: string; readonly tenantName: string; readonly userId: string; readonly username: string; readonly email: string; readonly number: string }

/** One mailbox or number may be of people in several tenants. More than this many are somebody's test data. */
const MOST = 20

/** Those in use, of tenants in use: in the one that is named, else in all. Platform scope. */
export async function findPeople(tx: Transaction, by: 'email' | 'mobile', value: string, tenantCode: string | undefined): Promise<Remembered[]> {
  const rows = await tx.all(build.selectFrom('tenants').innerJoin('users', 'users.tenant_id', 'tenants.id')
    .select(['tenants.id as tenant_id', 'tenant_name', 'users.id', 'username', 'email', 'prefix', 'mobile'])
    .where(sql<boolean>`lower(${sql.ref(`users.${by}`)}) = ${value.toLowerCase()}`)
    .where('users.status', '=', 1).where('tenants.status', '=', 1).where('marked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
    .$if(tenantCode !== undefined, (query) => query.where('tenant_code', '=', tenantCode as string))
    .orderBy('users.created_at').limit(MOST))
  return rows.map((row) => ({ tenantId: row.tenant_id, tenantName: row.tenant_name, userId: row.id, username: row.username, email: row.email, number: `+${row.prefix} ${row.mobile}` }))
}
