/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    error_logs: Owned & {
      id: string
      user_id: string
      fingerprint: Buffer
      message: string
      stack: string
      page: string
      agent: string
      times: Generated<number>
      created_at: Generated<Date>
      last_at: Generated<Date>
    }
  }
}
