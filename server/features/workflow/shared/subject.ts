/** What an instance is of, as far as somebody sees that: an alarm in their rows, by what their roles show of alarms. */
import { sql } from 'kysely'
import type { ProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import { alarms } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Call } from '../../../kernel/http/http.ts'

interface OfSomething {
  readonly id: string
  readonly subject_kind: string | null
  readonly subject_id: string | null
}

/** Returns the subject; null where there is none, or the caller does not see it. @param tx Of the caller, with their rows */
export async function subjectOf(
  tx: Transaction,
  caller: Caller,
  { id, subject_kind: kind, subject_id: subjectId }: OfSomething,
): Promise<ProcessTrack['subject']> {
  if (kind !== 'alarm' || subjectId === null || !caller.urls.has(pathOf(alarms, 'query'))) return null
  const alarm = await tx.first(
    build
      .selectFrom('alarms as alarm')
      .leftJoin('points as point', (on) => on.onRef('point.tenant_id', '=', 'alarm.tenant_id').onRef('point.id', '=', 'alarm.point_id'))
      .select(['alarm.rule_name', 'alarm.device_name', 'alarm.point_name', 'point.device_id'])
      .where(sql<boolean>`alarm.id = ${subjectId}::uuid`),
  )
  if (!alarm) return null
  const view = viewOf(caller, alarms)
  return {
    kind: 'alarm',
    id: subjectId,
    ruleName: view.sees('ruleName') ? alarm.rule_name : null,
    deviceId: view.sees('deviceId') ? alarm.device_id : null,
    deviceName: view.sees('deviceId') ? alarm.device_name : null,
    pointName: view.sees('pointName') ? alarm.point_name : null,
    occurrences: await occurrencesOf(tx, id),
  }
}

/**
 * Returns the subject of an instance that was read beyond the rows of whoever looks, as their own rows show it; null where it is not among them. Who has a task
 * sees the instance, and what it is of as all others of their roles do.
 */
export async function subjectInOwnRows(
  { caller, inTenant }: Pick<Call<unknown>, 'caller' | 'inTenant'>,
  { id, subject }: Pick<ProcessTrack, 'id' | 'subject'>,
): Promise<ProcessTrack['subject']> {
  if (subject === null) return null
  const own = await inTenant((tx) => subjectOf(tx, caller, { id, subject_kind: subject.kind, subject_id: subject.id }))
  // Counted from rows that follow the instance, and not the alarm.
  return own && { ...own, occurrences: subject.occurrences }
}

/** How often alarms of an instance were raised since it began, the first time as well; 1 where it was begun otherwise. */
export async function occurrencesOf(tx: Pick<Transaction, 'first'>, id: string): Promise<number> {
  const found = await tx.first(
    build
      .selectFrom('process_starts')
      .select(sql<number>`greatest(1, count(*))::integer`.as('count'))
      .where('instance_id', '=', id),
  )
  return found?.count ?? 1
}
