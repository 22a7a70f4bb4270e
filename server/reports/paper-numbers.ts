/** Paper that workbooks have a number for (ECMA-376 part 1, 18.3.1.63): what programs know it by that know no sides. */
import { ownSizeOf } from '../../model/reports/paper.ts'
import type { ReportTemplate } from '../../model/reports/template.ts'

type Page = ReportTemplate['page']

/** By its number: named, or by its sides upright in millimetres. */
export const PAPERS: Readonly<Record<number, Page['size']>> = {
  1: 'letter',
  3: [279.4, 431.8],
  5: [215.9, 355.6],
  7: [184.2, 266.7],
  8: 'A3',
  9: 'A4',
  11: 'A5',
  12: [257, 364],
  13: [182, 257],
  70: [105, 148],
}

/** Inches are not whole tenths of a millimetre, to which sides are read. */
const CLOSE = 0.15

/** The number of a paper, and whether it lies on its longer side; undefined of one that has none. */
export function numberOfPaper(
  page: Pick<Page, 'size' | 'landscape'>,
): { readonly number: number; readonly isLandscape: boolean } | undefined {
  const [width, height] = ownSizeOf(page)
  const isLandscape = width > height
  const sides = [Math.min(width, height), Math.max(width, height)] as const
  for (const [number, size] of Object.entries(PAPERS)) {
    const known = typeof size === 'string' ? ownSizeOf({ size }) : size
    if (known.every((side, at) => Math.abs(side - (sides[at] as number)) < CLOSE)) return { number: Number(number), isLandscape }
  }
  return undefined
}

/** The paper by its number, and how it lies; other paper by its sides, as it lies (ECMA-376 part 1, 18.3.1.63). */
export function paperXml(page: Page): string {
  const known = numberOfPaper(page)
  if (known) return `paperSize="${known.number}" orientation="${known.isLandscape ? 'landscape' : 'portrait'}"`
  const [width, height] = typeof page.size === 'string' ? ownSizeOf(page) : page.size
  return `paperWidth="${width.toFixed(2)}mm" paperHeight="${height.toFixed(2)}mm" orientation="portrait"`
}
