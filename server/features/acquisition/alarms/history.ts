/** What has happened to one alarm, newest first. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

const TIME = 'YYYY-MM-DD HH24:MI:SS'

export const queryAlarmHistory = implement(contract.queryAlarmHistory, {
  access: 'granted',
  summary: 'The transitions of an alarm, newest first: what, when, by whom, and with which value',
  of: alarms,
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
              'person.nickname',
              'comment',
              sql<boolean>`event.process_instance_id is not null`.as('isByProcess'),
            ])
            .orderBy('event.id', 'desc')
            .limit(pageSize)
            .offset((currentPage - 1) * pageSize),
        ),
      ])
      if (!alarm) fail('row.not-found')
      return {
        list: rows.map(({ value, quality, nickname, comment, fromState, toState, ...row }) => ({
          ...row,
          ...(view.sees('alarmValue') ? { value, quality } : {}),
          ...(view.sees('acknowledgedBy') ? { nickname } : {}),
          ...(view.sees('alarmComment') ? { comment } : {}),
          ...(view.sees('alarmState') ? { fromState, toState } : {}),
        })),
        total: counted?.total ?? 0,
      }
    }),
})
