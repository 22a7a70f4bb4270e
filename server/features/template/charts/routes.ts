/** Figures of the caller's own tenant, for its charts. */
import { sql } from 'kysely'
import { queryActivity, queryUsersByOrganisation } from '../../../../model/contract/template/charts.ts'
import { logs, organisations, users } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** Every day of the period has its row, the quiet ones too. Reading is no operation here: it would drown the others. */
const activity = implement(queryActivity, {
  access: 'granted',
  summary: 'Sign-ins, operations and failures of each of the last days',
  of: logs,
  async handle({ caller, inTenant, input: { days } }) {
    const view = viewOf(caller, logs)
    // A figure tells about the fields it is made of.
    if (!['logType', 'result'].every((name) => view.sees(name))) return []
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('logs')
          .select([
            sql<string>`to_char(created_at, 'YYYY-MM-DD')`.as('day'),
            sql<number>`(count(*) filter (where log_type = 'sign-in' and result = 'ok'))::integer`.as('signIns'),
            sql<number>`(count(*) filter (where log_type not in ('sign-in', 'sign-out', 'query') and result = 'ok'))::integer`.as(
              'operations',
            ),
            sql<number>`(count(*) filter (where result <> 'ok'))::integer`.as('failures'),
          ])
          .where('created_at', '>=', sql<Date>`current_date - ${days - 1}::integer`)
          .groupBy(sql`1`),
      ),
    )
    const found = new Map(rows.map((row) => [row.day, row]))
    const period = await inTenant((tx) =>
      tx.all(
        build.selectNoFrom(
          sql<string>`to_char(generate_series(current_date - ${days - 1}::integer, current_date, interval '1 day'), 'YYYY-MM-DD')`.as(
            'day',
          ),
        ),
      ),
    )
    return period.map((one) => found.get(one.day) ?? { day: one.day, signIns: 0, operations: 0, failures: 0 })
  },
})

const usersByOrganisation = implement(queryUsersByOrganisation, {
  access: 'granted',
  summary: 'How many users each organisation has, the largest first',
  of: users,
  async handle({ caller, inTenant }) {
    if (!viewOf(caller, users).sees('orgId') || !viewOf(caller, organisations).sees('orgName')) return []
    return inTenant((tx) =>
      tx.all(
        build
          .selectFrom('users')
          .innerJoin('organisations', (on) =>
            on.onRef('organisations.tenant_id', '=', 'users.tenant_id').onRef('organisations.id', '=', 'users.org_id'),
          )
          .select(['org_name as orgName', sql<number>`count(*)::integer`.as('users')])
          .groupBy(['organisations.id', 'org_name'])
          .orderBy('users', 'desc')
          .orderBy('org_name')
          .limit(20),
      ),
    )
  },
})

export const chartsFeature: Feature = { tag: 'statistics', routes: [activity, usersByOrganisation] }
