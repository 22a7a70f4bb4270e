/** The pages of an issued report: as they were frozen, and the last with the signatures there are. */
import * as contract from '../../../../model/contract/report/issued-reports.ts'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { issuedReports } from '../../../../model/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import type { Language } from '../../../../model/language.ts'
import { PDF, XLSX, openMeasure, writeBoxes } from '../../../documents/index.ts'
import type { BoxPage } from '../../../documents/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import type { Services } from '../../../kernel/services.ts'
import { picturesOn, thaw, thawedPictures } from '../../../reports/index.ts'
import type { Signed } from '../shared/certificate.ts'
import { lastPage } from '../shared/certificate.ts'
import type { IssuedHead } from '../shared/certificate.ts'
import { fileOf, readWhole, signaturesOf } from './read.ts'

/** The frozen pages. Whoever opens them closes them. */
export async function openPages(tx: Transaction, { blobs }: Pick<Services, 'blobs'>, issuedId: string) {
  const { blob_id: blob } = await fileOf(tx, issuedId, 'pages')
  const { stream } = await blobs.open(tx, blob)
  return thaw<IssuedHead>(stream)
}

/** The bytes of the PDF with these signatures. */
export async function* signedPdf(
  { head, pages }: { readonly head: IssuedHead; readonly pages: AsyncIterable<BoxPage> },
  language: Language,
  signatures: readonly Signed[],
): AsyncGenerator<Buffer> {
  const last = lastPage(translatorFor(language), head, signatures, await openMeasure())
  async function* all() {
    yield* pages
    yield last
  }
  const pictures = thawedPictures(head.pictures)
  yield* writeBoxes({ title: head.title, author: head.about.tenant, locale: localeOf[language], pages: all(), pictures })
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

const TYPES = { pdf: PDF, xlsx: XLSX } as const

export const downloadIssuedReport = implement(contract.downloadIssuedReport, {
  access: 'granted',
  summary: 'The file of an issued report: the PDF with the signatures there are, or the workbook',
  of: issuedReports,
  file: PDF,
  async handle({ input: { id, format }, caller, services, inTenant }) {
    return inTenant(async (tx) => {
      const { report_number: number, report_title: title } = await readWhole(tx, caller, id)
      const { blob_id: blob } = await fileOf(tx, id, ...(format === 'pdf' ? (['pdf', 'signed'] as const) : (['xlsx'] as const)))
      return new Download({ name: `${number} ${title}.${format}`, type: TYPES[format], ...(await services.blobs.find(tx, blob)) })
    })
  },
})
