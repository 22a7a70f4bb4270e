import { sql } from 'kysely'
import type { ProcessAttachment } from '../../../../model/contract/workflow/attachments.ts'
import { processTasks } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { wireTimeOf } from './seen-instance.ts'

/** The files of an instance that the caller sees, in the order in which they came, without what the caller's roles hide of tasks and users. */
export async function attachmentsOf(tx: Transaction, caller: Caller, instanceId: string): Promise<ProcessAttachment[]> {
  const rows = await tx.all(
    build
      .selectFrom('process_attachments as attached')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'attached.tenant_id').onRef('instance.id', '=', 'attached.instance_id'),
      )
      .leftJoin('process_tasks as task', (on) =>
        on.onRef('task.tenant_id', '=', 'attached.tenant_id').onRef('task.id', '=', 'attached.task_id'),
      )
      .leftJoin('users as person', (on) =>
        on.onRef('person.tenant_id', '=', 'attached.tenant_id').onRef('person.id', '=', 'attached.attached_by'),
      )
      .select([
        'attached.id',
        'attached.file_name',
        'attached.media_type',
        'attached.size',
        'task.name',
        personIn(caller, 'person').as('who'),
      ])
      .select(wireTimeOf('attached.created_at').as('time'))
      .select(
        sql<boolean>`attached.attached_by = ${caller.userId}::uuid and instance.instance_state <> 'ended'
          and not exists (select from process_events event where event.tenant_id = attached.tenant_id
            and event.instance_id = attached.instance_id and event.step_number > attached.step_number
            and event.actor_id <> attached.attached_by)`.as('is_removable'),
      )
      .where('attached.instance_id', '=', instanceId)
      // What is brought for an act that is yet to be done is nobody's to see.
      .where('attached.step_number', '>', 0)
      .orderBy('attached.step_number'),
  )
  const [namesPeople, namesTasks] = [seesPeople(caller), viewOf(caller, processTasks).sees('name')]
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    mediaType: row.media_type,
    size: Number(row.size),
    taskName: namesTasks ? row.name : null,
    userId: namesPeople ? row.who : null,
    time: row.time,
    isRemovable: row.is_removable,
  }))
}
