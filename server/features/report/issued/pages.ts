/** The pages of an issued report: as they were frozen, and the last with the signatures there are. */
import * as contract from '../../../../model/contract/report/issued-reports.ts'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { issuedReports } from '../../../../model/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import type { Language } from '../../../../model/language.ts'
import { DOCX, PDF, XLSX, openMeasure, writeBoxes } from '../../../documents/index.ts'
import type { BoxPage } from '../../../documents/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import type { Services } from '../../../kernel/services.ts'
import { picturesOn, signApart, thaw, thawedPictures } from '../../../reports/index.ts'
import type { Written } from '../../../storage/index.ts'
import type { Signed } from '../shared/certificate.ts'
import { lastPage } from '../shared/certificate.ts'
import type { IssuedHead } from '../shared/certificate.ts'
import { serialiseReports } from '../shared/pages.ts'
import { fileOf, readWhole, signaturesOf } from './read.ts'

/** The frozen pages. Whoever opens them closes them. */
export async function openPages(tx: Transaction, { blobs }: Pick<Services, 'blobs'>, issuedId: string) {
  const { blob_id: blob } = await fileOf(tx, issuedId, 'pages')
  const { stream } = await blobs.open(tx, blob)
  return thaw<IssuedHead>(stream)
}

/** With more pages a report is signed in a thread of its own; fewer are written before a thread has started. */
const MAX_PAGES_HERE = 40

/** What a report is signed with. Whoever opens it closes it. */
export interface PagesToSign {
  readonly head: IssuedHead
  /** Undefined of a long report, whose pages are opened as they are kept when it is its turn. */
  readonly pages: AsyncIterable<BoxPage> | undefined
  close(): void
}

/** The frozen pages, for {@link writeSigned}. */
export async function openToSign(tx: Transaction, services: Pick<Services, 'blobs'>, issuedId: string): Promise<PagesToSign> {
  const { head, pages, close } = await openPages(tx, services, issuedId)
  if (head.count <= MAX_PAGES_HERE) return { head, pages, close }
  close()
  return { head, pages: undefined, close: () => undefined }
}

/** A report, with the signatures that it has then. */
export interface Signing {
  readonly id: string
  readonly frozen: PagesToSign
  readonly language: Language
  readonly signatures: readonly Signed[]
}

/** The PDF with these signatures, written and not yet kept. Of long reports each tenant has one thread at a time. @throws Failure `server.busy` where very many wait */
export async function writeSigned(
  { services: { blobs }, caller, inTenant }: Pick<Call<unknown>, 'caller' | 'inTenant'> & { readonly services: Pick<Services, 'blobs'> },
  { id, frozen, language, signatures }: Signing,
): Promise<Written> {
  const { head, pages } = frozen
  const last = lastPage(translatorFor(language), head, signatures, await openMeasure())
  const file = { title: head.title, author: head.about.tenant, locale: localeOf[language] }
  if (pages === undefined)
    return serialiseReports(
      caller.tenantId,
      async () => {
        const kept = await inTenant(async (tx) => (await blobs.open(tx, (await fileOf(tx, id, 'pages')).blob_id)).stream)
        return blobs.write(signApart(kept, { ...file, last })).finally(() => kept.destroy())
      },
      'signature',
    )
  async function* all(frozenPages: AsyncIterable<BoxPage>) {
    yield* frozenPages
    yield last
  }
  return blobs.write(writeBoxes({ ...file, pages: all(pages), pictures: thawedPictures(head.pictures) }))
}

export const queryIssuedReportPage = implement(contract.queryIssuedReportPage, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'One page of an issued report as it was frozen; the last one has its signatures',
  of: issuedReports,
  async handle({ input: { id, page }, caller, services, inTenant }) {
    const { row, signatures, frozen } = await inTenant(async (tx) => {
      const found = await readWhole(tx, caller, id)
      return { row: found, signatures: await signaturesOf(tx, id), frozen: await openPages(tx, services, id) }
    })
    const { head, pages, close } = frozen
    try {
      const count = head.count + 1
      const found = page < count ? await nth(pages, page) : undefined
      if (page > count) fail('report.no-page', { values: { page, count } })
      const { width, height, boxes } = found ?? lastPage(translatorFor(row.report_language), head, signatures, await openMeasure())
      const pictures = picturesOn(boxes, thawedPictures(head.pictures))
      return {
        title: head.title,
        page,
        count,
        width,
        height,
        omitted: head.omitted,
        boxes,
        ...(pictures ? { pictures } : {}),
      } as ReportPage
    } finally {
      close()
    }
  },
})

/** The page of this number, counted from 1. */
async function nth(pages: AsyncIterable<BoxPage>, number: number): Promise<BoxPage | undefined> {
  let at = 0
  for await (const page of pages) if ((at += 1) === number) return page
  return undefined
}

const TYPES = { pdf: PDF, xlsx: XLSX, docx: DOCX } as const

export const downloadIssuedReport = implement(contract.downloadIssuedReport, {
  access: 'granted',
  summary: 'The file of an issued report: the PDF with the signatures there are, the workbook, or the Word document',
  of: issuedReports,
  file: PDF,
  async handle({ input: { id, format }, caller, services, inTenant }) {
    return inTenant(async (tx) => {
      const { report_number: number, report_title: title } = await readWhole(tx, caller, id)
      const { blob_id: blob } = await fileOf(tx, id, ...(format === 'pdf' ? (['pdf', 'signed'] as const) : [format]))
      return new Download({ name: `${number} ${title}.${format}`, type: TYPES[format], ...(await services.blobs.find(tx, blob)) })
    })
  },
})
