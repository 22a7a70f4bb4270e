/** The rows of plans and of their dates as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { maintenancePlans } from '../../../model/index.ts'

/** What became of a date (migrations/0154_maintenance-plans.sql). */
export type DateOutcome = 'opened' | 'skipped' | 'missed'

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    maintenance_plans: Standard &
      Owned &
      Omit<Columns<typeof maintenancePlans>, 'compliance' | 'open_orders' | 'first_due' | 'next_due'> & {
        first_due: Date | null
        next_due: Date | null
        /** Days are read as texts (rows.ts). */
        counts_from: string | null
        last_done: string | null
        meter_since: Date | null
        meter_seen: number | null
        condition_held: Generated<boolean>
      }
    plan_dates: Owned & {
      id: Generated<string>
      plan_id: string
      due_on: string
      date_outcome: DateOutcome
      order_id: string | null
      noted_at: Generated<Date>
    }
  }
}
