/** Pictures in cells of report templates and behind their pages: what is taken of them, and which a template has. */
import type { ReportTemplate } from './template.ts'

/** A file has to be smaller; workbooks that are read have no larger ones either. */
export const MAX_PICTURE_MEGABYTES = 1
/** Pixels of a side, and of the whole. Unpacked, a picture takes four bytes a pixel. */
export const MAX_PICTURE_SIDE = 4000
export const MAX_PICTURE_PIXELS = 12_000_000
/** Different ones in a template: each travels whole with every page that it stands on. */
export const MAX_PICTURES = 10

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** The ids of the pictures of a template, each once, by the first cell that has it, or else by the page. */
export function picturesOf({ cells, page }: Pick<ReportTemplate, 'cells' | 'page'>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [place, { picture }] of Object.entries(cells)) if (picture !== undefined && !found.has(picture)) found.set(picture, place)
  if (page.background && !found.has(page.background.picture)) found.set(page.background.picture, 'page.background')
  return found
}

const idOf = (picture: string, ids: ReadonlyMap<string, string>): string => ids.get(picture) ?? picture

/** The template with other ids of its pictures; those that there is no other one for stay. */
export const withPictures = (template: ReportTemplate, ids: ReadonlyMap<string, string>): ReportTemplate => ({
  ...template,
  page: template.page.background
    ? { ...template.page, background: { ...template.page.background, picture: idOf(template.page.background.picture, ids) } }
    : template.page,
  cells: Object.fromEntries(
    Object.entries(template.cells).map(([place, cell]) => [
      place,
      cell.picture === undefined ? cell : { ...cell, picture: idOf(cell.picture, ids) },
    ]),
  ),
})
