/** When alarms that concern a page were raised, for the slider of a playback. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/screens.ts'
import { alarms, screens } from '../../../../model/index.ts'
import type { ScreenPage } from '../../../../model/screens/document.ts'
import { statement } from '../../../acquisition/index.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { implement } from '../../../kernel/http/http.ts'
import { neededBy } from '../shared/asked-rows.ts'
import type { SeenNoun } from '../shared/list-query.ts'
import { seenNoun } from '../shared/list-query.ts'
import { pageOf, pointIds } from '../shared/page-data.ts'
import { shownScreen } from '../shared/published.ts'
import type { VariableValues } from '../shared/variables.ts'
import { variablesOf } from '../shared/variables.ts'
import { assertPast } from './past.ts'

/** Of one answer: more of them are one bar. The newest count. */
const MAX_MARKS = 2000

export const queryPlaybackMarks = implement(contract.queryPlaybackMarks, {
  access: 'granted',
  reads: true,
  allowedWith: ['read-only'],
  summary: 'When alarms of the points and lists of a page of a big screen were raised, for whoever may have the past of alarms',
  of: screens,
  async handle({ input: { id, page: pageId, variables: given, from, to }, caller, services, t, inTenant }) {
    const range = assertPast({ from, to }, services.clock.now(), t, ['from', 'to'])
    return inTenant(async (tx) => {
      const { content } = await shownScreen(tx, { id }, caller.language)
      const page = pageOf(content, pageId)
      const noun = seenNoun(caller, alarms, ['raisedAt', 'alarmState', 'isCurrent'])
      const concerned = noun && mayCall(caller, alarms.calls?.['past'] ?? '') ? concernedBy(noun, page, variablesOf(content, given, t)) : []
      if (!noun || concerned.length === 0) return { from: range.from, marks: [] }
      const marks = await tx.all(
        statement(sql<{ at: number; priority: number | null }>`
          select (extract(epoch from event.happened_at) * 1000)::float8 as at, ${noun.view.sees('alarmPriority') ? sql`alarm.alarm_priority::integer` : sql`null::integer`} as priority
          from alarm_events event join alarm_list alarm on alarm.tenant_id = event.tenant_id and alarm.id = event.alarm_id
          where event.transition = 'raise' and event.to_state = 'unacknowledged'
            and event.happened_at >= ${new Date(range.from)}::timestamptz and event.happened_at < ${new Date(range.to)}::timestamptz
            and (${sql.join(concerned, sql` or `)})
          order by event.happened_at desc limit ${sql.lit(MAX_MARKS)}`),
      )
      return { from: range.from, marks: marks.toReversed().map(({ at, priority }) => ({ at: Math.floor(at), priority })) }
    })
  },
})

/** Which alarms concern the page: those of its points, and those that its lists are narrowed to. By a field that the caller does not see nothing is narrowed. */
function concernedBy({ view }: SeenNoun, page: ScreenPage, variables: VariableValues) {
  const ids = pointIds(page)
  const ofPoints = ids.length > 0 && view.sees('pointId') ? [sql`alarm.point_id = any(${ids}::uuid[])`] : []
  const ofLists = page.widgets.flatMap((widget) => {
    const asked = widget.hidden === true ? undefined : neededBy(widget, variables)?.asked
    if (asked?.of !== 'alarms') return []
    const { siteId, deviceId, priority } = asked
    const given = [
      ['siteId', siteId, sql`alarm.site_id = ${siteId ?? null}::uuid`],
      ['deviceId', deviceId, sql`alarm.device_id = ${deviceId ?? null}::uuid`],
      ['alarmPriority', priority, sql`alarm.alarm_priority <= ${priority ?? null}::integer`],
    ] as const
    const narrowed = given.filter(([, value]) => value !== undefined)
    if (!narrowed.every(([field]) => view.sees(field))) return []
    return [sql`(${sql.join([sql`true`, ...narrowed.map(([, , condition]) => condition)], sql` and `)})`]
  })
  return [...ofPoints, ...ofLists]
}
