/** What anybody is told who has the code that is printed on an issued report: whether it still holds, and the checksums of its files. */
import * as contract from '../../../../model/contract/report/issued-reports.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { hashToken } from '../../../identity/index.ts'
import { consumeAllowances, keyOf, networkOf } from '../../../kernel/database/counters.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { isUsable } from '../../../tenancy/index.ts'

/** From one network within a quarter of an hour: codes of no report, and all that are asked about. */
const MISSES = { most: 100, seconds: 15 * 60 }
const ALL = { most: 1000, seconds: 15 * 60 }

export const verifyReport = implement(contract.verifyReport, {
  access: 'public',
  space: 'essential',
  reads: true,
  unloggedInput: ['token'],
  summary: 'Whether an issued report holds, and the checksums of its files, for whoever has the code on it',
  async handle({ input: { token }, services: { transactions }, request }) {
    const network = networkOf(request.ip)
    await consumeAllowances(transactions, [{ key: keyOf('verify-report', network), ...ALL }])
    const row = await transactions.inPlatform(
      'the code on a report comes before its tenant is known',
      (tx) =>
        tx.first(
          build
            .selectFrom('issued_reports as report')
            .innerJoin('tenants', 'tenants.id', 'report.tenant_id')
            .leftJoin('issued_reports as next', (on) =>
              on.onRef('next.tenant_id', '=', 'report.tenant_id').onRef('next.id', '=', 'report.superseded_by'),
            )
            .select(['report.tenant_id', 'report.id', 'report.report_number', 'report.report_title', 'report.report_state'])
            .select(['report.created_at', 'report.withdrawn_at', 'next.report_number as revised_by', 'tenant_name'])
            .select(['tenants.status as tenant_status', 'tenants.expires_at', 'marked_at'])
            .where('report.token_hash', '=', hashToken(token)),
        ),
      'read',
    )
    if (!row || !isUsable(row)) {
      await consumeAllowances(transactions, [{ key: keyOf('verify-report-miss', network), ...MISSES }])
      return fail('report.verify')
    }
    const { tenant_id: tenantId } = row
    nameAuthor(request, { tenantId })
    const files = await transactions.inTenant(
      { tenantId },
      (tx) =>
        tx.all(
          build
            .selectFrom('issued_files')
            .select(['file_kind', 'sha256'])
            .where('issued_id', '=', row.id)
            .orderBy('file_kind')
            .orderBy('signatures'),
        ),
      'read',
    )
    return {
      reportNumber: row.report_number,
      reportTitle: row.report_title,
      tenant: row.tenant_name,
      issuedAt: row.created_at.getTime(),
      zone: await transactions.timeZoneOf(tenantId),
      reportState: row.report_state,
      revisedBy: row.revised_by,
      withdrawnAt: row.withdrawn_at?.getTime() ?? null,
      files: files.flatMap(({ file_kind: kind, sha256 }) => (kind === 'pages' ? [] : [{ kind, sha256 }])),
    }
  },
})
