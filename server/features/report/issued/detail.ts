/** One issued report: what has become of it, who signed it, its files; and that it no longer holds. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/report/issued-reports.ts'
import { issuedReports, users } from '../../../../model/index.ts'
import type { Language } from '../../../../model/language.ts'
import { SIGNATURE_SLOTS } from '../../../../model/reports/issued.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { readValid } from '../shared/issue.ts'
import type { ShownParameter } from '../shared/parameters.ts'
import { nameOf } from '../shared/parameters.ts'
import { filesOf, readWhole, signaturesOf } from './read.ts'

/** What can be done with one that no longer holds. */
const OF_ALL: readonly string[] = ['query', 'detail', 'page', 'download', 'history']

export const queryIssuedReportDetail = implement(contract.queryIssuedReportDetail, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'One issued report with what has become of it, its signatures and its files, and what can be done with it',
  of: issuedReports,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, issuedReports)
    const seesName = viewOf(caller, users).sees('username')
    return inTenant(async (tx) => {
      const row = await readWhole(tx, caller, id)
      const signatures = await signaturesOf(tx, id)
      const files = await filesOf(tx, id)
      const shown = <Value>(name: keyof typeof issuedReports.fields, value: Value) => (view.sees(name) ? { [name]: value } : {})
      const neighbour = async (of: string | null) => {
        const number = of === null ? undefined : await numberOf(tx, of)
        return of === null || number === undefined ? null : { id: of, reportNumber: view.sees('reportNumber') ? number : null }
      }
      const holds = row.report_state === 'valid'
      const allowed = view.allowed.filter((operation) => holds || OF_ALL.includes(operation))
      const hasSigned = signatures.some((each) => each.userId === caller.userId)
      return {
        report: {
          id,
          version: row.version,
          ...shown('reportNumber', row.report_number),
          ...shown('reportTitle', row.report_title),
          ...shown('periodName', row.period_name),
          ...shown('reportState', row.report_state),
          ...shown('issuedBy', row.issued_by),
          ...(view.sees('createTime') ? { issuedAt: row.created_at.getTime() } : {}),
          ...shown('withdrawReason', row.withdraw_reason),
        },
        ...parametersOf(row.report_parameters, caller.language),
        supersedes: view.sees('supersedesId') ? await neighbour(row.supersedes_id) : null,
        supersededBy: await neighbour(row.superseded_by),
        signatures: signatures.map(({ slot, name, at, proof }) => ({ slot, by: seesName ? name : null, at, proof })),
        mayNext: allowed.includes('sign') && !hasSigned ? (SIGNATURE_SLOTS[signatures.length] ?? null) : null,
        hasSigned,
        files: files.map((file) => ({ kind: file.file_kind, signatures: file.signatures, size: Number(file.size), sha256: file.sha256 })),
        allowed,
      }
    })
  },
})

/** What it was made with. Whoever reads the report may read that: it stands on its last page. */
function parametersOf(kept: unknown, language: Language): { readonly parameters?: { name: string; text: string }[] } {
  const shown = kept as readonly ShownParameter[] | null
  return shown ? { parameters: shown.map((parameter) => ({ name: nameOf(parameter, language), text: parameter.text })) } : {}
}

async function numberOf(tx: Transaction, id: string): Promise<string | undefined> {
  return (await tx.first(build.selectFrom('issued_reports').select('report_number').where('id', '=', id)))?.report_number
}

export const withdrawReport = implement(contract.withdrawReport, {
  access: 'granted',
  summary: 'Say that an issued report no longer holds, and why',
  of: issuedReports,
  async handle({ input: { id, version, reason }, caller, inTenant }) {
    await inTenant(async (tx) => {
      await readWhole(tx, caller, id)
      await readValid(tx, { id, version }, true)
      await tx.run(
        build
          .updateTable('issued_reports')
          .set({
            report_state: 'withdrawn',
            withdraw_reason: reason,
            withdrawn_at: sql<Date>`now()`,
            updated_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', id),
      )
    })
    return null
  },
})
