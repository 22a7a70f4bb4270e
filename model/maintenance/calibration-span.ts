/**
 * A calibration as samples are judged by it: from when it counts, until when it is trusted, and how values are corrected. Moments are milliseconds since 1970.
 * @property to When its machine lost the device: it says nothing of what the device measures from then on. Infinity while it has it
 */
export interface CalibrationSpan {
  readonly from: number
  readonly until: number
  readonly to: number
  readonly isPassed: boolean
  readonly factor: number | null
  readonly shift: number | null
  /** Keys of the points that it is about; empty: all of the device. */
  readonly keys: readonly string[]
}

/** The calibration that counts for a point at a moment: the last that has begun, of the machine that has the device then; nothing before the first. @param spans In the order of their beginning */
export function calibrationAt(spans: readonly CalibrationSpan[], time: number, key: string): CalibrationSpan | undefined {
  return spans.findLast(({ from, to, keys }) => from <= time && time < to && (keys.length === 0 || keys.includes(key)))
}

/** Whether what is measured at a moment is in doubt: the calibration that counts then has ended, or was not passed. */
export const isInDoubt = (span: CalibrationSpan | undefined, time: number): boolean =>
  span !== undefined && (!span.isPassed || time >= span.until)

/** A value as the calibration corrects it. */
export const corrected = (value: number, { factor, shift }: CalibrationSpan): number => value * (factor ?? 1) + (shift ?? 0)
