/** The rows of routes, rounds and their results as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { roundRoutes, rounds } from '../../../model/index.ts'

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    round_routes: Standard &
      Owned &
      Omit<Columns<typeof roundRoutes>, 'first_due' | 'next_due'> & {
        first_due: Date
        next_due: Date | null
        counts_from: Date | null
        created_by: Generated<string | null>
      }
    rounds: Standard &
      Owned &
      Omit<Columns<typeof rounds>, 'due_at' | 'due_until' | 'started_at' | 'done_at'> & {
        due_at: Date
        due_until: Date
        started_at: Date | null
        done_at: Date | null
        request_id: string | null
      }
    round_results: Owned & {
      id: string
      round_id: string
      stop_order: number
      stop_name: string
      equipment_id: string | null
      stop_id: string | null
      /** As model/maintenance/checklist.ts has them. */
      checks: unknown
      results: unknown
      items_failed: number | null
      was_scanned: boolean | null
      recorded_at: Date | null
      recorded_by: string | null
      request_ids: Generated<string[]>
    }
    /** What stood in `round_results` before it was recorded anew. */
    former_round_results: Owned & {
      id: Generated<string>
      result_id: string
      results: unknown
      items_failed: number
      was_scanned: boolean | null
      recorded_at: Date
      recorded_by: string | null
      replaced_at: Generated<Date>
    }
    round_photos: Owned & {
      id: string
      result_id: string
      blob_id: string
      media_type: string
      size: string
      created_by: string | null
      created_at: Generated<Date>
    }
  }
}
