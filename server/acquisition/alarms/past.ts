/**
 * Alarms of the past: what the rules of a tenant make of samples from before anybody watched, by the detector and the states that judge what arrives. Stored as
 * the engine would have, but for the domain events: who is notified, and what is delivered, hangs on them, and nobody is to be called for what is long over.
 */
import type { Millis, TenantId } from '../../../model/brands.ts'
import type { AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../../kernel/database/tenant.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import type { Condition, Observation } from './detector.ts'
import { ALARM_LIST } from './invalidation.ts'
import type { Target } from './load.ts'
import { readTargets } from './load.ts'
import type { Replay } from './replay.ts'
import { openReplay } from './replay.ts'
import type { AlarmEvent, AlarmRow } from './rows.ts'
import { applyTransition, saveRows } from './rows.ts'
import { NORMAL } from './state-machine.ts'
import { conditionOf } from './tenant-rules.ts'

/** A transition at a moment of the past; one that the state of the alarm does not allow then is left out. */
export interface PastChange {
  readonly transition: AlarmTransition
  readonly at: Millis
  readonly seen?: Observation | undefined
  readonly userId?: string | undefined
  readonly comment?: string | undefined
  readonly until?: Millis | undefined
}

/** A rule at a point, with what has become of its alarm. Whoever opened it replays the samples, and adds what people did. */
export interface PastAlarm {
  /** The number that the samples of the point are stored under. */
  readonly series: number
  readonly priority: number
  readonly replay: Replay
  readonly changes: PastChange[]
  readonly target: Target
  readonly condition: Condition
}

/** The rules in use at all points they look at, before the first sample. */
export async function openPastAlarms(transactions: TransactionScopes, tenantId: TenantId): Promise<PastAlarm[]> {
  const targets = await readTargets(
    (work) => transactions.inTenant({ tenantId }, work, 'read'),
    tenantId,
    () => true,
  )
  return targets.map((target) => {
    const condition = conditionOf(target)
    return { series: Number(target.series), priority: target.priority, replay: openReplay(condition), changes: [], target, condition }
  })
}

/**
 * Stores what has become of the alarms; gives how many transitions. An alarm that is there already has a past of its own, and keeps it. The engine is to be told
 * after the commit (`follow` in engine.ts).
 */
export async function storePastAlarms(
  tx: Transaction,
  invalidations: Invalidations,
  tenantId: TenantId,
  alarms: readonly PastAlarm[],
): Promise<number> {
  const changed = alarms.map(historyOf).filter(({ events }) => events.length > 0)
  if (changed.length === 0) return 0
  const added = await tx.all(
    build
      .insertInto('alarms')
      .values(changed.map(({ row, alarm: { target } }) => newRow(tenantId, row, target)))
      .onConflict((conflict) => conflict.columns(['tenant_id', 'rule_id', 'point_id']).doNothing())
      .returning('id'),
  )
  const ids = new Set(added.map(({ id }) => id))
  const mine = changed.filter(({ row }) => ids.has(row.id))
  // Those who read the log follow the order of their numbers.
  const events = mine.flatMap((each) => each.events).toSorted((one, other) => (one.happened_at < other.happened_at ? -1 : 1))
  await saveRows(
    tx,
    mine.map(({ row }) => row),
    events,
  )
  if (events.length > 0) await invalidations.publish(tx, { kind: 'news', tenantId, topic: 'alarms', permission: ALARM_LIST })
  return events.length
}

function historyOf(alarm: PastAlarm) {
  const row = normalRow(alarm)
  const events: (AlarmEvent & { happened_at: string })[] = []
  for (const { transition, at, seen, userId, comment, until } of alarm.changes.toSorted((one, other) => one.at - other.at)) {
    const now = new Date(at)
    const event = applyTransition(row, transition, {
      now,
      sampleTime: seen?.time,
      value: seen?.value,
      quality: seen?.quality,
      userId,
      comment,
      until: until === undefined ? undefined : new Date(until),
    })
    if (event) events.push({ ...event, happened_at: now.toISOString() })
  }
  return { alarm, row, events }
}

function normalRow({ target: { ruleId, pointId, ruleName, kind, limit, priority } }: PastAlarm): AlarmRow {
  return {
    ...NORMAL,
    id: newId(),
    rule_id: ruleId,
    point_id: pointId,
    rule_name: ruleName,
    alarm_kind: kind,
    alarm_priority: priority,
    alarm_limit: kind === 'stale' || kind === 'bad-quality' ? null : limit,
    alarm_value: null,
    quality: null,
    condition_at: null,
    raised_at: null,
    returned_at: null,
    acknowledged_by: null,
    acknowledged_at: null,
    shelved_until: null,
    alarm_comment: null,
    notified_at: null,
  }
}

function newRow(tenantId: TenantId, { id, rule_id, point_id, rule_name, alarm_kind, alarm_priority }: AlarmRow, target: Target) {
  return {
    tenant_id: tenantId,
    id,
    rule_id,
    point_id,
    rule_name,
    point_name: target.point,
    device_name: target.device,
    alarm_kind,
    alarm_priority,
  }
}
