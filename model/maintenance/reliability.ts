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

/**
 * Hours for which machines stood within a span, all machines together. Two stoppages of one machine at the same time count once, what lies outside of the
 * span is cut off, and one that goes on counts to the end of the span.
 */
export function hoursStood(stoppages: readonly Stoppage[], span: Span): number {
  const cut = stoppages.map(({ machine, from, to }) => ({
    machine,
    from: Math.max(from, span.from),
    to: Math.min(to ?? span.to, span.to),
  }))
  return [...Map.groupBy(cut, ({ machine }) => machine).values()].reduce((sum, own) => sum + lengthOf(own), 0) / HOUR_MS
}

/** Hours of these stoppages as they were, uncut; two of one machine at the same time count once. Those that go on are left out. */
export function hoursRepaired(stoppages: readonly Stoppage[]): number {
  const over = stoppages.filter(({ to }) => to !== undefined)
  return hoursStood(over, { from: -Infinity, to: Infinity })
}

/**
 * The failures that stoppages tell of, each with when it began and ended: those of one machine at the same time are one, and one of which a part goes on goes on.
 */
export function united(stoppages: readonly Stoppage[]): Stoppage[] {
  return [...Map.groupBy(stoppages, ({ machine }) => machine)].flatMap(([machine, own]) => {
    const made: { machine: string; from: number; to: number | undefined }[] = []
    for (const { from, to } of own.toSorted((one, other) => one.from - other.from)) {
      const last = made.at(-1)
      if (last === undefined || (last.to !== undefined && from > last.to)) made.push({ machine, from, to })
      else last.to = last.to === undefined || to === undefined ? undefined : Math.max(last.to, to)
    }
    return made
  })
}

/** The length of the union of stretches. */
function lengthOf(stretches: readonly Span[]): number {
  let [length, end] = [0, -Infinity]
  for (const { from, to } of [...stretches].sort((one, other) => one.from - other.from)) {
    const begin = Math.max(from, end)
    if (to <= begin) continue
    length += to - begin
    end = to
  }
  return length
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
