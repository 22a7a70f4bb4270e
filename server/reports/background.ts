/** What stands behind each page of a report: the scan of a form, for whoever prints on such forms or on empty paper (docs/decisions/0159-overlay-printing.md). */
import { behindPage } from '../../model/reports/paper.ts'
import type { PageBox, PagePicture } from '../documents/index.ts'
import type { Frame } from './drawn.ts'
import type { ReportSheet } from './expand.ts'
import type { SheetFrame } from './layout.ts'
import type { Pictures } from './pictures.ts'

/** Where pages are for: a screen shows the form that lies in the printer, paper has it already. */
export type Medium = 'screen' | 'paper'

interface Background {
  readonly id: string
  readonly picture: PagePicture
  /** On the page, in points. */
  readonly at: Frame
}

/** What stands behind the pages of a sheet; undefined where nothing does, or not on this medium. */
export function backgroundOf({ page, pictures }: Pick<SheetFrame, 'page' | 'pictures'>, medium: Medium): Background | undefined {
  const { background } = page
  const picture = background && pictures.get(background.picture)
  if (!background || !picture || (medium === 'paper' && !background.isPrinted)) return undefined
  return { id: background.picture, picture, at: behindPage(picture, page) }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The box of a background, which comes before all others of its page: what comes later is drawn over it. */
export const backgroundBoxes = (sheet: Pick<SheetFrame, 'page' | 'pictures'>, medium: Medium): readonly PageBox[] => {
  const found = backgroundOf(sheet, medium)
  if (!found) return []
  const at = { x: round(found.at.x), y: round(found.at.y), width: round(found.at.width), height: round(found.at.height) }
  return [{ ...at, size: 1, lines: [], picture: { id: found.id, ...at } }]
}

/** The pictures that files of a sheet have: without the one behind its pages, where that is not printed and no cell has it as well. */
export function printedPictures({ page, cells, pictures }: Pick<ReportSheet, 'page' | 'cells' | 'pictures'>): Pictures {
  const { background } = page
  if (!background || background.isPrinted || cells.some(({ picture }) => picture === background.picture)) return pictures
  return new Map([...pictures].filter(([id]) => id !== background.picture))
}
