/** The rows of the tables of curing as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { RunNoteKind, RunRole, RunStage, Verdict } from '../../../model/acquisition/curing.ts'
import type { components, runs } from '../../../model/index.ts'

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    components: Standard & Owned & Columns<typeof components> & { created_by: Generated<string | null> }
    runs: Standard &
      Owned &
      Omit<
        Columns<typeof runs>,
        'run_stage' | 'ready_at' | 'run_state' | 'started_at' | 'ended_at' | 'water_added_at' | 'revised_at' | 'accepted_at'
      > & {
        run_state: Generated<'running' | 'finished' | 'accepted' | 'void'>
        started_at: Date
        ended_at: Date | null
        water_added_at: Date | null
        revised_at: Date | null
        accepted_at: Date | null
        limit_version_id: string
        judged_samples: number | null
        judged_at: Date | null
        finished_at: Date | null
        touched_at: Date | null
        created_by: Generated<string | null>
      }
    limit_set_versions: Owned & {
      id: string
      limit_set_id: string
      set_version: number
      items: unknown
      published_by: string | null
      published_at: Generated<Date>
    }
    run_points: Standard &
      Owned & { run_id: string; run_role: RunRole; point_id: string; valid_from: Date | null; valid_until: Date | null }
    run_stages: Standard & Owned & { run_id: string; run_stage: RunStage; began_at: Date; confirmed_by: string | null }
    run_forecasts: Owned & { run_id: string; ready_at: Date | null; told_at: Date }
    run_notes: Standard & Owned & { run_id: string; note_kind: RunNoteKind; note_text: string; noted_at: Date; noted_by: string | null }
    verdict_items: Standard &
      Owned & {
        run_id: string
        limit_item_id: string
        item_result: Verdict
        worst_value: number | null
        worst_at: Date | null
        beyond_seconds: number
        coverage: number
        waived_by: string | null
        waived_at: Date | null
        waived_reason: string | null
      }
  }
}
