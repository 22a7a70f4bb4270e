/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    blobs: Owned & { id: string; size: string; sha256: string; created_at: Generated<Date> }
  }
}
