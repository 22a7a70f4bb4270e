/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    backups: Standard & {
      file_name: string
      backup_state: string
      verdict: string | null
      size_kb: number | null
      recipients: string | null
      sha256: string | null
      engine: string
      engine_version: string
      table_count: number | null
      row_count: number | null
      pause_ms: number | null
      started_by: string | null
      remark: string | null
      marked: Generated<number>
      finished_at: Date | null
    }
  }
}
