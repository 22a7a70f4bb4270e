/** The paper of reports: how large it is, and how a picture lies on all of it. Lengths are points. */
import type { ReportTemplate } from './template.ts'

type Page = ReportTemplate['page']

/** Upright. */
const PAPER = { A3: [841.89, 1190.55], A4: [595.28, 841.89], A5: [419.53, 595.28], letter: [612, 792] } as const

export interface Sides {
  readonly width: number
  readonly height: number
}

const MILLIMETRE = 72 / 25.4
const hundredths = (length: number) => Math.round(length * 100) / 100

/** The sides of a page as it lies. */
export function paperOf({ size, landscape = false }: Pick<Page, 'size' | 'landscape'>): Sides {
  if (typeof size !== 'string') return { width: hundredths(size[0] * MILLIMETRE), height: hundredths(size[1] * MILLIMETRE) }
  const [short, long] = PAPER[size]
  return landscape ? { width: long, height: short } : { width: short, height: long }
}

/** Where a picture behind a page stands: whole, as large as the paper lets it be, and in the middle. */
export function behindPage(
  { width, height }: Sides,
  page: Pick<Page, 'size' | 'landscape'>,
): Sides & { readonly x: number; readonly y: number } {
  const paper = paperOf(page)
  const scale = Math.min(paper.width / width, paper.height / height)
  const [wide, high] = [width * scale, height * scale]
  return { x: (paper.width - wide) / 2, y: (paper.height - high) / 2, width: wide, height: high }
}

/** What lies between the margins of a page, of each of its columns; less than nothing where there is no room. */
export function roomOn(page: Page): Sides {
  const { width, height } = paperOf(page)
  const [top, right, bottom, left] = page.margins
  const { count, gap } = page.columns ?? { count: 1, gap: 0 }
  return { width: (width - left - right - gap * (count - 1)) / count, height: height - top - bottom }
}

/** The sides of a paper as it lies in millimetres, to a tenth. */
export function ownSizeOf(page: Pick<Page, 'size' | 'landscape'>): [width: number, height: number] {
  const { width, height } = paperOf(page)
  const tenths = (length: number) => Math.round((length / MILLIMETRE) * 10) / 10
  return [tenths(width), tenths(height)]
}

/** The page with margins by which all that stands on it is moved as its background says, which lies where it lies; no further than the margins let it, so that the room stays the same. */
export function shiftedPage(page: Page): Page {
  const [across, down] = page.background?.shift ?? [0, 0]
  if (across === 0 && down === 0) return page
  const [top, right, bottom, left] = page.margins
  const x = Math.min(right, Math.max(-left, across * MILLIMETRE))
  const y = Math.min(bottom, Math.max(-top, down * MILLIMETRE))
  return { ...page, margins: [top + y, right - x, bottom - y, left + x] }
}
