/**
 * What points said over a time, as steps: each value stands until the next sample, but no longer than it may be carried on, as in time-weighted means
 * (model/time-weight.ts; a property test holds the two against each other). Times are milliseconds since 1970.
 */

/** A value from a moment until the next step. */
export interface Step {
  readonly time: number
  /** Null where nothing usable is known. */
  readonly value: number | null
  /** Whether all that it is made of was known. */
  readonly isWhole: boolean
}

export interface Sample {
  readonly time: number
  /** Null where it is bad: nothing is carried on from there. */
  readonly value: number | null
}

export interface Span {
  readonly from: number
  readonly to: number
}

const step = (time: number, value: number | null): Step => ({ time, value, isWhole: value !== null })

/**
 * The steps of one point within a span, the first of them at its beginning. @param samples In the order of time; those before the span are carried into it
 * @param carryMs For how long a value stands at most
 */
export function stepsOf(samples: readonly Sample[], carryMs: number, { from, to }: Span): Step[] {
  const steps: Step[] = []
  const put = (time: number, value: number | null) => {
    const at = Math.max(time, from)
    const last = steps.at(-1)
    if (at >= to) return
    if (last?.time === at) steps[steps.length - 1] = step(at, value)
    else if (!last || last.value !== value) steps.push(step(at, value))
  }
  put(from, null)
  for (const [index, { time, value }] of samples.entries()) {
    if (time >= to) break
    const until = Math.min(samples[index + 1]?.time ?? Infinity, time + carryMs)
    if (until <= from && value !== null) continue
    put(time, value)
    if (value !== null && until < (samples[index + 1]?.time ?? Infinity)) put(until, null)
  }
  return steps
}

/** What one point brings to a role, and while it has the role. */
export interface Line extends Span {
  readonly steps: readonly Step[]
}

/**
 * The greatest or the least of several points at each moment, of those that have the role then and say something; whole where all of them do.
 * @param pick Which of two values it is
 */
export function extremeOf(lines: readonly Line[], { from, to }: Span, pick: (one: number, other: number) => number): Step[] {
  const times = [...new Set([from, ...lines.flatMap((line) => [line.from, line.to, ...line.steps.map(({ time }) => time)])])]
    .filter((time) => time >= from && time < to)
    .toSorted((one, other) => one - other)
  const at = lines.map(() => 0)
  return times.map((time) => {
    let value: number | null = null
    let [present, known] = [0, 0]
    for (const [index, line] of lines.entries()) {
      const { steps } = line
      let place = at[index] as number
      while (place + 1 < steps.length && (steps[place + 1] as Step).time <= time) place++
      at[index] = place
      if (time < line.from || time >= line.to) continue
      present++
      const now = steps[place]
      if (!now || now.time > time || now.value === null) continue
      known++
      value = value === null ? now.value : pick(value, now.value)
    }
    return { time, value, isWhole: present > 0 && present === known }
  })
}

/** What two lines come to at each moment; nothing where one of them is not known. */
export function combined(one: readonly Step[], other: readonly Step[], of: (one: number, other: number) => number): Step[] {
  const times = [...new Set([...one, ...other].map(({ time }) => time))].toSorted((a, b) => a - b)
  let [i, j] = [-1, -1]
  return times.map((time) => {
    while (i + 1 < one.length && (one[i + 1] as Step).time <= time) i++
    while (j + 1 < other.length && (other[j + 1] as Step).time <= time) j++
    const [a, b] = [one[i], other[j]]
    const isKnown = a !== undefined && b !== undefined && a.value !== null && b.value !== null
    return { time, value: isKnown ? of(a.value as number, b.value as number) : null, isWhole: isKnown && a.isWhole && b.isWhole }
  })
}

/** By how much a line has risen at each moment over what it was so long before. */
export function risenOver(steps: readonly Step[], milliseconds: number): Step[] {
  const before = steps.map((each) => ({ ...each, time: each.time + milliseconds }))
  return combined(steps, before, (now, then) => now - then)
}

/** The steps with the length of each within a span, in milliseconds; those of none are left out. */
export function* lengthsOf(steps: readonly Step[], { from, to }: Span): Generator<Step & { readonly length: number }> {
  for (const [index, each] of steps.entries()) {
    const begin = Math.max(each.time, from)
    const length = Math.min(steps[index + 1]?.time ?? to, to) - begin
    if (length > 0) yield { ...each, time: begin, length }
  }
}
