/** The background of a report in a Word document: a picture in the header of each page, behind its text (ECMA-376 part 1, 20.4.2.3). */
import type { Entry } from '../documents/index.ts'
import { backgroundOf } from './background.ts'
import type { ReportSheet } from './expand.ts'
import { EMU, MAIN_URI, PICTURE_URI } from './office-charts.ts'
import type { Drawings } from './office-charts.ts'

const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image'
const ID = 'background'

interface BackgroundParts {
  /** What stands in the headers. */
  readonly behind: string
  readonly relations: string
  readonly entries: readonly Entry[]
}

/** The parts of what stands behind the pages of a document; undefined where nothing does. A picture that a cell has as well is in the file once. */
export function docxBackground(sheet: ReportSheet, { all, media }: Drawings): BackgroundParts | undefined {
  const found = backgroundOf(sheet, 'paper')
  if (!found) return undefined
  const { picture, at } = found
  const known = media.find(({ bytes }) => bytes === picture.bytes)?.name
  const name = known ?? `${ID}.${picture.type === 'image/png' ? 'png' : 'jpeg'}`
  const emu = (length: number) => Math.round(length * EMU)
  const size = `cx="${emu(at.width)}" cy="${emu(at.height)}"`
  const place = (axis: 'H' | 'V', offset: number) =>
    `<wp:position${axis} relativeFrom="page"><wp:posOffset>${emu(offset)}</wp:posOffset></wp:position${axis}>`
  // Numbers of drawings tell them apart in all of the document.
  const number = all.length + 1
  return {
    behind:
      '<w:r><w:drawing><wp:anchor xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1" behindDoc="1" locked="1" layoutInCell="0" allowOverlap="1">' +
      `<wp:simplePos x="0" y="0"/>${place('H', at.x)}${place('V', at.y)}<wp:extent ${size}/><wp:wrapNone/><wp:docPr id="${number}" name="Background"/>` +
      `<a:graphic xmlns:a="${MAIN_URI}"><a:graphicData uri="${PICTURE_URI}"><pic:pic xmlns:pic="${PICTURE_URI}"><pic:nvPicPr><pic:cNvPr id="${number}" name="Background"/><pic:cNvPicPr/></pic:nvPicPr>` +
      `<pic:blipFill><a:blip r:embed="${ID}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`,
    relations: `<Relationship Id="${ID}" Type="${IMAGE}" Target="media/${name}"/>`,
    entries: known === undefined ? [{ path: `word/media/${name}`, content: picture.bytes }] : [],
  }
}
