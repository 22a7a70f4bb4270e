/** Histories as a picture to keep: as they are drawn on the page, with their range and the names of their lines above. */
import { colourIn, coloursOf } from '../chart-colours.ts'
import type { Room } from '../chart-picture.ts'
import { escaped } from '../chart-picture.ts'
import { drawnAsSvg } from '../echarts-picture.ts'
import type { History } from './histories.ts'
import type { Frame } from './options.ts'
import { dashOf, historyOptions } from './options.ts'

const [LINE, COLUMNS, SAMPLE] = [20, 2, 26]
const DASHES = { solid: '', dashed: '6 4', dotted: '2 3' } as const

/** The drawing of the histories in this room, as SVG. @param note Stands above: what time it is of */
export function drawnHistories(
  histories: readonly History[],
  frame: Omit<Frame, 'width'>,
  note: string,
  { width, height, family, element }: Room,
): string {
  const colour = colourIn(element)
  const colours = { ...coloursOf(element), uncertain: colour('--warning'), bad: colour('--danger') }
  const names = histories.map(({ name, unit, colour: nth }, at) => {
    const [x, y] = [(at % COLUMNS) * (width / COLUMNS), LINE * (2 + Math.floor(at / COLUMNS))]
    const stroke = colours.series[nth % colours.series.length] ?? colours.text
    return `<line x1="${x}" y1="${y - 4}" x2="${x + SAMPLE}" y2="${y - 4}" stroke="${stroke}" stroke-width="2" stroke-dasharray="${DASHES[dashOf(nth, colours.series.length)]}"/><text x="${x + SAMPLE + 8}" y="${y}" font-size="12" fill="${colours.text}">${escaped(unit ? `${name} (${unit})` : name)}</text>`
  })
  const head = LINE * (2 + Math.ceil(histories.length / COLUMNS))
  const options = historyOptions(histories, { ...frame, width }, colours)
  const drawing = drawnAsSvg({ ...options, textStyle: { color: colours.text, fontFamily: family } }, width, height - head)
  return `<text y="14" font-size="12" fill="${colours.text}">${escaped(note)}</text>${names.join('')}<g transform="translate(0 ${head})">${drawing}</g>`
}
