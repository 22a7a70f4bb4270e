/** The course of values in a box of pixels, as a path of SVG. Pure. */
import { at2 } from './arcs.ts'

interface Box {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
  readonly width: number
  readonly height: number
}

/** Lines through the values, broken where there is none; of values that are all alike a line in the middle. */
export function sparkPath(
  values: readonly { readonly time: number; readonly value: number | null }[],
  { from, to, low, high, width, height }: Box,
): string {
  if (!(to > from)) return ''
  let isDown = false
  return values
    .map(({ time, value }) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const x = at2(((time - from) / (to - from)) * width)
      const y = at2(high > low ? 2 + (1 - (value - low) / (high - low)) * (height - 4) : height / 2)
      const step = `${isDown ? 'L' : 'M'}${x} ${y}`
      isDown = true
      return step
    })
    .join('')
}
