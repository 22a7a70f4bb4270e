/**
 * Reports are issued: filled as their issuer has them, written to files, and stored with the next number, all or nothing. Who only fails after files were written
 * leaves none: what no row names is thrown away (storage/blobs.ts).
 */
import { sql } from 'kysely'
import type { ReportAsked } from '../../../../model/contract/report/reports.ts'
import type { Comparison, Condition } from '../../../../model/figures/document.ts'
import { readFigures } from '../../../../model/figures/read.ts'
import type { IssuedFile } from '../../../../model/reports/issued.ts'
import { secondText } from '../../../../model/zone.ts'
import { openMeasure, writeBoxes } from '../../../documents/index.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { openKeyedMutex } from '../../../kernel/database/keyed-mutex.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import { fillReport, freeze, frozenPictures, paginate, printedPictures, writeReportXlsx } from '../../../reports/index.ts'
import type { Written } from '../../../storage/index.ts'
import type { IssuedHead } from './certificate.ts'
import { footed, lastPage } from './certificate.ts'
import type { MadeReport, Making } from './make-sheet.ts'
import { codeOf, makeReport } from './made.ts'
import { serialiseReports } from './pages.ts'

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

/**
 * The report with its number.
 * @param also Done in the transaction that stores it
 * @throws Failure `report.not-valid` or `row.changed` for a predecessor that is none any more, and whatever the report cannot be made for
 */
export async function issue(
  issuing: Issuing,
  asked: ReportAsked,
  predecessor?: Predecessor,
  also?: (tx: Transaction, issued: Issued, made: MadeReport) => Promise<void>,
): Promise<Issued> {
  const made = await serialiseReports(
    issuing.caller.tenantId,
    () => makeReport({ ...issuing, isIssued: true }, asked, fillReport),
    issuing.extent,
  )
  const plan: Plan = { issuing, made, asked: { ...asked, date: made.day }, predecessor, also }
  // One after the other, since each would otherwise write its files for the same number.
  return queue.run(issuing.caller.tenantId, async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await tryIssue(plan)
      } catch (error) {
        if (!(error instanceof NumberTaken)) throw error
        if (attempt === MAX_ATTEMPTS) fail('server.busy', { retryAfter: 1 })
      }
  })
}

interface Plan {
  readonly issuing: Issuing
  readonly made: MadeReport
  readonly asked: ReportAsked
  readonly predecessor: Predecessor | undefined
  readonly also: ((tx: Transaction, issued: Issued, made: MadeReport) => Promise<void>) | undefined
}

async function tryIssue({ issuing, made, asked, predecessor, also }: Plan): Promise<Issued> {
  const { services, caller, language } = issuing
  const { blobs, transactions, clock } = services
  const zone = await transactions.timeZoneOf(caller.tenantId)
  const issuedAt = clock.now()
  const prefix = `${codeOf(asked.report)?.toUpperCase() ?? OWN}-${secondText(zone, issuedAt).slice(0, 4)}`
  const before = await issuing.inTenant((tx) => nextOf(tx, prefix, predecessor))
  const token = newToken()
  const files = await writeFiles(issuing, made, { number: before.number, issuedAt, token, zone })
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
          documents: JSON.stringify(made.sheet.documents),
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

async function writeFiles({ services, caller, t, signal }: Issuing, made: MadeReport, of: ToWrite): Promise<Kept[]> {
  const { blobs, config } = services
  const measure = await openMeasure()
  const paged = await paginate(made.sheet, measure)
  // What its pages are without is not kept.
  const pictures = printedPictures(made.sheet)
  const { number, issuedAt, zone, token } = of
  const address = `${config.publicUrl.replace(/\/+$/, '')}/verify/${token}`
  const head: IssuedHead = {
    format: 1,
    title: `${made.title} ${number}`,
    count: paged.count,
    width: paged.width,
    height: paged.height,
    about: { number, name: made.name, period: made.period, tenant: made.tenant, issuedBy: caller.username, issuedAt, zone, address },
    ...(pictures.size > 0 ? { pictures: frozenPictures(pictures) } : {}),
    margin: made.sheet.page.margins[2],
    omitted: made.sheet.omitted.length,
  }
  const own = async function* () {
    for (let at = 0; at < paged.count; at += 1) yield footed(t, head, await paged.page(at), measure)
  }
  const all = async function* () {
    yield* own()
    yield lastPage(t, head, [], measure)
  }
  const sources: readonly (readonly [IssuedFile, AsyncIterable<Uint8Array>])[] = [
    ['pages', freeze(head, own())],
    ['pdf', writeBoxes({ title: head.title, author: made.tenant, locale: made.locale, pages: all(), pictures })],
    ['xlsx', writeReportXlsx(made.sheet, made.title)],
  ]
  const files: Kept[] = []
  try {
    for (const [kind, source] of sources) files.push({ kind, written: await blobs.write(source, signal) })
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

/**
 * The site whose report it is: the one that all of its documents are limited to, by themselves or by their device. What was asked for is not enough, since a template need not
 * heed it, and whoever sees the site reads the report.
 */
async function siteOf(
  tx: Transaction,
  { deviceId, siteId }: ReportAsked,
  documents: MadeReport['sheet']['documents'],
): Promise<string | null> {
  const ofDevice = deviceId === undefined ? null : await siteOfDevice(tx, deviceId)
  if (siteId !== undefined && !(await tx.first(build.selectFrom('sites').select('id').where('id', '=', siteId))))
    fail('reference.not-found', { field: { name: 'siteId', label: 'field.devices.siteId' } })
  const sites = documents.map((document) => {
    if (deviceId !== undefined && isLimitedTo(document, 'deviceId', deviceId)) return ofDevice
    return siteId !== undefined && isLimitedTo(document, 'siteId', siteId) ? siteId : null
  })
  const [site] = sites
  return site !== undefined && sites.every((each) => each === site) ? site : null
}

async function siteOfDevice(tx: Transaction, deviceId: string): Promise<string | null> {
  const device = await tx.first(build.selectFrom('devices').select('site_id').where('id', '=', deviceId))
  return (device ?? fail('reference.not-found', { field: { name: 'deviceId', label: 'field.points.deviceId' } })).site_id
}

const NOUN_OF = { deviceId: 'devices', siteId: 'sites' } as const

/** Whether all that a document counts has this device or site, whatever else its conditions say. */
function isLimitedTo(document: object, name: 'deviceId' | 'siteId', id: string): boolean {
  const { where, params = [] } = readFigures(document).document
  // Filled reports have what was asked for as the default.
  const isAsked = ({ value, param }: Comparison) =>
    param === undefined ? value === id : params.some((each) => each.name === param && each.to === NOUN_OF[name] && each.default === id)
  const holds = (condition: Condition): boolean => {
    if ('and' in condition) return condition.and.some(holds)
    if ('or' in condition || 'not' in condition) return false
    return condition.op === 'equals' && condition.field.split('.').at(-1) === name && isAsked(condition)
  }
  return where !== undefined && holds(where)
}
