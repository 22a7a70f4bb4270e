/** Charts and codes of a report as workbooks and Word documents have them (ECMA-376, DrawingML): charts are charts there, and not pictures of some. */
import { setImmediate } from 'node:timers/promises'
import { columnName, xmlText } from '../../model/workbook.ts'
import type { PagePicture } from '../documents/index.ts'
import { pngOfModules } from '../documents/index.ts'
import type { SheetChart } from './chart-data.ts'
import { COLOURS, QUIET_MODULES, modulesOf } from './drawn.ts'
import type { ReportSheet, SheetCell } from './expand.ts'
import { placeOfPicture } from './pictures.ts'

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
export const CHART_URI = `${DRAWING}/chart`
export const PICTURE_URI = `${DRAWING}/picture`
export const MAIN_URI = `${DRAWING}/main`
export const CHART_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'
/** English metric units of a point. */
export const EMU = 12_700

/** Drawings of one file: programs take long to open one with more of them, and the text of a code stands in its cell then. */
const MAX_DRAWINGS = 2000
/** Codes after which others have their turn. */
const CODES_AT_ONCE = 20
/** Lines of the picture of a bar code: it is stretched to its cell, and all its lines are alike. */
const [MIN_PICTURE_LINES, MAX_PICTURE_LINES] = [8, 300]

export interface Drawing {
  /** From 1. */
  readonly number: number
  readonly cell: SheetCell
  readonly chart?: SheetChart
  readonly png?: Buffer
  /** One of those that stand in the file once, from 1. */
  readonly picture?: number
  /** Where it begins in the lines that it begins in, in points. */
  readonly from: Corner
  /** Its sides, in points. */
  readonly width: number
  readonly height: number
}

interface Corner {
  readonly row: number
  readonly column: number
  readonly x: number
  readonly y: number
}

/** A picture as a part of a file: its name there, and its bytes. */
export interface MediaPart {
  readonly name: string
  readonly bytes: Buffer
}

export interface Drawings {
  readonly all: readonly Drawing[]
  /** Pictures that drawings name, each once however often it is drawn, the first at 0. */
  readonly media: readonly MediaPart[]
}

/** The name of the picture of a drawing in the folder of pictures of its file. */
export const mediaName = (number: number, picture: number | undefined, media: readonly MediaPart[]): string =>
  picture === undefined ? `image${number}.png` : (media[picture - 1] as MediaPart).name

/** Picture types that a file has, as its list of types tells them. */
export const MEDIA_TYPES = '<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>'

/** What is drawn in the cells of a sheet, in their order. */
export async function drawingsOf({ cells, columns, rows, styles, pictures }: ReportSheet): Promise<Drawings> {
  const found: Drawing[] = []
  const media = new Map<string, MediaPart>()
  /** The number of a picture among those of the file. */
  const numberOf = (id: string, { type, bytes }: PagePicture): number => {
    if (!media.has(id)) media.set(id, { name: `picture${media.size + 1}.${type === 'image/png' ? 'png' : 'jpeg'}`, bytes })
    return [...media.keys()].indexOf(id) + 1
  }
  let codes = 0
  for (const cell of cells) {
    if (found.length >= MAX_DRAWINGS) break
    const sum = (lengths: readonly number[], from: number, count: number) =>
      lengths.slice(from, from + count).reduce((all, each) => all + each, 0)
    const [width, height] = [sum(columns, cell.column, cell.columns), sum(rows, cell.row, cell.rows)]
    const number = found.length + 1
    const from = { row: cell.row, column: cell.column, x: 0, y: 0 }
    if (cell.chart) found.push({ number, cell, chart: cell.chart, from, width, height })
    const picture = cell.picture === undefined ? undefined : pictures.get(cell.picture)
    const at = picture && placeOfPicture(picture, { x: 0, y: 0, width, height }, styles[cell.style ?? -1] ?? {})
    if (cell.picture !== undefined && picture && at)
      found.push({
        number,
        cell,
        picture: numberOf(cell.picture, picture),
        from: cornerOf(cell, at, columns, rows),
        width: at.width,
        height: at.height,
      })
    if (cell.code && (codes += 1) % CODES_AT_ONCE === 0) await setImmediate()
    const modules = cell.code && modulesOf(cell.code, cell.text)
    if (!cell.code || !modules) continue
    const quiet = QUIET_MODULES[cell.code]
    const wide = (modules[0]?.length ?? 0) + 2 * quiet
    // Bars are as wide as the cell and as high; a QR code is a square in it.
    const side = cell.code === 'qr' ? { width: Math.min(width, height), height: Math.min(width, height) } : { width, height }
    const tall =
      cell.code === 'qr'
        ? {}
        : { height: Math.min(MAX_PICTURE_LINES, Math.max(MIN_PICTURE_LINES, Math.round((wide * 3 * height) / width))) }
    found.push({ number, cell, png: pngOfModules(modules, { quiet, scale: 3, ...tall }), from, ...side })
  }
  return { all: found, media: [...media.values()] }
}

/** The lines that a corner within a merged cell lies in: programs cut what is told to begin beyond its line. */
function cornerOf(
  cell: SheetCell,
  at: { readonly x: number; readonly y: number },
  columns: readonly number[],
  rows: readonly number[],
): Corner {
  let [{ row, column }, { x, y }] = [cell, at] as const
  for (; column < cell.column + cell.columns - 1 && x >= (columns[column] as number); column += 1) x -= columns[column] as number
  for (; row < cell.row + cell.rows - 1 && y >= (rows[row] as number); row += 1) y -= rows[row] as number
  return { row, column, x, y }
}

/** Where in a workbook the data of a chart stands: the name of its sheet, quoted, and the first of its columns, from 0. */
export interface DataAt {
  readonly sheet: string
  readonly column: number
}

const [LIMIT, BAND] = ['B42318', '009E73'] as const
/** Slices of a pie that have a colour of ours; programs go on with theirs. */
const MAX_COLOURED = 50

/** Limits and bands as series that are the same all along. */
const flat = ({ limits = [], bands = [] }: SheetChart) => [
  ...bands.flatMap(({ from, to }) => [from, to]).map((value) => ({ name: String(value), value, colour: BAND as string })),
  ...limits.map(({ value, name }) => ({ name: name || String(value), value, colour: LIMIT as string })),
]

/** The data of a chart as rows of a sheet: its axis in the first column, and each series in one. */
export const chartTable = (chart: SheetChart): (string | number | null)[][] => [
  ['', ...chart.series.map(({ name }) => name), ...flat(chart).map(({ name }) => name)],
  ...chart.labels.map((label, at) => [
    label,
    ...chart.series.map(({ values }) => values[at] ?? null),
    ...flat(chart).map(({ value }) => value),
  ]),
]

/** The part of a chart. @param at Where its data stands; without, it is in the chart alone */
export function chartXml(chart: SheetChart, at?: DataAt): string {
  const count = chart.labels.length
  const points = (values: readonly (string | number | null)[]) =>
    `<c:ptCount val="${count}"/>${values.map((value, nth) => (value === null ? '' : `<c:pt idx="${nth}"><c:v>${xmlText(String(value))}</c:v></c:pt>`)).join('')}`
  const range = (nth: number) => {
    const column = `$${columnName((at?.column ?? 0) + nth)}`
    return `<c:f>${xmlText(`${at?.sheet ?? ''}!${column}$2:${column}$${count + 1}`)}</c:f>`
  }
  const names = at
    ? `<c:strRef>${range(0)}<c:strCache>${points(chart.labels)}</c:strCache></c:strRef>`
    : `<c:strLit>${points(chart.labels)}</c:strLit>`
  const numbers = (values: readonly (number | null)[], nth: number) => {
    const inside = `<c:formatCode>General</c:formatCode>${points(values)}`
    return at ? `<c:numRef>${range(nth)}<c:numCache>${inside}</c:numCache></c:numRef>` : `<c:numLit>${inside}</c:numLit>`
  }
  const line = (colour: string, isDashed: boolean) =>
    `<c:spPr><a:ln w="${isDashed ? 9525 : 15_875}"><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>${isDashed ? '<a:prstDash val="dash"/>' : ''}</a:ln></c:spPr>`
  const series = (nth: number, name: string, look: string, values: readonly (number | null)[], kind: SheetChart['kind']) =>
    `<c:ser><c:idx val="${nth}"/><c:order val="${nth}"/><c:tx><c:v>${xmlText(name)}</c:v></c:tx>${look}${about(kind)}` +
    `<c:cat>${names}</c:cat><c:val>${numbers(values, nth + 1)}</c:val>${kind === 'line' ? '<c:smooth val="0"/>' : ''}</c:ser>`
  /** What a series of a kind has between its looks and its data (ECMA-376 part 1, 21.2.2). */
  const about = (kind: SheetChart['kind']) => {
    if (kind === 'line') return '<c:marker><c:symbol val="none"/></c:marker>'
    if (kind === 'bar' || kind === 'stacked') return '<c:invertIfNegative val="0"/>'
    if (kind === 'area') return ''
    const slices = chart.labels.slice(0, MAX_COLOURED).map((_, nth) => {
      const fill = `<c:spPr><a:solidFill><a:srgbClr val="${(COLOURS[nth % COLOURS.length] as string).slice(1).toUpperCase()}"/></a:solidFill></c:spPr>`
      return `<c:dPt><c:idx val="${nth}"/>${fill}</c:dPt>`
    })
    return `${slices.join('')}<c:dLbls><c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="1"/><c:showBubbleSize val="0"/></c:dLbls>`
  }
  const colourOf = (nth: number) => (COLOURS[nth % COLOURS.length] as string).slice(1).toUpperCase()
  const filled = (colour: string, more = '') => `<c:spPr><a:solidFill><a:srgbClr val="${colour}">${more}</a:srgbClr></a:solidFill>`
  const looks: Readonly<Record<SheetChart['kind'], (nth: number) => string>> = {
    line: (nth) => line(colourOf(nth), false),
    area: (nth) =>
      `${filled(colourOf(nth), '<a:alpha val="35000"/>')}<a:ln w="15875"><a:solidFill><a:srgbClr val="${colourOf(nth)}"/></a:solidFill></a:ln></c:spPr>`,
    bar: (nth) => `${filled(colourOf(nth))}</c:spPr>`,
    stacked: (nth) => `${filled(colourOf(nth))}</c:spPr>`,
    // Each slice has its own.
    pie: () => '',
  }
  const own = chart.series.map(({ name, values }, nth) => {
    const look = looks[chart.kind](nth)
    return series(
      nth,
      name,
      look,
      Array.from({ length: count }, (_, each) => values[each] ?? null),
      chart.kind,
    )
  })
  const along = flat(chart).map(({ name, value, colour }, nth) =>
    series(own.length + nth, name, line(colour, true), Array<number>(count).fill(value), 'line'),
  )
  const axes = '<c:axId val="1"/><c:axId val="2"/>'
  const lines = (of: readonly string[]) =>
    of.length === 0
      ? ''
      : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${of.join('')}<c:marker val="1"/>${axes}</c:lineChart>`
  const isStacked = chart.kind === 'stacked'
  const bars = `<c:barChart><c:barDir val="col"/><c:grouping val="${isStacked ? 'stacked' : 'clustered'}"/><c:varyColors val="0"/>${own.join('')}<c:gapWidth val="50"/>${isStacked ? '<c:overlap val="100"/>' : ''}${axes}</c:barChart>`
  const areas = `<c:areaChart><c:grouping val="standard"/><c:varyColors val="0"/>${own.join('')}${axes}</c:areaChart>`
  const pie = `<c:pieChart><c:varyColors val="1"/>${own.join('')}<c:firstSliceAng val="0"/></c:pieChart>`
  const plots: Readonly<Record<SheetChart['kind'], () => string>> = {
    line: () => lines([...own, ...along]),
    area: () => `${areas}${lines(along)}`,
    bar: () => `${bars}${lines(along)}`,
    stacked: () => `${bars}${lines(along)}`,
    pie: () => pie,
  }
  const ends = `${chart.most === undefined ? '' : `<c:max val="${chart.most}"/>`}${chart.least === undefined ? '' : `<c:min val="${chart.least}"/>`}`
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<c:chartSpace xmlns:c="${CHART_URI}" xmlns:a="${MAIN_URI}"><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/><c:plotArea><c:layout/>` +
    plots[chart.kind]() +
    (chart.kind === 'pie' ? '' : axesXml(ends)) +
    `</c:plotArea><c:legend><c:legendPos val="${chart.kind === 'pie' ? 'r' : 't'}"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`
  )
}

/** The axes of a chart that has some. @param ends Of its values */
const axesXml = (ends: string): string =>
  '<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:tickLblPos val="low"/><c:crossAx val="2"/></c:catAx>' +
  `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/>${ends}</c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D9DDE3"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="General" sourceLinked="0"/><c:tickLblPos val="nextTo"/><c:crossAx val="1"/></c:valAx>`
