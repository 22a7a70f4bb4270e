/**
 * What symbols are made of: paths on a grid of 100 by 100, which are set to pixels by the box that a symbol stands in. Besides the commands M, L, C, Q and Z there is
 * `O x y r`, a circle whose radius is a share of the shorter side, so that it stays round. Pure.
 */

export type PartRole =
  | 'body'
  | 'dark'
  /** Takes the colour of the state. */
  | 'state'
  | 'state-line'
  | 'line'
  | 'bold'
  /** Along it something flows while there is flow. */
  | 'flow'

export interface SymbolPart {
  readonly as: PartRole
  readonly d: string
  /** Goes round while the symbol is on; blinks. */
  readonly moves?: 'spin' | 'blink'
  /** Is there only in this state. */
  readonly when?: 'on' | 'off'
}

/** Slots of a symbol that it shows something by. */
export type SymbolUse = 'state' | 'level' | 'flow' | 'text'

export const SYMBOL_GROUPS = ['machines', 'vessels', 'thermal', 'pipes', 'power', 'instruments', 'site', 'network'] as const
export type SymbolGroup = (typeof SYMBOL_GROUPS)[number]

export interface SymbolShape {
  readonly group: SymbolGroup
  /** Pixels of the canvas that it has when it is put there. */
  readonly size: readonly [width: number, height: number]
  readonly uses: readonly SymbolUse[]
  /** Keeps its proportions, in the middle of its box; otherwise it fills it. */
  readonly keeps?: true
  readonly parts: readonly SymbolPart[]
  /** The closed path that a level fills. */
  readonly level?: string
}

export const part = (as: PartRole, d: string, more: Pick<SymbolPart, 'moves' | 'when'> = {}): SymbolPart => ({ as, d, ...more })

/** A rectangle on the grid. */
export const box = (left: number, top: number, right: number, bottom: number): string =>
  `M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`

const STEP = /([MLCQZO])([^MLCQZO]*)/g

/** The numbers of a path by its commands. */
export const stepsOf = (d: string): { readonly command: string; readonly numbers: readonly number[] }[] =>
  [...d.matchAll(STEP)].map(([, command = '', rest = '']) => ({
    command,
    numbers:
      rest.trim() === ''
        ? []
        : rest
            .trim()
            .split(/[\s,]+/)
            .map(Number),
  }))

/** The path so many times around a point, as blades and rays are. */
export function around(d: string, count: number, x = 50, y = 50): string {
  const steps = stepsOf(d)
  return Array.from({ length: count }, (_, nth) => {
    const angle = (nth * 2 * Math.PI) / count
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
    return steps
      .map(({ command, numbers }) => {
        const places = numbers.map((value, at) => {
          if (command === 'O' && at === 2) return value
          const first = at % 2 === 0
          const [dx, dy] = first ? [value - x, (numbers[at + 1] ?? y) - y] : [(numbers[at - 1] ?? x) - x, value - y]
          return round2(first ? x + dx * cosine - dy * sine : y + dx * sine + dy * cosine)
        })
        return command + places.join(' ')
      })
      .join('')
  }).join('')
}

const round2 = (value: number): number => Math.round(value * 100) / 100

/** Where a symbol is drawn: pixels of the display. */
export interface SymbolBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly isMirrored: boolean
}

/** The box of a symbol within a widget: all of it, or the largest of its proportions in the middle. */
export function boxIn({ size, keeps }: Pick<SymbolShape, 'size' | 'keeps'>, width: number, height: number, isMirrored = false): SymbolBox {
  if (!keeps) return { left: 0, top: 0, width, height, isMirrored }
  const k = Math.min(width / size[0], height / size[1])
  const [w, h] = [size[0] * k, size[1] * k]
  return { left: (width - w) / 2, top: (height - h) / 2, width: w, height: h, isMirrored }
}

/** The path in pixels, as SVG has it. */
export function placed(d: string, { left, top, width, height, isMirrored }: SymbolBox): string {
  const x = (value: number) => round2(left + ((isMirrored ? 100 - value : value) / 100) * width)
  const y = (value: number) => round2(top + (value / 100) * height)
  return stepsOf(d)
    .map(({ command, numbers }) => {
      if (command === 'O') {
        const [cx = 50, cy = 50, share = 10] = numbers
        const radius = round2((share / 100) * Math.min(width, height))
        return `M${round2(x(cx) - radius)} ${y(cy)}a${radius} ${radius} 0 1 0 ${round2(2 * radius)} 0a${radius} ${radius} 0 1 0 ${round2(-2 * radius)} 0Z`
      }
      return command + numbers.map((value, at) => (at % 2 === 0 ? x(value) : y(value))).join(' ')
    })
    .join('')
}

/** The rows of pixels between which a path lies: what a level rises through. */
export function spanOf(d: string, { top, height }: SymbolBox): { readonly top: number; readonly height: number } {
  const rows = stepsOf(d).flatMap(({ command, numbers }) =>
    command === 'O'
      ? [(numbers[1] ?? 50) - (numbers[2] ?? 0), (numbers[1] ?? 50) + (numbers[2] ?? 0)]
      : numbers.filter((_, at) => at % 2 === 1),
  )
  const [first, last] = [Math.min(...rows), Math.max(...rows)]
  return { top: round2(top + (first / 100) * height), height: round2(((last - first) / 100) * height) }
}
