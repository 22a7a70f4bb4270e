/** What every page shows of alarms: how many somebody has to acknowledge. In scope, as the list has them. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'

export const queryAlarmCount = implement(contract.queryAlarmCount, {
  access: 'granted',
  summary: 'How many alarms nobody has acknowledged, the most urgent priority among them, and when the newest were raised',
  of: alarms,
  async handle({ caller, inTenant }) {
    const found = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('alarms')
          .select([
            'alarm_priority as priority',
            sql<number>`count(*)::int`.as('count'),
            sql<number>`coalesce(floor(extract(epoch from max(raised_at)) * 1000), 0)::float8`.as('at'),
          ])
          .where('alarm_state', 'in', ['unacknowledged', 'returned'])
          .groupBy('alarm_priority')
          .orderBy('alarm_priority'),
      ),
    )
    const view = viewOf(caller, alarms)
    const seesPriority = view.sees('alarmPriority')
    const newest = seesPriority
      ? found.map(({ priority, at }) => ({ priority, at }))
      : found.length > 0
        ? [{ priority: 0, at: Math.max(...found.map(({ at }) => at)) }]
        : []
    return {
      unacknowledged: found.reduce((sum, { count }) => sum + count, 0),
      priority: seesPriority ? (found[0]?.priority ?? 0) : 0,
      newest: view.sees('raisedAt') ? newest : [],
    }
  },
})
