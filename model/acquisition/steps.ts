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

/** Samples in the order of time as two lists of one length: as they come from the database. A value that is bad is NaN. */
export interface SampleColumns {
  readonly times: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/**
 * Steps in the order of time, kept as columns: what is not known is NaN among the values. As an object each, those of a run of 28 days kept garbage collection busy for half of the time that its record took.
 */
export class Steps {
  /** Each has room for more than there are, see {@link length}. */
  times: Float64Array
  values: Float64Array
  whole: Uint8Array
  #length = 0

  /** @param room For how many there is room at first */
  constructor(room: number) {
    this.times = new Float64Array(room)
    this.values = new Float64Array(room)
    this.whole = new Uint8Array(room)
  }

  get length(): number {
    return this.#length
  }

  /** Adds one behind the others. @param value NaN where nothing usable is known */
  push(time: number, value: number, isWhole: boolean): void {
    if (this.#length === this.times.length) this.#makeRoom()
    this.#length++
    this.replaceLast(time, value, isWhole)
  }

  replaceLast(time: number, value: number, isWhole: boolean): void {
    const at = this.#length - 1
    this.times[at] = time
    this.values[at] = value
    this.whole[at] = isWhole ? 1 : 0
  }

  #makeRoom(): void {
    const { times, values, whole } = this
    const room = 2 * times.length + 16
    ;[this.times, this.values, this.whole] = [new Float64Array(room), new Float64Array(room), new Uint8Array(room)]
    this.times.set(times)
    this.values.set(values)
    this.whole.set(whole)
  }

  /** When the step at this place begins; never where there is none. */
  timeAt(place: number): number {
    return place < this.#length ? (this.times[place] as number) : Infinity
  }

  /** The step at this place, which there is. */
  at(place: number): Step {
    const value = this.values[place] as number
    return { time: this.times[place] as number, value: Number.isNaN(value) ? null : value, isWhole: this.whole[place] === 1 }
  }

  *[Symbol.iterator](): Generator<Step> {
    for (let place = 0; place < this.#length; place++) yield this.at(place)
  }

  map<Result>(of: (step: Step) => Result): Result[] {
    return Array.from(this, of)
  }
}

/** Of what is not there. */
export const NO_STEPS = new Steps(0)

/**
 * The steps of one point within a span, the first of them at its beginning. @param samples In the order of time; those before the span are carried into it
 * @param carryMs For how long a value stands at most
 */
export function stepsOf(samples: readonly Sample[], carryMs: number, span: Span): Steps {
  const columns = { times: samples.map(({ time }) => time), values: samples.map(({ value }) => value ?? NaN) }
  return stepsOfColumns(columns, carryMs, span)
}

/** The same as {@link stepsOf}, of samples as columns. */
export function stepsOfColumns({ times, values }: SampleColumns, carryMs: number, { from, to }: Span): Steps {
  // Each sample begins a step, and where it stands too long another one: of those there are few.
  const steps = new Steps(times.length + 16)
  let [last, stands] = [-Infinity, 0]
  const put = (time: number, value: number) => {
    const at = Math.max(time, from)
    if (at >= to) return
    if (last === at) steps.replaceLast(at, value, !Number.isNaN(value))
    else if (steps.length > 0 && (stands === value || (Number.isNaN(stands) && Number.isNaN(value)))) return
    else steps.push(at, value, !Number.isNaN(value))
    ;[last, stands] = [at, value]
  }
  put(from, NaN)
  for (let index = 0; index < times.length; index++) {
    const time = times[index] as number
    if (time >= to) break
    const value = values[index] as number
    const next = times[index + 1] ?? Infinity
    const until = Math.min(next, time + carryMs)
    if (until <= from && !Number.isNaN(value)) continue
    put(time, value)
    if (!Number.isNaN(value) && until < next) put(until, NaN)
  }
  return steps
}

/** The same steps, none of them whole within these stretches: what was measured then counts against a limit, and for none. */
export function doubted(steps: Steps, stretches: readonly Span[]): Steps {
  if (stretches.length === 0) return steps
  const edges = stretches.flatMap(({ from, to }) => [from, to]).toSorted((one, other) => one - other)
  const marked = new Steps(steps.length + edges.length)
  let edge = 0
  for (let place = 0; place < steps.length; place++) {
    const { value, isWhole, time: begin } = steps.at(place)
    for (let time = begin; time < steps.timeAt(place + 1); time = edges[edge] ?? Infinity) {
      const isDoubted = stretches.some(({ from, to }) => time >= from && time < to)
      marked.push(time, value ?? NaN, isWhole && !isDoubted)
      while (edge < edges.length && (edges[edge] as number) <= time) edge++
    }
  }
  return marked
}

/** What one point brings to a role, and while it has the role. */
export interface Line extends Span {
  readonly steps: Steps
}

/**
 * The greatest or the least of several points at each moment, of those that have the role then and say something; whole where all of them do.
 * Lines are merged as they are, in the order of time; a set of all moments that is sorted takes many times as long.
 * @param pick Which of two values it is
 */
export function extremeOf(lines: readonly Line[], { from, to }: Span, pick: (one: number, other: number) => number): Steps {
  const edges = lines.flatMap((line) => [line.from, line.to]).toSorted((one, other) => one - other)
  const found = new Steps(Math.max(0, ...lines.map(({ steps }) => steps.length)) + 16)
  // Of each line the place behind the step that stands.
  const behind = lines.map(() => 0)
  let edge = 0
  for (let time = from; time < to;) {
    let [value, present, known, next] = [NaN, 0, 0, Infinity]
    for (let index = 0; index < lines.length; index++) {
      const { steps, from: begin, to: end } = lines[index] as Line
      let place = behind[index] as number
      while (steps.timeAt(place) <= time) place++
      behind[index] = place
      next = Math.min(next, steps.timeAt(place))
      if (time < begin || time >= end) continue
      present++
      const now = place === 0 ? NaN : (steps.values[place - 1] as number)
      if (Number.isNaN(now)) continue
      if (steps.whole[place - 1] === 1) known++
      value = Number.isNaN(value) ? now : pick(value, now)
    }
    found.push(time, value, present > 0 && present === known)
    while (edge < edges.length && (edges[edge] as number) <= time) edge++
    time = Math.min(next, edges[edge] ?? Infinity)
  }
  return found
}

/** What two lines come to at each moment; nothing where one of them is not known. @param later By how many milliseconds the other one is put off */
export function combined(one: Steps, other: Steps, of: (one: number, other: number) => number, later = 0): Steps {
  // Points are mostly read at the same moments.
  const found = new Steps(Math.max(one.length, other.length) + 16)
  let [i, j] = [0, 0]
  for (;;) {
    const time = Math.min(one.timeAt(i), other.timeAt(j) + later)
    if (time === Infinity) return found
    while (one.timeAt(i) <= time) i++
    while (other.timeAt(j) + later <= time) j++
    const isBegun = i > 0 && j > 0
    const value = isBegun ? of(one.values[i - 1] as number, other.values[j - 1] as number) : NaN
    found.push(time, value, isBegun && one.whole[i - 1] === 1 && other.whole[j - 1] === 1)
  }
}

/** By how much a line has risen at each moment over what it was so long before. @param sign -1 for by how much it has fallen */
export const risenOver = (steps: Steps, milliseconds: number, sign: 1 | -1 = 1): Steps =>
  combined(steps, steps, (now, then) => sign * (now - then), milliseconds)

/** By how much a line has risen at each moment over what was first known of it. */
export function risenOverFirst(steps: Steps): Steps {
  const found = new Steps(steps.length)
  let first = NaN
  for (const { time, value, isWhole } of steps) {
    if (Number.isNaN(first)) first = value ?? NaN
    found.push(time, value === null ? NaN : value - first, isWhole)
  }
  return found
}

/** The steps with the length of each within a span, in milliseconds; those of none are left out. */
export function* lengthsOf(steps: Steps, { from, to }: Span): Generator<Step & { readonly length: number }> {
  for (let place = 0; place < steps.length; place++) {
    const time = Math.max(steps.timeAt(place), from)
    const length = Math.min(steps.timeAt(place + 1), to) - time
    if (length > 0) yield { ...steps.at(place), time, length }
  }
}
