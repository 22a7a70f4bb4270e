/** The files of one sheet, whichever thread it is in: several of them, as often as they are asked for, of pages that are parted once. */
import type { ReportPath } from '../../model/reports/path.ts'
import type { BoxPage } from '../documents/index.ts'
import { openMeasure, writeBoxes } from '../documents/index.ts'
import { printedPictures } from './background.ts'
import type { Certificate } from './certificate.ts'
import { certificatePage, withFoot } from './certificate.ts'
import { MAX_PAGE_ROWS } from './bounds.ts'
import { isWordPaper, writeReportDocx } from './docx.ts'
import type { ReportSheet } from './expand.ts'
import { MAX_SHEET_CELLS } from './expand.ts'
import { freeze } from './frozen.ts'
import { paginate, paginateRows } from './pages.ts'
import { frozenPictures } from './pictures.ts'
import type { Pictures } from './pictures.ts'
import type { RowSheet } from './stream.ts'
import { writeReportXlsx } from './xlsx.ts'

/** `pages` are those of an issued report as they are kept (frozen.ts). */
export type WrittenFormat = 'xlsx' | 'docx' | 'pdf' | 'pages'

/** What an issued report has besides, in its words. */
export interface IssuedAs {
  /** Stands at the foot of each page. */
  readonly foot: string
  /** Its last page, before anybody has signed it. */
  readonly last: Certificate
  /** What stands before its frozen pages beside what is known of these. */
  readonly head: Readonly<Record<string, unknown>>
}

/** What is to be written. `author` is its tenant, `locale` a language tag (BCP 47). */
export interface WrittenAs {
  readonly format: WrittenFormat
  readonly title: string
  readonly author: string
  readonly locale: string
  /** Of an issued report: of its PDF and its pages. */
  readonly issued?: IssuedAs
}

/** What is known of a sheet before it is written. */
export interface AboutSheet {
  readonly rows: number
  readonly path: ReportPath
  /** Fields that its reader has not. */
  readonly omitted: number
  /** Whether an issued report has a Word document of it: on paper that Word opens, and no longer than what somebody waits for, since its table is held in memory. */
  readonly hasWord: boolean
}

export interface ReportWriter extends AboutSheet {
  /**
   * Resolves to the bytes of a file, made while they are read: to the end, before the next one is asked for.
   * @param onRows Is told how many rows have been written
   * @throws Failure `report.too-much`, `report.too-much-at`
   */
  write(as: WrittenAs, onRows?: (rows: number) => void): Promise<AsyncIterable<Buffer>>
  /** Gives up what it has. */
  close(): Promise<void>
}

/** What is known of a sheet. */
export function aboutOf(sheet: ReportSheet | Pick<RowSheet, 'count' | 'columns' | 'page' | 'omitted'>): AboutSheet {
  const isHeld = 'cells' in sheet
  const rows = isHeld ? sheet.rows.length : sheet.count
  const fitsMemory = rows <= MAX_PAGE_ROWS && (isHeld || rows * sheet.columns.length <= MAX_SHEET_CELLS)
  return { rows, path: isHeld ? 'matrix' : 'stream', omitted: sheet.omitted.length, hasWord: fitsMemory && isWordPaper(sheet) }
}

interface Paged {
  readonly count: number
  readonly width: number
  readonly height: number
  pages(): AsyncIterable<BoxPage>
}

async function pagedOf(sheet: ReportSheet | RowSheet): Promise<Paged> {
  const measure = await openMeasure()
  if (!('cells' in sheet)) return paginateRows(sheet, measure)
  const { count, width, height, page } = await paginate(sheet, measure)
  async function* pages(): AsyncGenerator<BoxPage> {
    for (let at = 0; at < count; at += 1) yield await page(at)
  }
  return { count, width, height, pages }
}

/** What pages are without is not kept. */
function picturesOfPages(sheet: ReportSheet | RowSheet): Pictures {
  if ('cells' in sheet) return printedPictures(sheet)
  return sheet.page.background?.isPrinted ? sheet.pictures : new Map()
}

/**
 * Gives the function that writes the files of a sheet.
 * @param sheetOf The sheet for a format: a Word document has its table in memory
 */
export function openWriting(sheetOf: (format: WrittenFormat) => Promise<ReportSheet | RowSheet>): ReportWriter['write'] {
  const known = new WeakMap<ReportSheet | RowSheet, Promise<Paged>>()
  const paging = (sheet: ReportSheet | RowSheet) => {
    const found = known.get(sheet) ?? pagedOf(sheet)
    known.set(sheet, found)
    return found
  }
  return async ({ format, title, author, locale, issued }, onRows) => {
    const sheet = await sheetOf(format)
    if (format === 'xlsx') return writeReportXlsx(sheet, title, onRows)
    if (format === 'docx') return writeReportDocx(sheet as ReportSheet, { locale, header: author })
    const paged = await paging(sheet)
    const { count, width, height } = paged
    const pictures = picturesOfPages(sheet)
    if (!issued) return writeBoxes({ title, author, locale, pages: paged.pages(), pictures })
    const measure = await openMeasure()
    const [, , margin] = sheet.page.margins
    const footed = (page: BoxPage) => withFoot(page, issued.foot, margin, measure)
    const own = async function* () {
      for await (const page of paged.pages()) yield footed(page)
    }
    const all = async function* () {
      yield* own()
      yield footed(certificatePage({ width, height, margin }, issued.last, measure))
    }
    if (format === 'pdf') return writeBoxes({ title, author, locale, pages: all(), pictures })
    const kept = pictures.size > 0 ? { pictures: frozenPictures(pictures) } : {}
    const head = { ...issued.head, format: 1 as const, title, count, width, height, ...kept, margin, omitted: sheet.omitted.length }
    return freeze(head, own())
  }
}
