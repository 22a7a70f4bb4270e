/** The paper of reports: how large it is, and how a picture lies on all of it. Lengths are points. */
import type { ReportTemplate } from './template.ts'

type Page = ReportTemplate['page']

/** Upright. */
const PAPER = { A3: [841.89, 1190.55], A4: [595.28, 841.89], A5: [419.53, 595.28], letter: [612, 792] } as const

export interface Sides {
  readonly width: number
  readonly height: number
}

/** The sides of a page as it lies. */
export function paperOf({ size, landscape = false }: Pick<Page, 'size' | 'landscape'>): Sides {
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

const MILLIMETRE = 72 / 25.4

/** The page with margins by which all that stands on it is moved as its background says, which lies where it lies; no further than the margins let it, so that the room stays the same. */
export function shiftedPage(page: Page): Page {
  const [across, down] = page.background?.shift ?? [0, 0]
  if (across === 0 && down === 0) return page
  const [top, right, bottom, left] = page.margins
  const x = Math.min(right, Math.max(-left, across * MILLIMETRE))
  const y = Math.min(bottom, Math.max(-top, down * MILLIMETRE))
  return { ...page, margins: [top + y, right - x, bottom - y, left + x] }
}
