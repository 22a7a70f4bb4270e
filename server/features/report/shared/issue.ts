/**
 * Reports are issued: filled as their issuer has them, written to files, and stored with the next number, all or nothing. Who only fails after files were written
 * leaves none: what no row names is thrown away (storage/blobs.ts).
 */
import { sql } from 'kysely'
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import type { IssuedFile } from '../../../../model/reports/issued.ts'
import { secondText } from '../../../../model/zone.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { openKeyedMutex } from '../../../kernel/database/keyed-mutex.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import type { ReportWriter } from '../../../reports/index.ts'
import { fillToWrite } from '../../../reports/index.ts'
import type { Written } from '../../../storage/index.ts'
import type { CertificateOf } from './certificate.ts'
import { certificateOf, footOf } from './certificate.ts'
import type { Making, WrittenReport } from './make-sheet.ts'
import { documentsOf } from './make-sheet.ts'
import { codeOf, makeReport } from './made.ts'
import { serialiseReports } from './pages.ts'
import { assertReadableAsKept, nameOf } from './parameters.ts'
import { siteOf } from './site-of.ts'

export interface Issuing extends Making {
  inTenant<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

/** In whose place the new one comes. */
export interface Predecessor {
  readonly id: string
  /** The version that its reader saw; whatever it is without. */
  readonly version?: number | undefined
}

export interface Issued {
  readonly id: string
  readonly reportNumber: string
}

interface Kept {
  readonly kind: IssuedFile
  readonly written: Written
}

/** Issues of one tenant that wait. */
const MAX_WAITING = 20
/** Another server may have taken the number meanwhile. */
const MAX_ATTEMPTS = 5
const queue = openKeyedMutex(MAX_WAITING)

/** What the numbers of reports of the tenant's own templates begin with: their names may change. */
const OWN = 'REPORT'
/** Somebody else has the number that stands on the pages. */
class NumberTaken extends Error {}

/** Done in the transaction that stores the report. */
type Also = (tx: Transaction, issued: Issued, made: WrittenReport) => Promise<void>

/**
 * The report with its number.
 * @throws Failure `report.not-valid` or `row.changed` for a predecessor that is none any more, and whatever the report cannot be made for
 */
export async function issue(issuing: Issuing, asked: ReportAsked, predecessor?: Predecessor, also?: Also): Promise<Issued> {
  const { tenantId } = issuing.caller
  const open = async () => {
    const made = await makeReport({ ...issuing, isIssued: true }, asked, fillToWrite)
    assertReadableAsKept(issuing, documentsOf(made), made.parameters, asked.params)
    return { made, writer: await made.sheet.open('pdf') }
  }
  const store = async ({ made, writer }: Awaited<ReturnType<typeof open>>): Promise<Issued> => {
    try {
      const report = { ...made, rows: writer.rows }
      return await numbered({ issuing, made: report, writer, asked: { ...asked, date: made.day }, predecessor, also })
    } finally {
      await writer.close()
    }
  }
  // What somebody waits for is soon written; what a job makes is in its turn until it is, since all that while its data is held in memory.
  if (issuing.extent !== 'job') return store(await serialiseReports(tenantId, open))
  return serialiseReports(tenantId, async () => store(await open()), 'job')
}

/** One after the other, since each would otherwise write its files for the same number. */
const numbered = (plan: Plan): Promise<Issued> =>
  queue.run(plan.issuing.caller.tenantId, async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await tryIssue(plan)
      } catch (error) {
        if (!(error instanceof NumberTaken)) throw error
        if (attempt === MAX_ATTEMPTS) fail('server.busy', { retryAfter: 1 })
      }
  })

interface Plan {
  readonly issuing: Issuing
  readonly made: WrittenReport
  readonly writer: ReportWriter
  readonly asked: ReportAsked
  readonly predecessor: Predecessor | undefined
  readonly also: Also | undefined
}

async function tryIssue({ issuing, made, writer, asked, predecessor, also }: Plan): Promise<Issued> {
  const { services, caller, language } = issuing
  const { blobs, transactions, clock } = services
  const zone = await transactions.timeZoneOf(caller.tenantId)
  const issuedAt = clock.now()
  const prefix = `${codeOf(asked.report)?.toUpperCase() ?? OWN}-${secondText(zone, issuedAt).slice(0, 4)}`
  const before = await issuing.inTenant((tx) => nextOf(tx, prefix, predecessor))
  const token = newToken()
  const files = await writeFiles(issuing, made, writer, { number: before.number, issuedAt, token, zone })
  const issued = { id: newId(), reportNumber: before.number }
  try {
    await issuing.inTenant(async (tx) => {
      await (predecessor ? takePlace(tx, predecessor, before.revision) : takeNumber(tx, prefix, before.number))
      await tx.run(
        build.insertInto('issued_reports').values({
          tenant_id: caller.tenantId,
          id: issued.id,
          report_number: issued.reportNumber,
          report_title: made.name,
          period_name: made.period,
          revision: before.revision,
          site_id: await siteOf(tx, asked, made.sheet.documents),
          issued_by: caller.username,
          supersedes_id: predecessor?.id ?? null,
          withdraw_reason: null,
          report_asked: JSON.stringify(asked),
          report_language: language,
          documents: JSON.stringify(documentsOf(made)),
          report_parameters: made.parameters.length > 0 ? JSON.stringify(made.parameters) : null,
          template_id: made.version?.templateId ?? null,
          template_version: made.version?.templateVersion ?? null,
          token_hash: hashToken(token),
          superseded_by: null,
          withdrawn_at: null,
          created_at: new Date(issuedAt),
        }),
      )
      if (predecessor)
        await tx.run(
          build
            .updateTable('issued_reports')
            .set({ report_state: 'revised', superseded_by: issued.id, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
            .where('id', '=', predecessor.id),
        )
      await keepFiles(tx, services, issued.id, files)
      await also?.(tx, issued, made)
    })
  } catch (error) {
    await Promise.all(files.map(({ written }) => blobs.discard(written)))
    throw error
  }
  return issued
}

/** The files of a report, in the transaction that stores what they are of. */
export async function keepFiles(
  tx: Transaction,
  { blobs }: Pick<Services, 'blobs'>,
  issuedId: string,
  files: readonly Kept[],
  signatures = 0,
): Promise<void> {
  for (const { kind, written } of files) {
    await blobs.keep(tx, written)
    const { id, size, sha256 } = written
    const values = { tenant_id: tenantOf(tx), issued_id: issuedId, file_kind: kind, signatures, blob_id: id, size: String(size), sha256 }
    await tx.run(build.insertInto('issued_files').values(values))
  }
}

interface ToWrite {
  readonly number: string
  readonly issuedAt: number
  readonly token: string
  readonly zone: string
}

async function writeFiles(
  { services, caller, t, language, signal }: Issuing,
  made: WrittenReport,
  writer: ReportWriter,
  of: ToWrite,
): Promise<Kept[]> {
  const { blobs, config } = services
  const { number, issuedAt, zone, token } = of
  const about: CertificateOf = {
    number,
    name: made.name,
    period: made.period,
    tenant: made.tenant,
    issuedBy: caller.username,
    issuedAt,
    zone,
    address: `${config.publicUrl.replace(/\/+$/, '')}/verify/${token}`,
    ...(made.parameters.length > 0
      ? { parameters: made.parameters.map((parameter) => [nameOf(parameter, language), parameter.text] as const) }
      : {}),
  }
  const issued = { foot: footOf(t, about), last: certificateOf(t, about, []), head: { about } }
  const [title, { tenant: author, locale }] = [`${made.title} ${number}`, made]
  const sources = [
    { kind: 'pages', as: { format: 'pages', title, author, locale, issued } },
    { kind: 'pdf', as: { format: 'pdf', title, author, locale, issued } },
    { kind: 'xlsx', as: { format: 'xlsx', title: made.title, author, locale } },
    ...(writer.hasWord ? [{ kind: 'docx', as: { format: 'docx', title: made.title, author, locale } } as const] : []),
  ] as const
  const files: Kept[] = []
  try {
    for (const { kind, as } of sources) files.push({ kind, written: await blobs.write(await writer.write(as), signal) })
  } catch (error) {
    await Promise.all(files.map(({ written }) => blobs.discard(written)))
    throw error
  }
  return files
}

/** The number that comes next, which nobody has yet. */
async function nextOf(
  tx: Transaction,
  prefix: string,
  predecessor: Predecessor | undefined,
): Promise<{ readonly number: string; readonly revision: number }> {
  if (!predecessor) {
    const last = await tx.first(build.selectFrom('report_numbers').select('last_number').where('number_prefix', '=', prefix))
    return { number: numberOf(prefix, (last?.last_number ?? 0) + 1), revision: 0 }
  }
  const { report_number: number, revision } = await readValid(tx, predecessor)
  const first = revision === 0 ? number : number.slice(0, number.lastIndexOf('-R'))
  return { number: `${first}-R${revision + 1}`, revision: revision + 1 }
}

const numberOf = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(4, '0')}`

/** @throws NumberTaken where it is no longer the next */
async function takeNumber(tx: Transaction, prefix: string, number: string): Promise<void> {
  const taken = await tx.first(
    build
      .insertInto('report_numbers')
      .values({ tenant_id: tenantOf(tx), number_prefix: prefix, last_number: 1 })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'number_prefix']).doUpdateSet({ last_number: sql`report_numbers.last_number + 1` }),
      )
      .returning('last_number'),
  )
  if (!taken || numberOf(prefix, taken.last_number) !== number) throw new NumberTaken()
}

/** @throws Failure `report.not-valid`, `row.changed` */
async function takePlace(tx: Transaction, predecessor: Predecessor, revision: number): Promise<void> {
  const row = await readValid(tx, predecessor, true)
  if (row.revision + 1 !== revision) fail('row.changed')
}

/** A report that still holds. @throws Failure `row.not-found`, `row.changed`, `report.not-valid` */
export async function readValid(tx: Transaction, { id, version }: Predecessor, isHeld = false) {
  const found = build.selectFrom('issued_reports').selectAll().where('id', '=', id)
  const row = (await tx.first(isHeld ? found.forUpdate() : found)) ?? fail('row.not-found')
  if (row.report_state !== 'valid') fail('report.not-valid', { values: { number: row.report_number } })
  if (version !== undefined && row.version !== version) fail('row.changed')
  return row
}
