/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    /** `content` is written as JSON text. */
    boards: Owned & {
      id: string
      board_name: string
      audience: Generated<'own' | 'tenant' | 'roles'>
      owner_id: string | null
      content: unknown
      created_at: Generated<Date>
      updated_at: Generated<Date>
      version: Generated<number>
    }
    board_roles: Owned & { board_id: string; role_id: string }
  }
}
