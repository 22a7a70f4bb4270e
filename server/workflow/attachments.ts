/** Files that people attach to an instance beside its form. The record says who attached what, and who took it away again (docs/decisions/0140-opinions-and-attachments.md). */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { MAX_FILES_OF_ACT, MAX_PROCESS_ATTACHMENTS } from '../../model/contract/workflow/attachments.ts'
import { build } from '../kernel/database/sql.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Chore } from '../kernel/runtime/housekeeping.ts'
import { daysAgo, deleting } from '../kernel/runtime/housekeeping.ts'
import { assertTakesPart } from './copies.ts'
import { lockRoot, note } from './engine/notes.ts'
import type { Person } from './engine/parts.ts'
import { refuseEnded } from './ended-by.ts'
import { isConsulted } from './people/may-look.ts'
import { statement } from './statement.ts'

export interface Attaching {
  readonly instanceId: string
  /** The task at which it is attached. */
  readonly taskId?: string | undefined
  readonly isManager: boolean
  /** It comes with an act on the task, which is yet to be done: until then nobody sees it. */
  readonly isForAct?: boolean
}
export interface AttachedFile {
  readonly name: string
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
  readonly blobId: string
}

/**
 * Says whether the person may attach to the instance: who takes part, who is asked for an opinion, and who manages instances. Gives the task as far as it is one of the instance.
 * @throws Failure `row.not-found`, `approval.not-taking-part`, and as {@link refuseEnded}
 */
export async function assertMayAttach(tx: Transaction, person: Person, { instanceId, taskId, isManager, isForAct }: Attaching) {
  const may = isManager || (await isConsulted(tx, person, instanceId))
  const about = await assertTakesPart(tx, person, { instanceId, isManager: may })
  if (about.instance_state === 'ended') await refuseEnded(tx, person, { id: instanceId, name: about.name })
  if (taskId === undefined) return isForAct ? fail('row.not-found') : undefined
  const task = await tx.first(
    statement(
      sql<{
        id: string
        activity: number
        is_had: boolean
      }>`select id, activity, task_state = 'open' and assignee_id is not distinct from ${person.userId}::uuid as is_had
        from process_tasks where id = ${taskId}::uuid and instance_id = ${instanceId}::uuid`,
    ),
  )
  return task && (!isForAct || task.is_had) ? task : fail('row.not-found')
}

/** The step of files that are brought for an act which is yet to be done. */
const NOT_SENT = 0

/** Attaches a file whose contents are kept in the same transaction; gives its id. @throws Failure as {@link assertMayAttach}, and `process-attachment.too-many` */
export async function attachFile(tx: Transaction, person: Person, to: Attaching, file: AttachedFile): Promise<string> {
  await lockRoot(tx, to.instanceId)
  const task = await assertMayAttach(tx, person, to)
  await assertRoom(tx, sql`${to.instanceId}::uuid`, 1)
  if (to.isForAct && task) await makeRoom(tx, person, task.id)
  const id = newId()
  const step = to.isForAct
    ? NOT_SENT
    : await note(tx, to.instanceId, [
        {
          command: 'attach',
          actorId: person.userId,
          comment: file.name,
          data: { file: id, name: file.name, size: file.size },
          ...(task ? { taskId: task.id, activity: task.activity } : {}),
        },
      ])
  await tx.run(
    statement(sql`insert into process_attachments (tenant_id, id, instance_id, task_id, file_name, media_type, size, blob_id, attached_by, step_number)
      values (${tenantOf(tx)}, ${id}::uuid, ${to.instanceId}::uuid, ${task?.id ?? null}::uuid, ${file.name}, ${file.mediaType},
        ${file.size}, ${file.blobId}::uuid, ${person.userId}::uuid, ${step})`),
  )
  return id
}

/**
 * Attaches what was brought for an act, in its transaction and with its step: all of it or the act is not done.
 * @throws Failure `row.not-found`, `process-attachment.too-many`
 */
export async function attachWithAct(
  tx: Transaction,
  { userId }: Person,
  { taskId, step, ids }: { readonly taskId: string; readonly step: number; readonly ids: readonly string[] },
): Promise<void> {
  const wanted = [...new Set(ids)]
  await assertRoom(tx, sql`(select instance_id from process_tasks where id = ${taskId}::uuid)`, wanted.length)
  const attached = await tx.run(
    statement(sql`update process_attachments set step_number = ${step} where id = any(${wanted}::uuid[]) and task_id = ${taskId}::uuid
      and attached_by = ${userId}::uuid and step_number = ${NOT_SENT}`),
  )
  if (attached < wanted.length) fail('row.not-found', { field: { name: 'attachments', label: 'process-beside.attachments' } })
}

/** What was brought for acts takes no place from others until it is sent. @throws Failure `process-attachment.too-many` */
async function assertRoom(tx: Transaction, instance: RawBuilder<unknown>, more: number): Promise<void> {
  const sent = await tx.first(
    statement(
      sql<{ count: number }>`select count(*)::integer as count from process_attachments
        where instance_id = ${instance} and step_number <> ${NOT_SENT}`,
    ),
  )
  const { count: most } = MAX_PROCESS_ATTACHMENTS
  if ((sent?.count ?? 0) + more > most) fail('process-attachment.too-many', { values: { most } })
}

/** Of what somebody brought for acts on the task the newest stay, so that an act that was not done does not keep them from the next. */
function makeRoom(tx: Transaction, { userId }: Person, taskId: string): Promise<number> {
  return tx.run(
    statement(sql`delete from process_attachments where id in (select id from process_attachments where task_id = ${taskId}::uuid
      and attached_by = ${userId}::uuid and step_number = ${NOT_SENT} order by created_at desc, id desc offset ${MAX_FILES_OF_ACT - 1})`),
  )
}

/** A chore that throws away what was brought for acts that were not done within a day. */
export function filesOfNoAct(transactions: TransactionScopes): Chore {
  return deleting(transactions, [
    build.deleteFrom('process_attachments').where('step_number', '=', NOT_SENT).where('created_at', '<', daysAgo(1)),
  ])
}

interface Kept {
  readonly step_number: number
  readonly instance_id: string
  readonly file_name: string
  readonly task_id: string | null
  readonly blob_id: string
  readonly instance_state: string
  readonly instance: string
  readonly is_relied_on: boolean
}

/**
 * The id of the blob that nothing refers to any more, after the removal of an attachment. Only whoever attached it removes it, while nobody else has done
 * anything with the instance since: what somebody has decided on stays.
 * @throws Failure `row.not-found`, `process-attachment.relied-on`, and as {@link refuseEnded}
 */
export async function detachFile(tx: Transaction, person: Person, id: string): Promise<string> {
  const read = () =>
    tx.first(
      statement(sql<Kept>`select attached.step_number, attached.instance_id, attached.file_name, attached.task_id, attached.blob_id,
          instance.instance_state, instance.name as instance,
          exists (select from process_events event where event.tenant_id = attached.tenant_id and event.instance_id = attached.instance_id
            and event.step_number > attached.step_number and event.actor_id <> attached.attached_by) as is_relied_on
        from process_attachments attached
        join process_instances instance on instance.tenant_id = attached.tenant_id and instance.id = attached.instance_id
        where attached.id = ${id}::uuid and attached.attached_by = ${person.userId}::uuid`),
    )
  const before = await read()
  if (!before) return fail('row.not-found')
  await lockRoot(tx, before.instance_id)
  const kept = (await read()) ?? fail('row.not-found')
  const remove = () => tx.run(statement(sql`delete from process_attachments where id = ${id}::uuid`))
  if (kept.step_number === NOT_SENT) {
    await remove()
    return kept.blob_id
  }
  if (kept.instance_state === 'ended') await refuseEnded(tx, person, { id: kept.instance_id, name: kept.instance })
  if (kept.is_relied_on) fail('process-attachment.relied-on', { values: { name: kept.file_name } })
  await remove()
  await note(tx, kept.instance_id, [
    {
      command: 'detach',
      actorId: person.userId,
      comment: kept.file_name,
      data: { file: id, name: kept.file_name },
      ...(kept.task_id === null ? {} : { taskId: kept.task_id }),
    },
  ])
  return kept.blob_id
}
