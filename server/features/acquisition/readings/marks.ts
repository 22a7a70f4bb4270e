/** Alarms, limits and annotations of the points of a trend. Each part is for those who may read the list it comes from, with the fields they see there. */
import { sql } from 'kysely'
import type { AlarmKind } from '../../../../model/acquisition/alarm-rules.ts'
import * as contract from '../../../../model/contract/acquisition/trend-marks.ts'
import { queryReadingTrend } from '../../../../model/contract/acquisition/readings.ts'
import { alarmRules, alarms, annotations } from '../../../../model/index.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { View } from '../../../kernel/authorization/view.ts'
import type { Millis, MillisRange } from '../../../../model/brands.ts'
import { rangeInMillis } from '../../../../model/brands.ts'
import { mayCall, viewOf } from '../../../kernel/authorization/view.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { bandsOf } from './alarm-bands.ts'

interface Asked extends MillisRange {
  readonly pointId: readonly string[]
}

const { MAX_MARKS, LIMIT_KINDS } = contract
const epoch = (column: string) => sql<number>`extract(epoch from ${sql.ref(column)})::float8 * 1000`
const when = (moment: Millis) => sql`${new Date(moment)}::timestamptz`

export const queryTrendMarks = implement(contract.queryTrendMarks, {
  access: 'signed-in',
  summary:
    'When alarms of points stood in a range of time (milliseconds since 1970), the limits of their alarm rules, and what was noted of them',
  async handle({ input, caller, inTenant }) {
    const [ofAlarms, ofRules, ofNotes] = [alarms, alarmRules, annotations].map((noun) => viewOf(caller, noun)) as [View, View, View]
    // Open to whoever has signed in, as its declaration says; who cannot read trends is shown none of what belongs to them.
    const reads = (view: View, ...fields: string[]) =>
      mayReadTrends(caller) && view.allowed.includes('query') && fields.every((field) => view.sees(field))
    const asked = { ...input, ...rangeInMillis(input) }
    const [bands, limits, notes] = await inTenant((tx) =>
      Promise.all([
        reads(ofAlarms, 'raisedAt', 'returnedAt') ? readBands(tx, asked, ofAlarms) : [],
        reads(ofRules, 'alarmLimit', 'pointKey') ? readLimits(tx, asked, ofRules) : [],
        reads(ofNotes, 'notedAt', 'pointId') ? readAnnotations(tx, asked, ofNotes) : [],
      ]),
    )
    return { alarms: bands, limits, annotations: notes, allowed: [...ofNotes.allowed] }
  },
})

const mayReadTrends = (caller: Caller) => mayCall(caller, queryReadingTrend.path)

interface AlarmRow {
  alarmId: string
  pointId: string
  ruleName: string
  alarmKind: AlarmKind
  alarmPriority: number
  raised: boolean
  at: Millis
}

/** Of each alarm the last change before the range, and its last ones within: so much that a chattering one can be seen as what it is. */
async function readBands(tx: Transaction, { pointId, ...range }: Asked, view: View): Promise<contract.AlarmBand[]> {
  const changes = sql`transition in ('raise', 'return', 'withdraw')`
  const rows = await tx.all(
    statement(sql<AlarmRow>`
    select a.id as "alarmId", a.point_id as "pointId", coalesce(r.rule_name, a.rule_name) as "ruleName", a.alarm_kind as "alarmKind", a.alarm_priority::int as "alarmPriority",
      e.transition = 'raise' as raised, extract(epoch from coalesce(e.sample_time, e.happened_at))::float8 * 1000 as at
    from alarms a
    left join alarm_rules r on r.tenant_id = a.tenant_id and r.id = a.rule_id
    cross join lateral (
      (select id, transition, sample_time, happened_at from alarm_events
        where tenant_id = a.tenant_id and alarm_id = a.id and ${changes} and happened_at < ${when(range.from)} order by id desc limit 1)
      union all
      (select id, transition, sample_time, happened_at from alarm_events
        where tenant_id = a.tenant_id and alarm_id = a.id and ${changes} and happened_at >= ${when(range.from)} and happened_at < ${when(range.to)} order by id desc limit ${2 * MAX_MARKS.bands})
    ) e
    where a.point_id = any(${[...pointId]}::uuid[])
    order by e.id`),
  )
  const byId = new Map(rows.map((row) => [row.alarmId, row]))
  return bandsOf(rows, range).flatMap((band) => {
    const { pointId: point, ruleName, alarmKind, alarmPriority } = byId.get(band.alarmId) as AlarmRow
    return [
      {
        ...band,
        pointId: point,
        ...(view.sees('ruleName') ? { ruleName } : {}),
        ...(view.sees('alarmKind') ? { alarmKind } : {}),
        ...(view.sees('alarmPriority') ? { alarmPriority } : {}),
      },
    ]
  })
}

interface LimitRow {
  pointId: string
  value: number
  ruleName: string
  alarmKind: (typeof LIMIT_KINDS)[number]
  alarmPriority: number
}

/** Of the rules in use. By device or by type, never "either": only so the indexes of both are used. */
async function readLimits(tx: Transaction, { pointId }: Asked, view: View) {
  const rules = (place: ReturnType<typeof sql>) => sql`
    select p.id as "pointId", r.alarm_limit as value, r.rule_name as "ruleName", r.alarm_kind as "alarmKind", r.alarm_priority::int as "alarmPriority"
    from points p
    join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    join alarm_rules r on r.tenant_id = p.tenant_id and ${place} and lower(r.point_key) = lower(p.point_key)
    where p.id = any(${[...pointId]}::uuid[]) and r.rule_status = 1 and r.alarm_limit is not null and r.alarm_kind in (${sql.join(LIMIT_KINDS.map((kind) => sql.lit(kind)))})`
  const rows = await tx.all(
    statement(sql<LimitRow>`
    select * from (
      ${rules(sql`r.device_id = d.id and (r.device_type_id is null or r.device_type_id = d.device_type_id)`)}
      union all
      ${rules(sql`r.device_id is null and r.device_type_id = d.device_type_id`)}
    ) as found order by "alarmPriority", "ruleName" limit ${MAX_MARKS.limits}`),
  )
  return rows.map(({ pointId: point, value, ruleName, alarmKind, alarmPriority }) => ({
    pointId: point,
    value,
    ...(view.sees('ruleName') ? { ruleName } : {}),
    ...(view.sees('alarmKind') ? { alarmKind } : {}),
    ...(view.sees('alarmPriority') ? { alarmPriority } : {}),
  }))
}

interface NoteRow {
  id: string
  version: number
  pointId: string
  time: number
  noteText: string
  notedBy: string | null
}

async function readAnnotations(tx: Transaction, { pointId, from, to }: Asked, view: View) {
  const rows = await tx.all(
    statement(sql<NoteRow>`
    select id, version, point_id as "pointId", ${epoch('noted_at')} as time, note_text as "noteText", noted_by as "notedBy" from annotation_list
    where point_id = any(${[...pointId]}::uuid[]) and noted_at >= ${when(from)} and noted_at < ${when(to)}
    order by noted_at desc, id limit ${MAX_MARKS.annotations}`),
  )
  return rows.map(({ noteText, notedBy, ...row }) => ({
    ...row,
    ...(view.sees('noteText') ? { noteText } : {}),
    ...(view.sees('notedBy') ? { notedBy } : {}),
  }))
}
