/** The steps of a source, from what was measured to what is shown (model/screens/document.ts). Pure, and without the dust that binary fractions leave. */
import type { Transform } from '../../../model/screens/document.ts'

export type Scalar = number | string | null

/** Digits that a number of 64 bits surely has: what is beyond them is dust. */
const SURE_DIGITS = 15

/** What comes out of the steps, one after the other. A text passes by the steps that are for numbers, and null stays null. */
export function transformed(value: Scalar, steps: readonly Transform[] = []): Scalar {
  return steps.reduce<Scalar>((before, step) => {
    if (before === null) return null
    if ('map' in step) return mapped(before, step.map)
    if (typeof before !== 'number') return before
    return 'round' in step ? rounded(before, step.round) : cleaned(cleaned(before * step.scale) + (step.offset ?? 0))
  }, value)
}

/** The number to so many digits behind the point, halves away from zero: 1.005 to two digits is 1.01, as everybody reads it. */
export function rounded(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value
  const size = shifted(Math.round(shifted(Math.abs(value), digits)), -digits)
  return value < 0 && size !== 0 ? -size : size
}

/** 0.1 + 0.2 as 0.3. */
export function cleaned(value: number): number {
  const clean = Number.isFinite(value) ? Number(value.toPrecision(SURE_DIGITS)) : value
  return clean === 0 ? 0 : clean
}

/** The number with its point moved, by its decimal text: a multiplication would not be exact. */
function shifted(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

type Mapping = Extract<Transform, { map: unknown }>['map'][number]

/** The text of the first entry that fits; what fits none stays as it is. */
function mapped(value: number | string, entries: readonly Mapping[]): number | string {
  return entries.find((entry) => fits(value, entry))?.text ?? value
}

/** `from` belongs to a range and `to` does not, unless both are one number: so ranges can follow each other. An entry without conditions fits always. */
function fits(value: number | string, { from, to, is }: Mapping): boolean {
  if (is !== undefined && is !== String(value)) return false
  if (from === undefined && to === undefined) return true
  if (typeof value !== 'number') return false
  if (from !== undefined && from === to) return value === from
  return (from === undefined || value >= from) && (to === undefined || value < to)
}
