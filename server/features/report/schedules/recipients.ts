/** Whom a schedule tells: the users it names and holders of its roles, as far as they may sign in, and addresses. */
import { sql } from 'kysely'
import { z } from 'zod'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { ScheduleRow } from './rows.ts'

export const recipients = z.object({ users: z.array(z.string()), mails: z.array(z.string()) })
export type Recipients = z.output<typeof recipients>

/** The recipients of this moment: ids of users, and addresses of mail, each once. */
export async function recipientsOf(tx: Transaction, { id, mailTo }: ScheduleRow): Promise<Recipients> {
  const isNamed = sql<boolean>`(exists (select from report_schedule_users l where l.tenant_id = person.tenant_id and l.schedule_id = ${id} and l.user_id = person.id)
    or exists (select from report_schedule_roles l join held_roles held on held.tenant_id = l.tenant_id and held.role_id = l.role_id
      where l.tenant_id = person.tenant_id and l.schedule_id = ${id} and held.user_id = person.id))`
  const rows = await tx.beyondScope('those who are told need not be in the scope of whoever made the schedule').all(
    build
      .selectFrom('users as person')
      .select('person.id')
      .where('person.tenant_id', '=', sql<never>`${tx.tenantId}::uuid`)
      .where('person.status', '=', 1)
      .where(isNamed)
      .orderBy('person.id'),
  )
  return { users: rows.map((row) => row.id), mails: [...new Set(mailTo)] }
}
