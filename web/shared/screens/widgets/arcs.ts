/** Lines of dials and of pies, as paths of SVG. Angles in degrees, clockwise, 0 upwards. Pure. */

/** Two digits behind the point are finer than any display. */
export const at2 = (value: number): number => Math.round(value * 100) / 100

/** A place on a circle. */
export function onCircle(x: number, y: number, radius: number, degrees: number): readonly [number, number] {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [at2(x + radius * Math.cos(angle)), at2(y + radius * Math.sin(angle))]
}

/** A part of a circle from one angle to a greater one; a whole circle as two halves. */
export function arcPath(x: number, y: number, radius: number, from: number, to: number): string {
  const end = Math.min(to, from + 359.99)
  const [x1, y1] = onCircle(x, y, radius, from)
  const [x2, y2] = onCircle(x, y, radius, end)
  return `M${x1} ${y1}A${at2(radius)} ${at2(radius)} 0 ${end - from > 180 ? 1 : 0} 1 ${x2} ${y2}`
}

const NICE = [1, 2, 2.5, 5, 10, 20] as const

/**
 * Round values to mark an axis at, within its ends; no more than `most`, and none of a range that is none.
 * @example ticksOf(0, 97, 5) // [0, 20, 40, 60, 80]
 */
export function ticksOf(min: number, max: number, most: number): number[] {
  const span = max - min
  if (!(span > 0) || !Number.isFinite(span) || most < 1) return []
  const power = 10 ** Math.floor(Math.log10(span / most))
  for (const nice of NICE) {
    const step = power * nice
    const [first, last] = [Math.ceil(min / step - 1e-9), Math.floor(max / step + 1e-9)]
    if (last - first < most)
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => Number(((first + at) * step).toPrecision(12)))
  }
  return []
}
