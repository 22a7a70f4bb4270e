/** Stores schedules of reports of the demonstration. Their first time is planned by the server that looks for those without one (report/schedules/expired.ts). */
import type { TenantId } from '../../model/brands.ts'
import type { ReportScheduleSeed } from '../../seeds/belongings.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'

/** Stores the schedules, owned by one person, with whom they tell. */
export async function storeReportSchedules(
  tx: Transaction,
  tenant_id: TenantId,
  schedules: readonly ReportScheduleSeed[],
  owner: string,
): Promise<void> {
  for (const { scheduleName, report, rhythm, runAt, roles, scheduleDescription } of schedules) {
    const id = newId()
    await tx.run(
      build.insertInto('report_schedules').values({
        tenant_id,
        id,
        schedule_name: scheduleName,
        report_code: report,
        template_id: null,
        device_id: null,
        site_id: null,
        report_params: null,
        rhythm,
        run_at: runAt,
        offset_days: null,
        issues: 1,
        schedule_formats: 'pdf,xlsx',
        mail_to: null,
        link_days: null,
        schedule_language: 'zh',
        schedule_status: 1,
        owner_id: owner,
        next_run_at: null,
        last_run_at: null,
        last_run_state: null,
        schedule_description: scheduleDescription,
      }),
    )
    const given = await tx.all(build.selectFrom('roles').select('id').where('role_code', 'in', roles))
    if (given.length > 0)
      await tx.run(
        build.insertInto('report_schedule_roles').values(given.map((role) => ({ tenant_id, schedule_id: id, role_id: role.id }))),
      )
  }
}
