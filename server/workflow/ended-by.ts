/**
 * Who or what has ended a task or an instance, for whoever comes too late. A task that somebody else's act has cancelled has nobody of its own who ended it:
 * that is the step of the same transaction, noted of this instance or of one that has called it, and known by its time, which is that of the transaction (docs/decisions/0196-who-ended-it.md).
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { fail } from '../kernel/errors.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { NOTED } from './engine/notes.ts'
import type { Person } from './engine/parts.ts'
import { shownNameOf } from './people/shown-name.ts'
import { statement } from './statement.ts'

interface EndingStep {
  readonly command: string
  /** As the caller may see their name; nothing where nobody did it, or they are gone. */
  readonly who: string | null
  readonly time: string
}

/** The step of any instance below an outermost one that was carried out at a time of the database, as a scalar expression; nothing where there is none. */
function stepAt(tx: Transaction, person: Person, root: RawBuilder<unknown>, at: RawBuilder<unknown>): Promise<EndingStep | undefined> {
  return tx.first(
    statement(sql<EndingStep>`select e.command, ${shownNameOf(person, 'u')} as who, to_char(e.happened_at, 'YYYY-MM-DD HH24:MI') as time
      from process_instances i
      join process_events e on e.tenant_id = i.tenant_id and e.instance_id = i.id
      left join users u on u.tenant_id = e.tenant_id and u.id = e.actor_id
      where (i.id = (${root}) or (i.root_id = (${root}) and i.parent_id is not null))
        and e.happened_at = (${at}) and e.command <> all(${NOTED}::text[])
      order by e.actor_id nulls last, e.step_number desc limit 1`),
  )
}

const DECISIONS: ReadonlySet<string> = new Set(['complete', 'reject', 'abstain'])
const WAYS_BACK: ReadonlySet<string> = new Set(['return', 'regress'])
const ENDS: ReadonlySet<string> = new Set(['terminate', 'cancel'])
const BY_TIME: ReadonlySet<string> = new Set(['timer', 'late'])

/** Never returns: says by whom and when a task was ended that nobody has done. @throws Failure `process-task.over` and its like, of which each says what was done */
export async function refuseOver(tx: Transaction, person: Person, task: { readonly id: string; readonly name: string }): Promise<never> {
  const found = await stepAt(
    tx,
    person,
    sql`select own.root_id from process_tasks t join process_instances own on own.tenant_id = t.tenant_id and own.id = t.instance_id where t.id = ${task.id}::uuid`,
    sql`select t.end_time from process_tasks t where t.id = ${task.id}::uuid`,
  )
  if (!found) return fail('process-task.over', { values: { task: task.name } })
  const { command, who, time } = found
  if (who === null)
    return fail(BY_TIME.has(command) ? 'process-task.by-timer' : 'process-task.over-since', { values: { task: task.name, time } })
  const values = { task: task.name, who, time }
  if (DECISIONS.has(command)) return fail('process-task.decided', { values })
  if (WAYS_BACK.has(command)) return fail('process-task.returned', { values })
  if (command === 'withdraw') return fail('process-task.taken-back', { values })
  return fail(ENDS.has(command) ? 'process-task.stopped' : 'process-task.over-by', { values })
}

/** Never returns: says who or what has ended an instance, and when. @throws Failure `approval.ended`, `process.ended-by-timer`, `process.ended-since`, `process.ended` */
export async function refuseEnded(
  tx: Transaction,
  person: Person,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<never> {
  const found = await stepAt(
    tx,
    person,
    sql`select own.root_id from process_instances own where own.id = ${id}::uuid`,
    sql`select own.end_time from process_instances own where own.id = ${id}::uuid`,
  )
  if (!found) return fail('process.ended', { values: { name } })
  const { command, who, time } = found
  if (who !== null) return fail('approval.ended', { values: { name, who, time } })
  return fail(BY_TIME.has(command) ? 'process.ended-by-timer' : 'process.ended-since', { values: { name, time } })
}
