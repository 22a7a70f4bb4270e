/**
 * Figures of how reliable machines are, from when they stood. Every one of them is a ratio of two sums, and none is given of nothing: without a failure there
 * is no time between failures. Moments are milliseconds since 1970. Terms after IEC 60050-192 (2015): mean operating time between
 * failures, mean time to restoration, steady state availability.
 */

/** One stretch for which a machine stood. @property to Undefined while it still stands */
export interface Stoppage {
  readonly machine: string
  readonly from: number
  readonly to: number | undefined
}

export interface Span {
  readonly from: number
  readonly to: number
}

const HOUR_MS = 3_600_000

/** Stoppages of each machine by when they began. */
export type ByMachine = readonly (readonly Stoppage[])[]

/** The stoppages by their machines: what the figures below are made of, parted and put in order once for all of them. */
export const byMachine = <Of extends Stoppage>(stoppages: readonly Of[]): Of[][] =>
  [...Map.groupBy(stoppages, ({ machine }) => machine).values()].map((own) => own.sort((one, other) => one.from - other.from))

/**
 * Hours for which machines stood within a span, all machines together. Two stoppages of one machine at the same time count once, what lies outside of the
 * span is cut off, and one that goes on counts to the end of the span.
 */
export function hoursStood(stoppages: ByMachine, span: Span): number {
  let length = 0
  for (const own of stoppages) {
    let end = span.from
    for (const { from, to = span.to } of own) {
      const [begin, until] = [Math.max(from, end), Math.min(to, span.to)]
      if (until <= begin) continue
      length += until - begin
      end = until
    }
  }
  return length / HOUR_MS
}

/** Hours of these stoppages as they were, uncut; two of one machine at the same time count once. Those that go on are left out. */
export function hoursRepaired(stoppages: ByMachine): number {
  const over = stoppages.map((own) => own.filter(({ to }) => to !== undefined))
  return hoursStood(over, { from: -Infinity, to: Infinity })
}

/**
 * The failures that stoppages tell of, each with when it began and ended: those of one machine at the same time are one, and one of which a part goes on goes on.
 */
export function united(stoppages: ByMachine): Stoppage[] {
  return stoppages.flatMap((own) => {
    const made: { machine: string; from: number; to: number | undefined }[] = []
    for (const { machine, from, to } of own) {
      const last = made.at(-1)
      if (last === undefined || (last.to !== undefined && from > last.to)) made.push({ machine, from, to })
      else last.to = last.to === undefined || to === undefined ? undefined : Math.max(last.to, to)
    }
    return made
  })
}

/** The quotient of two sums; nothing where nothing stands below. */
export const ratioOf = (above: number, below: number): number | undefined => (below > 0 ? above / below : undefined)

/** Hours that machines ran between two failures; nothing without a failure. */
export const mtbf = (operatingHours: number, failures: number): number | undefined => ratioOf(Math.max(0, operatingHours), failures)

/** Hours that a repair took; nothing without one that came to an end. */
export const mttr = (repairHours: number, repairs: number): number | undefined => ratioOf(repairHours, repairs)

/** MTBF / (MTBF + MTTR), from 0 to 1; nothing where one of the two is not known. */
export function availability(between: number | undefined, repair: number | undefined): number | undefined {
  return between === undefined || repair === undefined ? undefined : ratioOf(between, between + repair)
}
