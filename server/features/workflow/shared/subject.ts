/** What an instance is of, as far as somebody sees that: an alarm in their rows, by what their roles show of alarms. */
import { sql } from 'kysely'
import type { ProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import { alarms } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

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
