/** What stands on a sheet of a workbook above its cells: its parts, and how they are told of. */
import { XML, columnName, sheetText } from '../../model/workbook.ts'
import { rangeIn } from '../../model/workbook-parts.ts'
import type { Entry } from '../documents/index.ts'
import type { Drawing, Drawings } from './office-charts.ts'
import { CHART_TYPE, CHART_URI, EMU, MAIN_URI, MEDIA_TYPES, chartTable, chartXml, mediaName } from './office-charts.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const SPREADSHEET = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'

/** Of the columns and the rows of a sheet, in points. */
interface Lengths {
  readonly columns: readonly number[]
  readonly rows: readonly number[]
}

/** A line, and so many English metric units behind its beginning. */
type Place = readonly [line: number, offset: number]

/** Parts of a workbook beside those of its sheets, and their types. */
export interface MoreParts {
  readonly entries: readonly Entry[]
  readonly types: string
}

/** The parts of the drawings of the first sheet. @param lengths Of its lines @param dataSheet The name of the sheet that {@link chartDataXml} is */
export function drawingParts({ all: drawings, media }: Drawings, lengths: Lengths, dataSheet: string): MoreParts {
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = (inside: string) => `${XML}<Relationships xmlns="${PACKAGE}">${inside}</Relationships>`
  const columns = columnsOf(drawings)
  return {
    types:
      `${MEDIA_TYPES}<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>` +
      drawings
        .map(({ number, chart }) => (chart ? `<Override PartName="/xl/charts/chart${number}.xml" ContentType="${CHART_TYPE}"/>` : ''))
        .join(''),
    entries: [
      { path: 'xl/worksheets/_rels/sheet1.xml.rels', content: relations(relation('rId1', 'drawing', '../drawings/drawing1.xml')) },
      {
        path: 'xl/drawings/drawing1.xml',
        content: `${XML}<xdr:wsDr xmlns:xdr="${SPREADSHEET}" xmlns:a="${MAIN_URI}" xmlns:r="${RELATIONS}">${drawings.map((drawing) => anchorXml(drawing, lengths)).join('')}</xdr:wsDr>`,
      },
      {
        path: 'xl/drawings/_rels/drawing1.xml.rels',
        content: relations(
          drawings
            .map(({ number, chart, picture }) =>
              chart
                ? relation(`rId${number}`, 'chart', `../charts/chart${number}.xml`)
                : relation(`rId${number}`, 'image', `../media/${mediaName(number, picture, media)}`),
            )
            .join(''),
        ),
      },
      ...media.map(({ name, bytes }) => ({ path: `xl/media/${name}`, content: bytes })),
      ...drawings.flatMap(({ number, chart, png }): Entry[] => {
        if (png) return [{ path: `xl/media/image${number}.png`, content: png }]
        const at = { sheet: rangeIn(dataSheet, '').slice(0, -1), column: columns.get(number) ?? 0 }
        return chart ? [{ path: `xl/charts/chart${number}.xml`, content: chartXml(chart, at) }] : []
      }),
    ],
  }
}

/** The first column of each chart on the sheet of their data: one beside the other, with a free one between. */
function columnsOf(drawings: readonly Drawing[]): ReadonlyMap<number, number> {
  let next = 0
  return new Map(
    drawings.flatMap(({ number, chart }): [number, number][] => {
      if (!chart) return []
      const column = next
      next += (chartTable(chart)[0]?.length ?? 0) + 1
      return [[number, column]]
    }),
  )
}

/** The sheet with the data of the charts, which change with it. */
export function chartDataXml(drawings: readonly Drawing[]): string {
  const columns = columnsOf(drawings)
  const tables = drawings.flatMap(({ number, chart }) =>
    chart ? [{ column: columns.get(number) as number, table: chartTable(chart) }] : [],
  )
  const most = Math.max(0, ...tables.map(({ table }) => table.length))
  const rows = Array.from({ length: most }, (_, row) => {
    const cells = tables.flatMap(({ column, table }) =>
      (table[row] ?? []).map((value, at) => {
        const place = `${columnName(column + at)}${row + 1}`
        if (value === null || value === '') return ''
        return typeof value === 'number'
          ? `<c r="${place}"><v>${value}</v></c>`
          : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${sheetText(value)}</t></is></c>`
      }),
    )
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

function anchorXml(
  { number, cell: { row, column, rows, columns }, chart, picture, from: at, width, height }: Drawing,
  lengths: Lengths,
): string {
  const corner = (name: string, [x, offset]: Place, [y, below]: Place) =>
    `<xdr:${name}><xdr:col>${x}</xdr:col><xdr:colOff>${offset}</xdr:colOff><xdr:row>${y}</xdr:row><xdr:rowOff>${below}</xdr:rowOff></xdr:${name}>`
  /** Within its last line: what ends where the next one begins makes that one part of the print. */
  const endIn = (of: readonly number[], line: number): Place => [line, Math.max(0, Math.round(((of[line] ?? 0) - 1) * EMU))]
  const [cx, cy] = [Math.round(width * EMU), Math.round(height * EMU)]
  const from = corner('from', [at.column, Math.round(at.x * EMU)], [at.row, Math.round(at.y * EMU)])
  if (chart)
    return (
      `<xdr:twoCellAnchor>${from}${corner('to', endIn(lengths.columns, column + columns - 1), endIn(lengths.rows, row + rows - 1))}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${number + 1}" name="Chart ${number}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
      `<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></xdr:xfrm><a:graphic><a:graphicData uri="${CHART_URI}"><c:chart xmlns:c="${CHART_URI}" r:id="rId${number}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`
    )
  return (
    `<xdr:oneCellAnchor>${from}<xdr:ext cx="${cx}" cy="${cy}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${number + 1}" name="${picture === undefined ? 'Code' : 'Picture'} ${number}"/><xdr:cNvPicPr/></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="rId${number}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
  )
}
