/**
 * The widgets of a page below each other, for a display on which the canvas would be too small to be read: an upright wall, a phone. What belongs together, by
 * its group or because it lies over each other, stays together as it is; such blocks follow each other as they are read, beside each other where there is room.
 */
import type { ScreenDocument, ScreenWidget } from '../../../model/screens/document.ts'
import type { Box, Display } from './display.ts'
import type { Scale } from './feed.ts'

interface Block {
  readonly widgets: readonly ScreenWidget[]
  /** Of the canvas. */
  readonly box: Box
}

interface Flow {
  readonly scale: Scale
  readonly width: number
  readonly height: number
  readonly scrolls: boolean
  readonly boxes: readonly (readonly [string, Box, Scale])[]
}

/** Pixels of the canvas between two blocks. */
const GAP = 12
/** At this scale usual text is as small as it may be, and at most it is so large. */
const [MIN_SCALE, MAX_SCALE] = [0.75, 2.5]
/** From one try to the next. */
const STEP = 0.95
/** What covers so much of the canvas lies behind all the others: it is stretched over all of them. */
const GROUND = 0.6
/** A row that is not full grows by this much at most. */
const MAX_GROWTH = 1.4

/** Where the widgets come to lie: as large as all of them can be at once, or as small as they can be read and scrolled. */
export function flowOf(widgets: readonly ScreenWidget[], size: ScreenDocument['size'], display: Display): Flow {
  const grounds = widgets.filter((widget) => isGround(widget, size))
  const blocks = blocksOf(widgets.filter((widget) => !grounds.includes(widget)))
  let scale = MAX_SCALE
  let lines = linesOf(blocks, scale, display.width)
  while (scale > MIN_SCALE && lines.height > display.height) {
    scale = Math.max(MIN_SCALE, scale * STEP)
    lines = linesOf(blocks, scale, display.width)
  }
  const height = Math.max(display.height, lines.height)
  return {
    scale,
    width: display.width,
    height,
    scrolls: lines.height > display.height,
    boxes: [...grounds.map(({ id }) => [id, [0, 0, display.width, height], scale] as const), ...lines.boxes],
  }
}

const isGround = ({ kind, rect: [, , w, h] }: ScreenWidget, { width, height }: ScreenDocument['size']) =>
  (kind === 'frame' || kind === 'picture') && w * h >= GROUND * width * height

/** Blocks in the order in which they are read: by their top, and those that begin at about one height from the left. */
function blocksOf(widgets: readonly ScreenWidget[]): Block[] {
  const owner = widgets.map((_, at) => at)
  const root = (at: number): number => (owner[at] === at ? at : root(owner[at] as number))
  widgets.forEach((one, at) =>
    widgets.slice(0, at).forEach((other, before) => {
      if ((one.group !== undefined && one.group === other.group) || lieOver(one, other)) owner[root(at)] = root(before)
    }),
  )
  const together = Map.groupBy(widgets.keys(), root)
  const blocks = [...together.values()].map((indices): Block => {
    const found = indices.map((at) => widgets[at] as ScreenWidget)
    const edge = (of: (widget: ScreenWidget) => number, pick: (...values: number[]) => number) => pick(...found.map(of))
    return {
      widgets: found,
      box: [
        edge(({ rect }) => rect[0], Math.min),
        edge(({ rect }) => rect[1], Math.min),
        edge(({ rect }) => rect[0] + rect[2], Math.max),
        edge(({ rect }) => rect[1] + rect[3], Math.max),
      ],
    }
  })
  return blocks.sort(({ box: one }, { box: other }) => {
    const isBeside = Math.min(one[3], other[3]) - Math.max(one[1], other[1]) > 0.5 * Math.min(one[3] - one[1], other[3] - other[1])
    return isBeside ? one[0] - other[0] || one[1] - other[1] : one[1] - other[1]
  })
}

const lieOver = ({ rect: [x, y, w, h] }: ScreenWidget, { rect: [a, b, c, d] }: ScreenWidget) =>
  x < a + c && a < x + w && y < b + d && b < y + h

/** Blocks in lines of this width. One that is wider is made smaller, or narrower where it is a single widget, which arranges itself. */
function linesOf(blocks: readonly Block[], scale: Scale, width: number): { height: number; boxes: (readonly [string, Box, Scale])[] } {
  const gap = GAP * scale
  const room = width - 2 * gap
  const lines: { blocks: Block[]; width: number }[] = []
  for (const block of blocks) {
    const wide = Math.min(room, (block.box[2] - block.box[0]) * scale)
    const last = lines.at(-1)
    if (last && last.width + gap + wide <= room) {
      last.blocks.push(block)
      last.width += gap + wide
    } else lines.push({ blocks: [block], width: wide })
  }
  const boxes: (readonly [string, Box, Scale])[] = []
  let top = gap
  for (const line of lines) {
    const gaps = gap * (line.blocks.length - 1)
    const growth = Math.min(MAX_GROWTH, (room - gaps) / (line.width - gaps))
    let left = (width - (line.width - gaps) * growth - gaps) / 2
    let tall = 0
    for (const { widgets, box } of line.blocks) {
      const natural = (box[2] - box[0]) * scale
      const isOne = widgets.length === 1
      const own = natural > room && !isOne ? (scale * room) / natural : scale * growth
      const wide = Math.min(room, natural) * growth
      for (const { id, rect } of widgets) {
        const [x, y] = [left + (rect[0] - box[0]) * own, top + (rect[1] - box[1]) * own]
        boxes.push([id, [x, y, isOne ? left + wide : x + rect[2] * own, y + rect[3] * own], own])
      }
      left += wide + gap
      tall = Math.max(tall, (box[3] - box[1]) * own)
    }
    top += tall + gap
  }
  return { height: top, boxes }
}
