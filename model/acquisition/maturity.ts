/** Maturity of concrete by its temperature (ASTM C1074): Nurse–Saul, the equivalent age, and what the calibrated curve of a mix makes of them. */
import type { Span, Steps } from './steps.ts'
import { lengthsOf } from './steps.ts'

const HOUR_MS = 3_600_000
const KELVIN = 273.15

export interface AccumulatedMaturity {
  /** °C·h, or hours. */
  readonly total: number
  /** Milliseconds for which the temperature was known. */
  readonly covered: number
}

/** Σ (T − T₀) Δt in °C·h over what is known of a span; what is colder than T₀ adds nothing and takes nothing away. @param datum T₀ in °C */
export const nurseSaul = (steps: Steps, span: Span, datum: number): AccumulatedMaturity =>
  summed(steps, span, (value) => Math.max(0, value - datum))

/**
 * Σ exp(−Q (1/T − 1/Tr)) Δt: the hours at the reference temperature that would have given it the same maturity. @param activation Q in K, the activation energy over the
 * gas constant @param reference Tr in °C
 */
export const equivalentAge = (steps: Steps, span: Span, activation: number, reference: number): AccumulatedMaturity =>
  summed(steps, span, (value) => Math.exp(-activation * (1 / (value + KELVIN) - 1 / (reference + KELVIN))))

function summed(steps: Steps, span: Span, rate: (value: number) => number): AccumulatedMaturity {
  let [total, covered] = [0, 0]
  for (const { value, length } of lengthsOf(steps, span)) {
    if (value === null) continue
    total += (rate(value) * length) / HOUR_MS
    covered += length
  }
  return { total, covered }
}

/** A point of a curve: strength in MPa at a maturity in °C·h. */
export interface CurvePoint {
  readonly maturity: number
  readonly strength: number
}

/** Of fewer points nothing can be said between and beyond them. */
const MIN_POINTS = 3

/** Whether a curve can be relied upon: points enough, ascending in both, and somebody has said how well it fits (R²). */
export function isCalibrated(curve: readonly CurvePoint[], fit: number | null): boolean {
  return (
    fit !== null &&
    curve.length >= MIN_POINTS &&
    curve.every(({ maturity, strength }, at) => {
      const before = curve[at - 1]
      return maturity > 0 && (!before || (maturity > before.maturity && strength > before.strength))
    })
  )
}

/** The strength in MPa at a maturity, between the points of the curve by the logarithm of the maturity; null beyond its ends. */
export function strengthAt(curve: readonly CurvePoint[], maturity: number): number | null {
  return between(
    curve.map((point) => [Math.log(point.maturity), point.strength] as const),
    Math.log(maturity),
  )
}

/** The maturity in °C·h at which a strength is reached; null beyond the ends of the curve. */
export function maturityAt(curve: readonly CurvePoint[], strength: number): number | null {
  const found = between(
    curve.map((point) => [point.strength, Math.log(point.maturity)] as const),
    strength,
  )
  return found === null ? null : Math.exp(found)
}

function between(corners: readonly (readonly [at: number, value: number])[], at: number): number | null {
  const next = corners.findIndex(([corner]) => corner >= at)
  const [after, before] = [corners[next], corners[next - 1]]
  if (!after) return null
  if (after[0] === at || !before) return after[0] === at ? after[1] : null
  return before[1] + ((after[1] - before[1]) * (at - before[0])) / (after[0] - before[0])
}
