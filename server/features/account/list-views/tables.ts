/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    user_preferences: Owned & {
      user_id: string
      page: string
      look: Generated<unknown>
      default_view_id: Generated<string | null>
      updated_at: Generated<Date>
    }
  }
}
