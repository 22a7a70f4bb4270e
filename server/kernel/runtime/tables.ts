/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { parameters } from '../../../model/index.ts'

declare module '../database/tables.ts' {
  interface Tables {
    scheduled_work: Owned & {
      kind: string
      key: string
      due_at: Date
      /** Written as JSON text. */
      payload: unknown
      attempts: Generated<number>
      generation: Generated<number>
      taken_by: string | null
      taken_until: Date | null
      last_error: string | null
      dead_at: Date | null
      created_at: Generated<Date>
    }
    jobs: Owned & {
      id: string
      user_id: string
      kind: string
      title: string
      status: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
      /** Written as JSON text. */
      input: unknown
      role_codes: string[]
      language: string
      done: Generated<string>
      total: string | null
      result: unknown
      error: string | null
      blob_id: string | null
      attempts: Generated<number>
      runner: string | null
      heartbeat_at: Date | null
      created_at: Generated<Date>
      started_at: Date | null
      finished_at: Date | null
    }
    parameters: Standard & Owned & Columns<typeof parameters> & { param_name_tw: string | null; param_name_en: string | null }
  }
}
