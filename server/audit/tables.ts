/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { Source } from './chain-hash.ts'

declare module '../kernel/database/tables.ts' {
  interface Tables {
    changes: Owned & {
      position: Generated<string>
      table_name: string
      row_id: string
      verb: 'add' | 'update' | 'delete'
      before: Record<string, unknown> | null
      after: Record<string, unknown> | null
      user_id: string | null
      operation_id: string
      changed_at: Generated<Date>
      transaction_id: Generated<string>
    }
    logs: Owned & {
      position: Generated<string>
      id: string
      title: string
      log_type: string
      result: string
      method: string
      url: string
      user_id: string | null
      username: string | null
      org_name: string | null
      address: string
      browser: string
      parameters: Record<string, unknown>
      error: string | null
      duration: number
      operation_id: string
      created_at: Date
      transaction_id: Generated<string>
    }
    log_marks: Owned & { log_id: string; user_id: string | null; created_at: Generated<Date> }
    log_seals: Owned & { position: string; source: Source; record: string; hash: Buffer; part_of: string | null }
    log_sealing: {
      source: Source
      seen: string
      goal: string | null
      done_transaction: string | null
      done_position: string | null
      whole: boolean
      stored_by: string
    }
  }
}
