/** How much machines are used, by points that tell it: hours during which a point was 1, or what a point counts. */
import { sql } from 'kysely'
import { rangeInMillis } from '../../model/brands.ts'
import type { UseKind } from '../../model/maintenance/equipment.ts'
import { carryMs, latestValue, pointNamed, readStatistics, statement } from '../acquisition/index.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
/** The days before now that are told of by themselves. */
const RECENT_DAYS = 30

/** Hours for which a point was 1: its mean by time, over the time for which it had a value; null where it had none, which is not the same as having stood still. */
export async function runHours(tx: Transaction, series: number, from: number, to: number): Promise<number | null> {
  if (to <= from) return null
  const point = await tx.first(statement(sql<{ carry: number }>`select ${carryMs('points')} as carry from points where series = ${series}`))
  const found = await readStatistics(
    tx,
    [{ series: String(series), holdMs: null, carryMs: point?.carry ?? 0 }],
    rangeInMillis({ from, to }),
  )
  const figures = found.get(String(series))
  if (!figures || figures.mean === null) return null
  return Math.max(0, (figures.mean * (figures.coverage ?? 1) * (to - from)) / HOUR_MS)
}

/** What a counter has counted from one value to the next: one that shows less than before was set back, and has counted from zero. */
export const countedSince = (before: number, now: number): number => (now >= before ? now - before : Math.max(0, now))

/** What a counter has counted since a moment, from the last values of hours and its newest one. */
async function counted(tx: Transaction, series: number, newest: number | null, from: number): Promise<number | null> {
  const hours = await tx.all(
    statement(sql<{ last: number }>`
    select last from sample_hours where series = ${series} and last is not null and bucket >= ${new Date(from - HOUR_MS)}::timestamptz order by bucket`),
  )
  const values = [...hours.map(({ last }) => last), ...(newest === null ? [] : [newest])]
  if (values.length === 0) return null
  return values.slice(1).reduce((sum, value, at) => sum + countedSince(values[at] ?? value, value), 0)
}

export interface UseBy {
  readonly use_point_id: string | null
  readonly use_kind: UseKind | null
  readonly commissioned_at: Date | null
  readonly created_at: Date
}

interface MachineUse {
  readonly kind: UseKind
  readonly pointId: string
  /** What a counter shows, or the hours since the machine was put to use; null of a point without a value. */
  readonly total: number | null
  /** From when hours are counted, in milliseconds since 1970; null of a counter, which has counted before. */
  readonly since: number | null
  /** Of the last thirty days; null where there are no values. */
  readonly recent: number | null
}

/** The use of a machine by its point; null where it has none, or none that the transaction sees. @param now Milliseconds since 1970 */
export async function useOf(tx: Transaction, machine: UseBy, now: number): Promise<MachineUse | null> {
  const pointId = machine.use_point_id
  const named = pointId === null ? undefined : await pointNamed(tx, pointId)
  if (pointId === null || !named) return null
  const kind = machine.use_kind ?? 'run-hours'
  const from = now - RECENT_DAYS * DAY_MS
  const { series } = named.point
  if (kind === 'counter') {
    const total = await latestValue(tx, named.point)
    return { kind, pointId, total, since: null, recent: await counted(tx, series, total, from) }
  }
  const since = (machine.commissioned_at ?? machine.created_at).getTime()
  return {
    kind,
    pointId,
    total: await runHours(tx, series, since, now),
    since,
    recent: await runHours(tx, series, Math.max(since, from), now),
  }
}
