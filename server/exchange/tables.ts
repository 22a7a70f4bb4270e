/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    imports: Owned & {
      id: string
      noun: string
      file_name: string
      user_id: string
      rows: number
      added: number
      changed: Generated<number>
      status: Generated<'done' | 'undone'>
      undone_at: Date | null
      undone_by: string | null
      created_at: Generated<Date>
    }
  }
}
