/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    isolation_runs: { id: string; passed: boolean; report: string; username: string; started_at: Date; created_at: Generated<Date> }
  }
}
