/** The rows of this room's tables as the SQL builder types them. */
import type { Generated } from 'kysely'
import type { reportSchedules } from '../../../../model/index.ts'
import type { Period } from '../../../../model/reports/period.ts'
import type { RunState, RunTrigger, ScheduleFormat } from '../../../../model/reports/schedule.ts'

declare module '../../../kernel/database/tables.ts' {
  interface Tables {
    report_schedules: Standard &
      Owned &
      Omit<Columns<typeof reportSchedules>, 'next_run_at' | 'last_run_at'> & { next_run_at: Date | null; last_run_at: Date | null }
    report_schedule_users: Owned & { schedule_id: string; user_id: string }
    report_schedule_roles: Owned & { schedule_id: string; role_id: string }
    report_schedule_points: Owned & { schedule_id: string; point_id: string }
    schedule_runs: Owned & {
      id: string
      schedule_id: string
      rhythm: Period
      /** Read it as text. */
      period_day: string
      run_trigger: RunTrigger
      run_state: RunState
      owner_id: string | null
      owner_name: string | null
      /** The sets of their scope, written as JSON text; null for every row. */
      owner_scope: unknown
      started_at: Date | null
      finished_at: Date | null
      took_ms: number | null
      row_count: number | null
      error_code: string | null
      /** Written as JSON text. */
      error_values: unknown
      report_title: string | null
      period_name: string | null
      issued_id: string | null
      documents: unknown
      late_points: Generated<number>
      late_devices: Generated<string[]>
      expires_at: Date | null
      created_at: Generated<Date>
    }
    schedule_files: Owned & { run_id: string; file_format: ScheduleFormat; blob_id: string; size: string; sha256: string }
    schedule_links: Owned & { id: string; run_id: string; user_id: string | null; token_hash: Buffer | null }
  }
}
