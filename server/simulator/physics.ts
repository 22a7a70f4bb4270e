/** What the simulated devices measure is made of these: shapes over time, the same for the same seed and moment whenever they are asked for. */

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** All the numbers of the demonstration hang on this one. */
const SEED = 0x0a757a7e
/** The demonstration's places are in China, whichever zone the server is in. */
const ZONE = 8 * HOUR

/** A number of 32 bits for a name. */
export function seedOf(name: string): number {
  let hash = SEED
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Somewhere in [0, 1), and always the same there. */
export function chance(seed: number, at: number): number {
  let hash = Math.imul(seed ^ Math.imul(at | 0, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Wanders between −1 and 1, with a bend every `period` milliseconds. */
export function noise(seed: number, time: number, period: number): number {
  const at = Math.floor(time / period)
  const part = time / period - at
  const bend = part * part * (3 - 2 * part)
  return 2 * (chance(seed, at) * (1 - bend) + chance(seed, at + 1) * bend) - 1
}

/** Hours since midnight where the device stands. */
export function hourOfDay(time: number): number {
  return ((time + ZONE) % DAY) / HOUR
}

/** Of the air: 18 ± 8 °C over the day, coldest before sunrise, and days are not alike. */
export function ambient(seed: number, time: number): number {
  return (
    18 -
    8 * Math.cos(((hourOfDay(time) - 3) / 24) * 2 * Math.PI) +
    2.5 * noise(seed, time, 2 * DAY) +
    0.4 * noise(seed + 1, time, 20 * MINUTE)
  )
}

/** How far into its cycle something is; cycles of a device begin at a moment of its own. */
export function phase(seed: number, time: number, cycle: number): number {
  return (time + chance(seed, 0) * cycle) % cycle
}

/** Heat of hydration, 0 to 1: nothing at first, most after `peak`, then slowly less. */
export function hydration(sinceCast: number, peak: number): number {
  const at = sinceCast / peak
  return at <= 0 ? 0 : (at * Math.exp(1 - at)) ** 2
}

/** From 0 to 1 during `on`, and back to 0 in the rest of the cycle. */
export function sawtooth(at: number, on: number, cycle: number): number {
  return at < on ? at / on : 1 - (at - on) / (cycle - on)
}

/** A value that follows straight lines between corners, given as [moment, value]. */
export function along(at: number, corners: readonly (readonly [moment: number, value: number])[]): number {
  const next = corners.findIndex(([moment]) => moment > at)
  if (next === 0) return corners[0]?.[1] ?? 0
  const [before, after] = [corners.at(next === -1 ? -1 : next - 1), corners.at(next)]
  if (!before || !after || next === -1) return before?.[1] ?? 0
  return before[1] + ((after[1] - before[1]) * (at - before[0])) / (after[0] - before[0])
}
