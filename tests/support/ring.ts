/**
 * Which tests a run has, and how much of what is generated or drawn by chance. `quick` is `npm test`, `ci` is `.ci/run`,
 * `thorough` is `npm run test:thorough`; each has the files of the ones before it. A file that stands in no list is in all of them.
 */
import { changedPaths, commitHash } from './git.ts'

export const RINGS = ['quick', 'ci', 'thorough'] as const
export type Ring = (typeof RINGS)[number]

/** Files and folders that are left out of `npm test`, with the reason why it can do without them. */
export const NOT_QUICK: Readonly<Record<string, string>> = {}

/** Of the tests over HTTP and of the process, those that `.ci/run` repeats on PostgreSQL: what engines do differently. */
export const ON_POSTGRES: readonly string[] = []

/** A change below one of these makes the generated tests ask more in `.ci/run`: everybody's rights and every query pass through them. */
export const GUARDED = [
  'server/kernel/',
  'server/app.ts',
  'server/features/tenant/isolation/',
  'model/fields.ts',
  'model/resource.ts',
  'model/schemas.ts',
  'migrations/',
] as const

/** Settles, once for a run, what its tests read in `thorough.ts`: `RING`, `SEED` and `TOUCHED`, as far as they are not set already. */
export function settleRing(): Ring {
  const ring = RINGS.find((name) => name === (process.env['RING'] ??= 'quick'))
  if (ring === undefined) throw new Error(`RING=${process.env['RING']} is none of ${RINGS.join(', ')}`)
  process.env['SEED'] ??= String(Number.parseInt((commitHash() ?? '0').slice(0, 8), 16))
  process.env['TOUCHED'] ??= touched(changedPaths()).join(' ')
  return ring
}

/** The guarded paths among these; all of them where nobody knows what has changed. */
export function touched(paths: readonly string[] | undefined): readonly string[] {
  return GUARDED.filter(
    (guarded) => paths === undefined || paths.some((path) => path === guarded || (guarded.endsWith('/') && path.startsWith(guarded))),
  )
}
