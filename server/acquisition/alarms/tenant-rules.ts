/** What one tenant's rules look at, as one server remembers it. Read again when rules, devices or points have changed. */
import type { Millis, TenantId } from '../../../model/brands.ts'
import { later, millis } from '../../../model/brands.ts'
import { build } from '../../kernel/database/sql.ts'
import { isUsable } from '../../tenancy/index.ts'
import type { TransactionScopes, Transaction } from '../../kernel/database/tenant.ts'
import type { Condition } from './detector.ts'
import type { ActiveAlarm, Target } from './load.ts'
import { readActive, readTargets } from './load.ts'
import type { Change, RuleInstance, WatchedPoint } from './rule-instance.ts'
import { isLive, evaluate, keyOf } from './rule-instance.ts'

export interface TenantWatch {
  readonly points: ReadonlyMap<number, WatchedPoint>
  /** By the id of the rule, a blank, and that of the point. */
  readonly byKey: ReadonlyMap<string, RuleInstance>
  /** Changes of alarms are known up to here, by the clock of the database. */
  followedTo: Millis
}

export interface Loaded {
  /** Absent where nothing is to be watched, or nobody may. */
  readonly watch: TenantWatch | undefined
  /** Alarms whose rule or point is no longer there, or in use. */
  readonly orphans: readonly string[]
}

/**
 * The rules of a tenant at their points, with detectors and the newest values, ready to be evaluated.
 * @param startedAt Before that this server was deaf, and no point silent.
 */
export async function loadTenant(
  transactions: TransactionScopes,
  tenantId: TenantId,
  before: TenantWatch | undefined,
  startedAt: Millis,
): Promise<Loaded> {
  const open = <Result>(work: (tx: Transaction) => Promise<Result>) => transactions.inTenant({ tenantId }, work, 'read')
  const tenant = await open((tx) =>
    tx.first(build.selectFrom('tenants').select(['status as tenant_status', 'expires_at', 'marked_at']).where('id', '=', tenantId)),
  )
  if (!tenant || !isUsable(tenant)) return { watch: undefined, orphans: [] }
  const active = await readActive(open)
  const targets = await readTargets(open, tenantId, (series) => before?.points.has(series) === true)
  const byKey = new Map<string, RuleInstance>()
  const points = new Map<number, WatchedPoint>()
  const states = new Map(active.map((row) => [keyOf(row.ruleId, row.pointId), row]))
  for (const target of targets) {
    const series = Number(target.series)
    let point = points.get(series)
    if (!point) points.set(series, (point = pointOf(tenantId, target, before?.points.get(series), startedAt)))
    const key = keyOf(target.ruleId, target.pointId)
    const watch = watchOf(point, target, before?.byKey.get(key), states.get(key))
    point.ruleInstances.push(watch)
    byKey.set(key, watch)
  }
  const orphans = active.filter((row) => !byKey.has(keyOf(row.ruleId, row.pointId))).map(({ id }) => id)
  return { watch: targets.length === 0 ? undefined : { points, byKey, followedTo: before?.followedTo ?? startedAt }, orphans }
}

/** Judges what was seen last by rules that are new or have changed, and after a restart by all of them. */
export function judgeAgain({ byKey }: TenantWatch, now: Millis, onChange: (change: Change) => void): void {
  for (const watch of byKey.values()) {
    const { last } = watch.point
    // Of a silent point nothing is new by being read again.
    if (last && (watch.condition.kind === 'stale' ? last.time > watch.decidedAt && watch.detector.active : last.time >= watch.decidedAt))
      evaluate(watch, last, now, onChange)
  }
}

function pointOf(tenantId: TenantId, target: Target, before: WatchedPoint | undefined, startedAt: Millis): WatchedPoint {
  const { time, value, quality, reason } = target
  const read = time !== null && quality !== null && isLive({ reason: reason ?? 0 }) ? { time, value, quality } : undefined
  const isNewer = read && (!before?.last || read.time > before.last.time)
  return {
    tenantId,
    id: target.pointId,
    series: Number(target.series),
    name: target.point,
    device: target.device,
    ruleInstances: [],
    last: isNewer ? read : before?.last,
    before: before?.before,
    lastSampleAt: before?.lastSampleAt ?? (read ? later(read.time, startedAt) : millis(0)),
  }
}

function watchOf(point: WatchedPoint, target: Target, before: RuleInstance | undefined, active: ActiveAlarm | undefined): RuleInstance {
  return {
    ruleId: target.ruleId,
    ruleName: target.ruleName,
    priority: target.priority,
    point,
    condition: conditionOf(target),
    detector: before?.detector ?? { active: active !== undefined, since: undefined },
    decidedAt: before?.decidedAt ?? active?.conditionAt ?? millis(0),
  }
}

/** What the rule says, in numbers. */
export function conditionOf({ kind, limit, deadband, silent, onDelay, offDelay }: Target): Condition {
  return {
    kind,
    limit: limit ?? 0,
    deadband: deadband ?? 0,
    silentMs: (silent ?? 0) * 1000,
    onDelayMs: (onDelay ?? 0) * 1000,
    offDelayMs: (offDelay ?? 0) * 1000,
  }
}
