/** What has happened to one alarm, newest first. */
import { sql } from 'kysely'
import { z } from 'zod'
import { ALARM_STATES, ALARM_TRANSITIONS } from '../../../../model/acquisition/alarm-states.ts'
import { id } from '../../../../model/fields.ts'
import { alarms } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

const TIME = 'YYYY-MM-DD HH24:MI:SS'
const blank = <Check extends z.ZodType>(check: Check) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), check)
const state = z.enum(ALARM_STATES).optional()

export const queryAlarmHistory = route({
  method: 'GET',
  path: `${alarms.api.base}/queryAlarmHistory`,
  access: 'granted',
  summary: 'The transitions of an alarm, newest first: what, when, by whom, and with which value',
  of: alarms,
  input: z.object({
    id,
    currentPage: blank(z.coerce.number().int().min(1).max(1_000_000).default(1)),
    pageSize: blank(z.coerce.number().int().min(1).max(1000).default(50)),
  }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        transition: z.enum(ALARM_TRANSITIONS),
        fromState: state,
        toState: state,
        happenedAt: z.string(),
        sampleTime: z.string().nullable(),
        value: z.number().nullish(),
        quality: z.int().nullish(),
        username: z.string().nullish(),
        comment: z.string().nullish(),
      }),
    ),
    total: z.int(),
  }),
  handle: ({ caller, input: { id: alarmId, currentPage, pageSize }, inTenant }) =>
    inTenant(async (tx) => {
      const view = viewOf(caller, alarms)
      const events = build.selectFrom('alarm_events as event').where('event.alarm_id', '=', alarmId)
      const [alarm, counted, rows] = await Promise.all([
        tx.first(build.selectFrom('alarms').select('id').where('id', '=', alarmId)),
        tx.first(events.select(sql<number>`count(*)::int`.as('total'))),
        tx.all(
          events
            .leftJoin('users as person', (on) =>
              on.onRef('person.tenant_id', '=', 'event.tenant_id').onRef('person.id', '=', 'event.user_id'),
            )
            .select([
              'event.id',
              'transition',
              'from_state as fromState',
              'to_state as toState',
              sql<string>`to_char(happened_at, ${sql.lit(TIME)})`.as('happenedAt'),
              sql<string | null>`to_char(sample_time, ${sql.lit(TIME)})`.as('sampleTime'),
              'value',
              'quality',
              'person.username',
              'comment',
            ])
            .orderBy('event.id', 'desc')
            .limit(pageSize)
            .offset((currentPage - 1) * pageSize),
        ),
      ])
      if (!alarm) fail('row.not-found')
      const hidden = [
        ...(view.sees('alarmValue') ? [] : ['value', 'quality']),
        ...(view.sees('acknowledgedBy') ? [] : ['username']),
        ...(view.sees('alarmComment') ? [] : ['comment']),
        ...(view.sees('alarmState') ? [] : ['fromState', 'toState']),
      ]
      return {
        list: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)))),
        total: counted?.total ?? 0,
      }
    }),
})
