/** Where a report template is used: the reports that were issued with each of its versions. */
import { sql } from 'kysely'
import { MAX_ISSUED_NAMED } from '../../../../model/contract/report/templates.ts'
import { issuedReports } from '../../../../model/index.ts'
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
