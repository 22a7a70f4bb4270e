/** A chart as a picture to keep: a drawing of its own with its title, on the ground and in the colours of the page. */
import { coloursOf } from './chart-colours.ts'
import type { ChartColours, ChartExtras, ChartKind, Series } from './chart-options.ts'
import { chartOptions } from './chart-options.ts'
import { greatest, shareOf } from './heat-share.ts'

export type PictureFormat = 'png' | 'svg'

export interface Pictured extends ChartExtras {
  readonly title: string
  readonly kind: ChartKind | 'heat' | 'number'
  readonly categories: readonly string[]
  readonly series: readonly Series[]
}

/** What draws itself into the room below the title: an SVG, or parts of one. */
export interface SelfDrawn {
  readonly title: string
  readonly drawn: (room: Room) => string | Promise<string>
}

export interface Room {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly family: string
  /** Whose colours are taken. */
  readonly element: HTMLElement
}

const [WIDTH, HEIGHT, HEAD, PAD] = [960, 480, 56, 24]

/**
 * The picture as a file.
 * @param element An element of the chart, whose colours and type are taken
 */
export async function pictureOf(pictured: Pictured | SelfDrawn, format: PictureFormat, element: HTMLElement): Promise<Blob> {
  // The drawing library puts names of fonts into attributes as they are: a double quotation mark would end them.
  const fontFamily = getComputedStyle(element).fontFamily.replaceAll('"', "'")
  const colours = coloursOf(element)
  const inner =
    'drawn' in pictured
      ? await pictured.drawn({ width: WIDTH - 2 * PAD, height: HEIGHT, family: fontFamily, element })
      : await innerOf(pictured, colours, fontFamily)
  const svg = framed(pictured.title, inner, colours, fontFamily)
  const file = new Blob([svg], { type: 'image/svg+xml' })
  return format === 'svg' ? file : asPng(svg)
}

async function innerOf(pictured: Pictured, colours: ChartColours, family: string): Promise<string> {
  const { kind, categories, series, unit, shaded } = pictured
  if (kind === 'heat') return heatOf(pictured, colours)
  if (kind === 'number') return numberOf(pictured, colours)
  const { drawnAsSvg } = await import('./echarts-picture.ts')
  const options = chartOptions(kind, categories, series, colours, false, { unit, shaded })
  return drawnAsSvg({ ...options, textStyle: { color: colours.text, fontFamily: family } }, WIDTH - 2 * PAD, HEIGHT)
}

function framed(title: string, inner: string, colours: ChartColours, family: string): string {
  const height = HEAD + HEIGHT + PAD
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${escaped(family)}"><rect width="100%" height="100%" fill="${colours.surface}"/><text x="${PAD}" y="36" font-size="20" font-weight="600" fill="${colours.text}">${escaped(title)}</text><g transform="translate(${PAD} ${HEAD})">${inner}</g></svg>`
}

/** Cells as rectangles: the fuller, the more. */
function heatOf({ categories, series }: Pictured, { series: [colour], text }: ChartColours): string {
  const [left, foot] = [120, 28]
  const [width, height] = [(WIDTH - 2 * PAD - left) / Math.max(1, categories.length), (HEIGHT - foot) / Math.max(1, series.length)]
  const most = greatest(series)
  const every = Math.ceil(categories.length / 12)
  const rows = series.map(({ name, values }, row) => {
    const label = `<text x="${left - 8}" y="${(row + 0.5) * height + 4}" font-size="12" text-anchor="end" fill="${text}">${escaped(name)}</text>`
    const cells = values.map((value, at) =>
      value === null
        ? ''
        : `<rect x="${left + at * width}" y="${row * height}" width="${Math.max(1, width - 1)}" height="${Math.max(1, height - 1)}" fill="${colour}" fill-opacity="${shareOf(value, most).toFixed(2)}"><title>${value}</title></rect>`,
    )
    return label + cells.join('')
  })
  const names = categories.map((name, at) =>
    at % every === 0 ? `<text x="${left + at * width}" y="${HEIGHT - 8}" font-size="12" fill="${text}">${escaped(name)}</text>` : '',
  )
  return [...rows, ...names].join('')
}

function numberOf({ series, unit = '' }: Pictured, { text }: ChartColours): string {
  return series
    .filter(({ isBefore }) => !isBefore)
    .map(
      ({ name, values }, at) =>
        `<text x="0" y="${80 + at * 90}" font-size="56" font-weight="600" fill="${text}">${escaped(`${values[0] ?? '—'} ${unit}`)}</text><text x="0" y="${106 + at * 90}" font-size="16" fill="${text}">${escaped(name)}</text>`,
    )
    .join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** The text as it stands in an SVG. Names are data: nothing in them is markup. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

async function asPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  const scale = 2
  canvas.width = image.width * scale
  canvas.height = image.height * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the picture could not be made'))), 'image/png')
  })
}
