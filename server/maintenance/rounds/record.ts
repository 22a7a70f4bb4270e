/** A round is done stop by stop. What is sent twice, since nobody knew whether it had arrived, is stored once; what failed opens its order in the same transaction. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { CheckItem, CheckResult } from '../../../model/maintenance/checklist.ts'
import { checklist, judgeChecks } from '../../../model/maintenance/checklist.ts'
import { roundStops, rounds } from '../../../model/index.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import { openOrder } from '../orders/open.ts'
import { hiddenSomewhere } from '../shared-text.ts'
import './tables.ts'

type Parts = Pick<Services, 'scheduler' | 'clock' | 'invalidations' | 'domainEvents'>

/** Items of a stop as the database keeps them. */
export const readItems = (stored: unknown): readonly CheckItem[] => z.parse(checklist, stored)

export interface RecordedStop {
  /** Of the stop of this round. */
  readonly resultId: string
  readonly results: readonly CheckResult[]
  readonly wasScanned: boolean
  readonly requestId: string
  readonly userId: string | null
}

export interface StopRecorded {
  readonly itemsFailed: number
  readonly stopsDone: number
  /** Orders that its failed items have now, opened by it or by a round before. */
  readonly orders: readonly { readonly key: string; readonly orderId: string; readonly orderNumber: string }[]
}

/** The round, held until the transaction ends. @throws Failure `row.not-found` */
export async function heldRound(tx: Transaction, id: string) {
  const row = await tx.first(
    build
      .selectFrom('rounds')
      .innerJoin('round_routes as route', (on) =>
        on.onRef('route.tenant_id', '=', 'rounds.tenant_id').onRef('route.id', '=', 'rounds.route_id'),
      )
      .select(['rounds.id', 'round_state', 'route_id', 'round_name', 'stop_count', 'stops_done', 'items_failed', 'route.site_id'])
      .where('rounds.id', '=', id)
      .forUpdate('rounds'),
  )
  return row ?? fail('row.not-found')
}

/** Stores what was found at a stop, of a missed round as well; what was found there before is kept beside. @throws Failure `row.not-found`, `round.over`, `round.checks`, `round.check-unknown` */
export async function recordStop(tx: Transaction, parts: Parts, stop: RecordedStop): Promise<StopRecorded> {
  const known = await tx.first(build.selectFrom('round_results').select('round_id').where('id', '=', stop.resultId))
  if (!known) return fail('row.not-found')
  const round = await heldRound(tx, known.round_id)
  const row = await tx.first(
    build
      .selectFrom('round_results')
      .select(['id', 'stop_id', 'stop_name', 'equipment_id', 'checks', 'request_ids', 'items_failed'])
      .select(['results', 'was_scanned', 'recorded_at', 'recorded_by'])
      .where('id', '=', stop.resultId)
      .forUpdate(),
  )
  if (!row) return fail('row.not-found')
  const items = readItems(row.checks)
  const keyOf = (item: CheckItem) => `round:${round.route_id}:${row.equipment_id ?? row.stop_id ?? row.id}:${item.key}`
  const judged = judgeChecks(items, stop.results)
  if (row.request_ids.includes(stop.requestId))
    return { itemsFailed: row.items_failed ?? 0, stopsDone: round.stops_done, orders: await ordersOf(tx, judged.opening, keyOf) }
  // What was found in time may arrive when the round is over: it is kept, and shows when it came. The round stays missed.
  if (round.round_state === 'done') fail('round.over')
  const isLate = round.round_state === 'missed'
  await assertFits(tx, stop, judged)
  if (row.recorded_at !== null)
    await tx.run(
      build.insertInto('former_round_results').values({
        tenant_id: tenantOf(tx),
        result_id: row.id,
        results: JSON.stringify(row.results),
        items_failed: row.items_failed ?? 0,
        was_scanned: row.was_scanned,
        recorded_at: row.recorded_at,
        recorded_by: row.recorded_by,
      }),
    )
  await tx.run(
    build
      .updateTable('round_results')
      .set({
        results: JSON.stringify(stop.results),
        items_failed: judged.failed.length,
        was_scanned: stop.wasScanned,
        recorded_at: new Date(parts.clock.now()),
        recorded_by: stop.userId,
        request_ids: sql<string[]>`request_ids || ${stop.requestId}::uuid`,
      })
      .where('id', '=', row.id),
  )
  const results = new Map(stop.results.map((result) => [result.key, result]))
  // Whoever sees orders reads their titles, and need not see stops.
  const seesStop = judged.opening.length > 0 && (await hiddenSomewhere(tx, roundStops, ['stopName'])).size === 0
  const seesRound = judged.opening.length > 0 && (await hiddenSomewhere(tx, rounds, ['roundName'])).size === 0
  for (const item of judged.opening)
    await openOrder(tx, parts, {
      source: { by: 'check', checkKey: keyOf(item) },
      orderTitle: seesStop ? `${row.stop_name}: ${item.text}` : item.text,
      orderKind: 'corrective',
      orderPriority: 2,
      equipmentId: row.equipment_id,
      siteId: round.site_id,
      userId: stop.userId,
      note: noteOf(seesRound ? round.round_name : '', item, results.get(item.key)),
    })
  const counted = await tx.first(
    build
      .updateTable('rounds')
      .set({
        ...(isLate
          ? {}
          : {
              round_state: 'running',
              started_at: sql<Date>`coalesce(started_at, ${new Date(parts.clock.now())}::timestamptz)`,
            }),
        stops_done: sql<number>`(select count(*)::int from round_results each where each.tenant_id = rounds.tenant_id and each.round_id = rounds.id and each.recorded_at is not null)`,
        items_failed: sql<number>`(select coalesce(sum(each.items_failed), 0)::int from round_results each where each.tenant_id = rounds.tenant_id and each.round_id = rounds.id)`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', round.id)
      .returning('stops_done'),
  )
  return { itemsFailed: judged.failed.length, stopsDone: counted?.stops_done ?? 0, orders: await ordersOf(tx, judged.opening, keyOf) }
}

/** What the order is told: where it was seen, and what. */
const noteOf = (round: string, { unit, low, high }: CheckItem, result: CheckResult | undefined): string =>
  [round, result?.value === undefined ? '' : `${result.value} ${unit ?? ''} (${low ?? ''}…${high ?? ''})`, result?.note ?? '']
    .filter(Boolean)
    .join(' · ')

async function ordersOf(tx: Transaction, items: readonly CheckItem[], keyOf: (item: CheckItem) => string): Promise<StopRecorded['orders']> {
  if (items.length === 0) return []
  const byKey = new Map(items.map((item) => [keyOf(item), item.key]))
  const open = await tx.all(
    build
      .selectFrom('work_orders')
      .select(['id', 'order_number', 'check_key'])
      .where('check_key', 'in', [...byKey.keys()])
      .where('is_open', '=', 1),
  )
  return open.map((row) => ({ key: byKey.get(row.check_key ?? '') ?? '', orderId: row.id, orderNumber: row.order_number }))
}

async function assertFits(
  tx: Transaction,
  { resultId, results }: RecordedStop,
  { missing, unknown }: ReturnType<typeof judgeChecks>,
): Promise<void> {
  const [first] = missing
  if (first) fail('round.checks', { values: { count: missing.length, item: first.text } })
  const [odd] = unknown
  if (odd !== undefined) fail('round.check-unknown', { values: { item: odd } })
  const photos = [...new Set(results.flatMap((result) => result.photos ?? []))]
  if (photos.length === 0) return
  const own = await tx.all(build.selectFrom('round_photos').select('id').where('result_id', '=', resultId).where('id', 'in', photos))
  const lost = results.find((result) => result.photos?.some((photo) => !own.some((each) => each.id === photo)))
  if (lost) fail('round.check-unknown', { values: { item: lost.key } })
}

/** Ends a round of which every stop was recorded; of one that is done already nothing happens. @throws Failure `round.over`, `round.stops` */
export async function finishRound(tx: Transaction, parts: Pick<Services, 'clock'>, id: string, userId: string | null): Promise<void> {
  const round = await heldRound(tx, id)
  if (round.round_state === 'done') return
  if (round.round_state === 'missed') fail('round.over')
  if (round.stops_done < round.stop_count) fail('round.stops', { values: { count: round.stop_count - round.stops_done } })
  await tx.run(
    build
      .updateTable('rounds')
      .set({
        round_state: 'done',
        done_at: new Date(parts.clock.now()),
        done_by: userId,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id),
  )
}
