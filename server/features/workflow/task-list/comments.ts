/** What was done and said about an instance, for those who take part in it and for those who manage instances. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { queryHistoricTrack, queryProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { EVERY_ROW } from '../../../kernel/database/row-scope.ts'
import { recordOf } from '../shared/task-details.ts'

export const queryTaskComment = implement(contract.queryTaskComment, {
  access: 'signed-in',
  summary: 'What was done and said about an instance in which one takes part, the oldest first',
  async handle({ input: { processInstanceId: id }, caller, services: { transactions }, inTenant }) {
    const manages = caller.urls.has(queryProcessTrack.path) || caller.urls.has(queryHistoricTrack.path)
    const isManaged = manages && (await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('id').where('id', '=', id))))
    if (isManaged) return inTenant(async (tx) => ({ list: await recordOf(tx, caller, id) }))
    // Whoever takes part sees it, whichever rows of the tenant their roles show.
    return transactions.inTenant(
      { tenantId: caller.tenantId, userId: caller.userId, rows: EVERY_ROW },
      async (tx) => ((await takesPart(tx, caller, id)) ? { list: await recordOf(tx, caller, id) } : fail('row.not-found')),
      'read',
    )
  },
})

/** Whether somebody started the instance, has or had a task of it, or did something to it. */
async function takesPart(tx: Transaction, { userId }: Caller, id: string): Promise<boolean> {
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
