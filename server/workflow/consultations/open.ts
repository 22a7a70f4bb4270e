import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** Returns the statement for the opinions that somebody is asked for now: not given yet, about tasks that nobody has decided. Without an order. */
export const openConsultations = (userId: string): RawBuilder<unknown> => sql`select asked.id from process_consultations asked
  join process_tasks task on task.tenant_id = asked.tenant_id and task.id = asked.task_id and task.task_state in ('waiting', 'open')
  where asked.user_id = ${userId}::uuid and asked.answered_at is null and asked.withdrawn_at is null`
