/**
 * What recipients of a scheduled report get: its files, until the link expires, and only for as long as whoever the report was made for may have all that it shows. A link that is
 * unknown, expired or of somebody else answers like any other such.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/report/schedules.ts'
import type { ReceivedReport } from '../../../../model/contract/report/schedules.ts'
import { reportSchedules, users } from '../../../../model/index.ts'
import type { ScheduleFormat } from '../../../../model/reports/schedule.ts'
import { SCHEDULE_FORMATS } from '../../../../model/reports/schedule.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { mayReadWhole } from '../../../figures/index.ts'
import { hashToken } from '../../../identity/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { consumeAllowances, keyOf, networkOf } from '../../../kernel/database/counters.ts'
import type { RowScope } from '../../../kernel/database/row-scope.ts'
import { hasLostRows } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { databaseTime } from '../../../kernel/runtime/clock.ts'
import { refusalOf } from '../../../kernel/resources/noun-writes.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { ownerOf } from './carry-out.ts'
import { TYPES } from './files.ts'
import { assertMayMake } from './rights.ts'
import { readSchedules } from './rows.ts'

/** From one network within a quarter of an hour: addresses of no link, and all that are asked for. */
const MISSES = { most: 100, seconds: 15 * 60 }
const ALL = { most: 1000, seconds: 15 * 60 }

type Asking = Pick<Call<unknown>, 'services' | 'request'>

interface Made {
  readonly tenantId: TenantId
  readonly runId: string
}

/** The run behind a link of this kind that has not expired; undefined where there is none. */
function runBehind(tx: Transaction, { clock }: Asking['services'], link: RawBuilder<boolean>) {
  return tx.first(
    build
      .selectFrom('schedule_links as link')
      .innerJoin('schedule_runs as run', (on) => on.onRef('run.tenant_id', '=', 'link.tenant_id').onRef('run.id', '=', 'link.run_id'))
      .innerJoin('tenants', 'tenants.id', 'link.tenant_id')
      .select(['link.tenant_id as tenantId', 'link.run_id as runId', 'tenants.status as tenant_status', 'tenants.expires_at', 'marked_at'])
      .where(link)
      .where('run.run_state', '=', 'done')
      .where('run.expires_at', '>', databaseTime(clock)),
  )
}

/** @throws Failure `schedule.link` */
async function madeFor({ services, request }: Asking, token: string): Promise<Made> {
  const { transactions } = services
  const network = networkOf(request.ip)
  await consumeAllowances(transactions, [{ key: keyOf('report-link', network), ...ALL }])
  const found = await transactions.inPlatform(
    'a link to a report comes before its tenant is known',
    (tx) => runBehind(tx, services, sql<boolean>`link.token_hash = ${hashToken(token)}`),
    'read',
  )
  if (found && isUsable(found) && (await isStillHad(services, found))) {
    nameAuthor(request, { tenantId: found.tenantId })
    return found
  }
  await consumeAllowances(transactions, [{ key: keyOf('report-link-miss', network), ...MISSES }])
  return fail('schedule.link')
}

/** @throws Failure `schedule.link`, also for a link of somebody else */
async function madeForCaller({ services, caller }: Pick<Call<unknown>, 'services' | 'caller'>, id: string): Promise<Made> {
  const found = await services.transactions.inTenant(
    { tenantId: caller.tenantId },
    (tx) => runBehind(tx, services, sql<boolean>`link.id = ${id}::uuid and link.user_id = ${caller.userId}::uuid`),
    'read',
  )
  return found && (await isStillHad(services, found)) ? found : fail('schedule.link')
}

/** Whether the person it was made for may still have all of it: a link gives nobody more than they could give away. */
async function isStillHad(services: Asking['services'], { tenantId, runId }: Made): Promise<boolean> {
  const found = await services.transactions.inTenant(
    { tenantId },
    async (tx) => {
      const run = await tx.first(
        build
          .selectFrom('schedule_runs')
          .select(['schedule_id', 'owner_id', 'owner_scope', 'documents', 'issued_id'])
          .where('id', '=', runId),
      )
      const [schedule] = run ? await readSchedules(tx, [run.schedule_id]) : []
      return run && schedule
        ? {
            documents: run.documents as readonly unknown[],
            scope: run.owner_scope as RowScope['sets'] | null,
            schedule: { ...schedule, ownerId: run.owner_id },
            isIssued: run.issued_id !== null,
          }
        : undefined
    },
    'read',
  )
  if (!found) return false
  const refusal = await refusalOf(async () => {
    const owner = await ownerOf(services, tenantId, found.schedule, runId)
    assertMayMake(owner, { ...found.schedule, issues: found.isIssued })
    if (hasLostRows(owner.rows, found.scope)) fail('schedule.link')
    // As of issued reports that are read: their pages name people.
    if (found.isIssued && !viewOf(owner, users).sees('username')) fail('schedule.link')
    const isWhole = await services.transactions.inTenant(
      { tenantId, userId: owner.userId, rows: owner.rows },
      (tx) => mayReadWhole(tx, owner, found.documents),
      'read',
    )
    if (!isWhole) fail('schedule.link')
  })
  return refusal === undefined
}

interface FileRow {
  readonly format: ScheduleFormat
  readonly blobId: string
  readonly size: number
}

/** What was made: of an issued report the files of the formats that the schedule names, with the signatures there are; its PDF where it has none of them, since a long one has no Word document. */
async function filesOf(tx: Transaction, runId: string, issuedId: string | null, formats: readonly string[]): Promise<FileRow[]> {
  if (issuedId === null) {
    const rows = await tx.all(build.selectFrom('schedule_files').selectAll().where('run_id', '=', runId))
    return sorted(rows.map((row) => ({ format: row.file_format, blobId: row.blob_id, size: Number(row.size) })))
  }
  const rows = await tx.all(
    build
      .selectFrom('issued_files')
      .selectAll()
      .where('issued_id', '=', issuedId)
      .where('file_kind', '<>', 'pages')
      .orderBy('signatures', 'desc'),
  )
  const fileIn = (format: string): FileRow[] => {
    const row = rows.find(({ file_kind: kind }) => kind === format || (format === 'pdf' && kind === 'signed'))
    return row ? [{ format: format as ScheduleFormat, blobId: row.blob_id, size: Number(row.size) }] : []
  }
  const found = formats.flatMap(fileIn)
  return found.length > 0 ? found : fileIn('pdf')
}

const sorted = (files: readonly FileRow[]) =>
  files.toSorted((one, other) => SCHEDULE_FORMATS.indexOf(one.format) - SCHEDULE_FORMATS.indexOf(other.format))

async function readMade(tx: Transaction, runId: string) {
  const row =
    (await tx.first(
      build
        .selectFrom('schedule_runs as run')
        .innerJoin('report_schedules as schedule', (on) =>
          on.onRef('schedule.tenant_id', '=', 'run.tenant_id').onRef('schedule.id', '=', 'run.schedule_id'),
        )
        .innerJoin('tenants', 'tenants.id', 'run.tenant_id')
        .leftJoin('issued_reports as issued', (on) =>
          on.onRef('issued.tenant_id', '=', 'run.tenant_id').onRef('issued.id', '=', 'run.issued_id'),
        )
        .select([
          'run.report_title',
          'run.period_name',
          'run.finished_at',
          'run.expires_at',
          'run.issued_id',
          'schedule_formats',
          'tenant_name',
        ])
        .select(['issued.report_number', 'issued.report_state'])
        .where('run.id', '=', runId),
    )) ?? fail('schedule.link')
  return { row, files: await filesOf(tx, runId, row.issued_id, row.schedule_formats.split(',')) }
}

async function receivedOf({ transactions }: Asking['services'], { tenantId, runId }: Made): Promise<ReceivedReport> {
  const { row, files } = await transactions.inTenant({ tenantId }, (tx) => readMade(tx, runId), 'read')
  return {
    title: row.report_title ?? '',
    period: row.period_name ?? '',
    tenant: row.tenant_name,
    zone: await transactions.timeZoneOf(tenantId),
    madeAt: row.finished_at?.getTime() ?? 0,
    expiresAt: row.expires_at?.getTime() ?? 0,
    reportNumber: row.report_number,
    reportState: row.report_state,
    files: files.map(({ format, size }) => ({ format, size })),
  }
}

const handed = ({ transactions, blobs }: Asking['services'], { tenantId, runId }: Made, wanted: ScheduleFormat): Promise<Download> =>
  transactions.inTenant(
    { tenantId },
    async (tx) => {
      const { row, files } = await readMade(tx, runId)
      const file = files.find(({ format }) => format === wanted) ?? fail('schedule.link')
      const { size, stream } = await blobs.open(tx, file.blobId)
      const name = [row.report_title, row.period_name, row.report_number].filter(Boolean).join(' ')
      return new Download({ name: `${name}.${wanted}`, type: TYPES[wanted], size, stream })
    },
    'read',
  )

const openReportLink = implement(contract.openReportLink, {
  access: 'public',
  space: 'essential',
  reads: true,
  unloggedInput: ['token'],
  summary: 'What the link in a mail leads to: which report it is, and its files',
  of: reportSchedules,
  handle: async (call) => receivedOf(call.services, await madeFor(call, call.input.token)),
})

const downloadReportLink = implement(contract.downloadReportLink, {
  access: 'public',
  space: 'essential',
  reads: true,
  unloggedInput: ['token'],
  summary: 'A file of the report that the link in a mail leads to',
  of: reportSchedules,
  file: 'application/octet-stream',
  handle: async (call) => handed(call.services, await madeFor(call, call.input.token), call.input.format),
})

const queryReceivedReport = implement(contract.queryReceivedReport, {
  access: 'signed-in',
  allowedWith: ['read-only'],
  summary: 'A scheduled report that I was told of: which it is, and its files',
  of: reportSchedules,
  handle: async (call) => receivedOf(call.services, await madeForCaller(call, call.input.id)),
})

const downloadReceivedReport = implement(contract.downloadReceivedReport, {
  access: 'signed-in',
  summary: 'A file of a scheduled report that I was told of',
  of: reportSchedules,
  file: 'application/octet-stream',
  handle: async (call) => handed(call.services, await madeForCaller(call, call.input.id), call.input.format),
})

export const linkRoutes = [openReportLink, downloadReportLink, queryReceivedReport, downloadReceivedReport]
