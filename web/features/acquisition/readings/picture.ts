/** The chart as a picture to keep or to print: with its title, its range and the names of its lines, which are no part of the drawing. */
import { coloursOf } from '../../../ui/chart-colours.ts'
import type { History } from '../../../ui/history-chart/history-chart.tsx'

interface PictureOf {
  /** The drawing, as the address of its data. */
  readonly drawing: string
  readonly title: string
  readonly note: string
  readonly histories: readonly History[]
  /** An element of the chart, whose colours are taken. */
  readonly element: HTMLElement
}

const LINE = 44
const PAD = 32

/** The chart as a picture with title, note and legend. The address of a PNG. */
export async function composePicture({ drawing, title, note, histories, element }: PictureOf): Promise<string> {
  const image = new Image()
  image.src = drawing
  await image.decode()
  const { text, surface, series } = coloursOf(element)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return drawing
  const family = getComputedStyle(element).fontFamily
  const entry = `26px ${family}`
  pen.font = entry
  const places = layOut(
    histories.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)),
    image.width - 2 * PAD,
    (words) => pen.measureText(words).width + 76,
  )
  const top = PAD + LINE * (2 + (places.at(-1)?.row ?? -1) + 1)
  canvas.width = image.width
  canvas.height = top + image.height + PAD
  pen.fillStyle = surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = text
  pen.font = `600 32px ${family}`
  pen.fillText(title, PAD, PAD + 24)
  pen.font = entry
  pen.fillText(note, PAD, PAD + LINE + 24)
  for (const [index, { words, x, row }] of places.entries()) {
    const y = PAD + LINE * (2 + row) + 24
    const colour = histories[index]?.colour ?? 0
    pen.strokeStyle = series[colour % series.length] ?? text
    pen.lineWidth = 5
    pen.setLineDash(colour >= series.length ? [10, 6] : [])
    pen.beginPath()
    pen.moveTo(PAD + x, y - 9)
    pen.lineTo(PAD + x + 34, y - 9)
    pen.stroke()
    pen.fillText(words, PAD + x + 44, y)
  }
  pen.drawImage(image, 0, top)
  return canvas.toDataURL('image/png')
}

interface LabelPosition {
  readonly words: string
  readonly x: number
  readonly row: number
}

/** One beside the other, on a new row where there is no room. */
export function layOut(names: readonly string[], room: number, widthOf: (words: string) => number): LabelPosition[] {
  let [x, row] = [0, 0]
  return names.map((words) => {
    const width = widthOf(words)
    if (x > 0 && x + width > room) [x, row] = [0, row + 1]
    const place = { words, x, row }
    x += width
    return place
  })
}

/** Saves the picture as a file of this name. */
export function savePicture(data: string, name: string): void {
  const link = document.createElement('a')
  link.href = data
  link.download = name
  link.click()
}
