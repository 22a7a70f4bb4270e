/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    avatars: Owned & { user_id: string; blob_id: string; media_type: 'image/jpeg' | 'image/png'; created_at: Generated<Date> }
  }
}
