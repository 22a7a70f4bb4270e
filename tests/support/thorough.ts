/**
 * How much of what is generated or drawn by chance a run asks. Samples are drawn by the hash of the commit, so that every
 * commit asks something else and the same one always the same; `SEED=` repeats those of another run, which has printed it.
 */
import { SLOW, pace } from './pace.ts'
import { numberFor } from './ring.ts'

const ring = process.env['RING'] ?? 'quick'
const SEED = process.env['SEED'] ?? '0'
const onServer = process.env['TEST_DATABASE_URL'] !== undefined

export interface Amounts<Amount> {
  readonly quick: Amount
  /** In `.ci/run`, which asks more on PostgreSQL and on the embedded engine the same as `npm test`. */
  readonly ci: Amount
  /**
   * There, when what these tests guard has changed (`GUARDED` in ring.ts). No more than twice what it takes otherwise: on most days something has. A fault
   * of a rule shows in every sample, and what is wrong with one field, value or noun alone is drawn within a few landings, since each draws others. A slow machine takes what `ci` says.
   */
  readonly touched: Amount
  readonly thorough: Amount
}

/** The amount that this run takes. */
export function amount<Amount>({ quick, ci, touched, thorough }: Amounts<Amount>): Amount {
  if (ring === 'thorough') return thorough
  if (ring !== 'ci' || !onServer) return quick
  return process.env['TOUCHED'] && pace() < SLOW ? touched : ci
}

/**
 * How many of so many pages a run of the browser visits, besides those that are changed themselves: in `.ci/run` a quarter of them when what pages are made of
 * has changed (`SHOWN` in ring.ts), and an eighth otherwise. What breaks pages that nobody touched is made in what they share, and breaks many of them: of a hundred pages
 * twenty-five miss what breaks every tenth with a probability of one in twenty. Each night visits all.
 */
export function amountOfPages(all: number): number {
  return ring !== 'ci' ? all : Math.ceil(all / (process.env['TOUCHED_PAGES'] ? 4 : 8))
}

/** A whole number below 2^31 for the name, another for each seed. */
export function seedOf(name: string): number {
  return numberFor(SEED, name)
}

/** A whole number of at least `low` and below `high`. */
export function drawn(name: string, low: number, high: number): number {
  return low + (seedOf(name) % (high - low))
}

/** So many of the values, in their order; all of them where there are no more. */
export function sampleOf<Value>(name: string, values: readonly Value[], count: number): Value[] {
  if (count >= values.length) return [...values]
  const drawn = new Set(
    values
      .map((_value, at) => at)
      .sort((one, other) => seedOf(`${name} ${one}`) - seedOf(`${name} ${other}`))
      .slice(0, count),
  )
  return values.filter((_value, at) => drawn.has(at))
}
