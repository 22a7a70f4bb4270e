/** The lists of alarms of a page as they became in a stretch of time. */
import { sql } from 'kysely'
import type { MillisRange } from '../../../../model/brands.ts'
import type { Playback, ScreenPageData } from '../../../../model/contract/screen/screens.ts'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { readLists } from '../shared/lists.ts'
import type { VariableValues } from '../shared/variables.ts'

/** Moments of one stretch at which lists are read: events that follow each other at once are shown together. */
const MAX_MOMENTS = 12

interface Reading {
  readonly caller: Caller
  readonly variables: VariableValues
  /** The lists when it begins. */
  readonly before: ScreenPageData['lists']
}

/** The lists that are otherwise than before, from the moment on at which they are. Events that change none of the lists leave no trace. */
export async function alarmsWithin(
  tx: Transaction,
  { widgets }: Pick<ScreenPage, 'widgets'>,
  range: MillisRange,
  { caller, variables, before }: Reading,
): Promise<Playback['alarms']> {
  const shown = widgets.filter(({ id }) => before[id]?.of === 'alarms')
  if (shown.length === 0) return []
  const found: Playback['alarms'][number][] = []
  const known = new Map(shown.map(({ id }) => [id, JSON.stringify(before[id])]))
  for (const at of await momentsWithin(tx, range)) {
    const { lists } = await readLists(tx, shown, { caller, variables, now: at, at })
    const changed = Object.entries(lists).filter(([id, list]) => known.get(id) !== JSON.stringify(list))
    for (const [id, list] of changed) known.set(id, JSON.stringify(list))
    if (changed.length > 0) found.push({ at, lists: Object.fromEntries(changed) as Playback['alarms'][number]['lists'] })
  }
  return found
}

/** The last event of each part of the range. */
async function momentsWithin(tx: Transaction, { from, to }: MillisRange): Promise<number[]> {
  const part = (to - from) / MAX_MOMENTS
  const rows = await tx.all(
    statement(sql<{ at: number }>`
      select max(ms) as at from (
        select ceil(extract(epoch from happened_at) * 1000)::float8 as ms from alarm_events
        where happened_at > ${new Date(from)}::timestamptz and happened_at <= ${new Date(to)}::timestamptz
      ) as event group by floor((ms - ${from}::float8) / ${part}::float8) order by 1`),
  )
  return rows.map(({ at }) => at)
}
