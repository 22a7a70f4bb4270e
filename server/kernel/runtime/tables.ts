/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { parameters } from '../../../model/index.ts'

declare module '../database/tables.ts' {
  interface Tables {
    domain_events: Owned & {
      transaction_id: string
      id: Generated<string>
      kind: string
      subject: string
      payload: unknown
      happened_at: Generated<Date>
    }
    event_cursors: Owned & {
      subscriber: string
      transaction_id: Generated<string>
      event_id: Generated<string>
      attempts: Generated<number>
      last_error: string | null
      retry_at: Date | null
    }
    dead_events: Owned & {
      subscriber: string
      event_id: string
      kind: string
      subject: string
      /** Written as JSON text. */
      payload: unknown
      happened_at: Date
      attempts: number
      error: string
      dead_at: Generated<Date>
    }
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
