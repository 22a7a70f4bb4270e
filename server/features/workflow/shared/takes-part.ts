/** Who takes part in an instance, and who manages it: for everybody else there is none. */
import { sql } from 'kysely'
import { queryHistoricTrack, queryProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Whether the caller may look at instances as those who manage them do; which, their rows say. */
export const managesInstances = ({ urls }: Pick<Caller, 'urls'>): boolean =>
  urls.has(queryProcessTrack.path) || urls.has(queryHistoricTrack.path)

/** Whether somebody started the instance, has or had a task of it, or did something to it. @param tx It has to see the whole tenant */
export async function takesPart(tx: Transaction, { userId }: Pick<Caller, 'userId'>, id: string): Promise<boolean> {
  const row = await tx.first(
    build
      .selectFrom('process_instances as instance')
      .select('instance.id')
      .where('instance.id', '=', id)
      .where((is) =>
        is.or([
          is('instance.starter_id', '=', userId),
          is.exists(
            is
              .selectFrom('process_tasks as task')
              .select('task.id')
              .whereRef('task.tenant_id', '=', 'instance.tenant_id')
              .whereRef('task.instance_id', '=', 'instance.id')
              .where(sql<boolean>`${userId}::uuid in (task.assignee_id, task.owner_id, task.ended_by, task.ended_for)`),
          ),
          is.exists(
            is
              .selectFrom('process_events as event')
              .select('event.step_number')
              .whereRef('event.tenant_id', '=', 'instance.tenant_id')
              .whereRef('event.instance_id', '=', 'instance.id')
              .where('event.actor_id', '=', userId),
          ),
        ]),
      ),
  )
  return row !== undefined
}
