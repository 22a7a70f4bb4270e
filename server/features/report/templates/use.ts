/** Where a report template is used: the reports that were issued with each of its versions, and the schedules that make reports with it. */
import { sql } from 'kysely'
import { MAX_ISSUED_NAMED, MAX_SCHEDULES_NAMED } from '../../../../model/contract/report/templates.ts'
import { issuedReports, reportSchedules } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

interface Use {
  readonly count: number
  readonly newest: { readonly id: string; readonly reportNumber: string | null }[]
}

/** What was issued with a version, of the rows that the caller has in the list of issued reports; undefined for whoever has no such list. */
export async function useOf(tx: Transaction, caller: Caller, templateId: string): Promise<((templateVersion: number) => Use) | undefined> {
  const view = viewOf(caller, issuedReports)
  if (!view.allowed.includes('query')) return undefined
  const ranked = build
    .selectFrom('issued_reports')
    .select(['id', 'report_number', 'template_version'])
    .select(sql<number>`(count(*) over (partition by template_version))::int`.as('count'))
    .select(sql<number>`row_number() over (partition by template_version order by created_at desc, id desc)`.as('rank'))
    .where('template_id', '=', templateId)
  const rows = await tx.all(
    build
      .selectFrom(ranked.as('ranked'))
      .select(['id', 'report_number', 'template_version', 'count'])
      .where('rank', '<=', MAX_ISSUED_NAMED)
      .orderBy('rank'),
  )
  const byVersion = Map.groupBy(rows, ({ template_version: version }) => version)
  const sees = view.sees('reportNumber')
  return (templateVersion) => {
    const own = byVersion.get(templateVersion) ?? []
    return {
      count: own[0]?.count ?? 0,
      newest: own.map(({ id, report_number: number }) => ({ id, reportNumber: sees ? number : null })),
    }
  }
}

interface ScheduledUse {
  readonly count: number
  readonly named: { readonly id: string; readonly scheduleName: string | null }[]
}

/**
 * The schedules of a template, of the rows that the caller has in their list; undefined for whoever has no such list, or does not see in it which template a schedule is of.
 * Which schedules there are is told in the order of their names to those alone who see these.
 */
export async function schedulesOf(tx: Transaction, caller: Caller, templateId: string): Promise<ScheduledUse | undefined> {
  const view = viewOf(caller, reportSchedules)
  if (!view.allowed.includes('query') || !view.sees('templateId')) return undefined
  const sees = view.sees('scheduleName')
  const rows = await tx.all(
    build
      .selectFrom('report_schedules')
      .select(['id', 'schedule_name'])
      .select(sql<number>`(count(*) over ())::int`.as('count'))
      .where('template_id', '=', templateId)
      .orderBy(sees ? 'schedule_name' : 'id')
      .orderBy('id')
      .limit(MAX_SCHEDULES_NAMED),
  )
  return { count: rows[0]?.count ?? 0, named: rows.map(({ id, schedule_name: name }) => ({ id, scheduleName: sees ? name : null })) }
}
