/** What every page shows of alarms: how many somebody has to acknowledge. In scope, as the list has them. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'

export const queryAlarmCount = implement(contract.queryAlarmCount, {
  access: 'granted',
  summary: 'How many alarms nobody has acknowledged, and the most urgent priority among them',
  of: alarms,
  async handle({ caller, inTenant }) {
    const found = await inTenant((tx) =>
      tx.first(
        build
          .selectFrom('alarms')
          .select([sql<number>`count(*)::int`.as('unacknowledged'), sql<number>`coalesce(min(alarm_priority), 0)::int`.as('priority')])
          .where('alarm_state', 'in', ['unacknowledged', 'returned']),
      ),
    )
    const sees = viewOf(caller, alarms).sees('alarmPriority')
    return { unacknowledged: found?.unacknowledged ?? 0, priority: sees ? (found?.priority ?? 0) : 0 }
  },
})
