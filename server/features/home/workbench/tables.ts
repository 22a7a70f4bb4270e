/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    workbenches: Owned & {
      user_id: string
      cards: Generated<unknown>
      shortcuts: Generated<string[] | null>
      first_steps_hidden: Generated<boolean>
      updated_at: Generated<Date>
    }
  }
}
