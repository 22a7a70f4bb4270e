/** Copies: whoever is sent one sees the instance from then on. Each person has one of an instance, whoever sends it. */
import { sql } from 'kysely'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { EngineParts, Person, Work } from './engine/parts.ts'
import { lockRoot, note } from './engine/notes.ts'
import { peopleFor } from './engine/receivers.ts'
import { asServer } from './engine/run.ts'
import { mayLook, takesPart } from './people/may-look.ts'
import { peopleNamed } from './people/named.ts'
import { statement } from './statement.ts'

export interface BesideAsk {
  readonly instanceId: string
  readonly comment?: string | undefined
  /** Whoever manages instances may, whether or not they take part. */
  readonly isManager?: boolean | undefined
}
export interface CopyAsk extends BesideAsk {
  /** Usernames, or ids. */
  readonly people: readonly string[]
}

/** People who are sent a copy by one node at the most. */
const MAX_COPIES = 500

/** Sends copies; gives how many have none yet. @throws Failure `row.not-found`, `approval.not-taking-part`, `process-task.candidate` */
export function copy(parts: EngineParts, person: Person, ask: CopyAsk): Promise<number> {
  return parts.transactions.inTenant(asServer(person), async (tx) => {
    const [about, named] = await Promise.all([assertTakesPart(tx, person, ask), peopleNamed(tx, ask.people)])
    if (named.some((one) => one === undefined)) fail('process-task.candidate', { field: { name: 'users', label: 'approval.people' } })
    await lockRoot(tx, ask.instanceId)
    const { instanceId, comment } = ask
    const ids = [...new Set(named.flatMap((one) => one?.id ?? []))]
    const sent = await insert(tx, { instanceId, comment, sentBy: person.userId }, ids)
    if (sent.length === 0) return 0
    await note(tx, instanceId, [{ command: 'copy', actorId: person.userId, comment, data: { to: sent } }])
    await parts.inform(tx, only(sent), { what: 'copied', name: about.name, by: person.userId })
    await parts.pageInvalidation.publish(tx, tenantOf(tx))
    return sent.length
  })
}

/** Returns the instance. @throws Failure `row.not-found` for whom it is none of their business, `approval.not-taking-part` for those who may only look */
export async function assertTakesPart(tx: Transaction, person: Person, { instanceId, isManager }: BesideAsk) {
  const [sees, isPart, row] = await Promise.all([
    mayLook(tx, person, instanceId),
    takesPart(tx, person, instanceId),
    tx.first(
      statement(
        sql<{
          name: string
          instance_state: string
          root_id: string
        }>`select i.name, i.instance_state, i.root_id from process_instances i where i.id = ${instanceId}`,
      ),
    ),
  ])
  if (!row || !(sees || isManager === true)) return fail('row.not-found')
  if (!isPart && isManager !== true) return fail('approval.not-taking-part', { values: { name: row.name } })
  return row
}

/** Copies that the nodes which were done in a step send, once it is written. */
export async function copyByModel(work: Work): Promise<void> {
  const { tx, parts, unit } = work
  for (const { held, node, taskId } of unit.copies.splice(0)) {
    const ids = await peopleFor(work, held, node, held.definition.rules.tasks[node]?.copies ?? [], MAX_COPIES)
    const sent = await insert(tx, { instanceId: held.id, taskId }, ids)
    if (sent.length > 0) await parts.inform(tx, only(sent), { what: 'copied-by-model', name: held.name })
  }
}

interface Copy {
  readonly instanceId: string
  readonly taskId?: string | undefined
  readonly comment?: string | undefined
  readonly sentBy?: string | undefined
}

/** Gives those who had none. */
async function insert(tx: Transaction, { instanceId, taskId, comment, sentBy }: Copy, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = userIds.map((user_id) => ({ id: newId(), user_id }))
  const sent = await tx.all(
    statement(sql<{ user_id: string }>`insert into process_copies (tenant_id, id, instance_id, user_id, task_id, sent_by, comment)
      select ${tenantOf(tx)}, r.id, ${instanceId}::uuid, r.user_id, ${taskId ?? null}::uuid, ${sentBy ?? null}::uuid, ${comment ?? null}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, user_id uuid)
      on conflict (tenant_id, instance_id, user_id) do nothing returning user_id`),
  )
  return sent.map(({ user_id }) => user_id)
}

const only = (userIds: readonly string[]) => ({ userIds, roleIds: [], organisationIds: [] })
