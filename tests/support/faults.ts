/**
 * The seeded faults of `tests/faults/`: each takes one defence out of the product, and says which tests have to notice
 * (docs/decisions/0079-seeded-faults.md). `npm run test:faults` tries them; a unit test sees that each can still be made.
 */
import { matchesGlob } from 'node:path'
import type { Fault } from './fault-files.ts'
import { NOT_QUICK, ON_POSTGRES } from './ring.ts'

/** The text with the fault in it. @throws Error that names the fault, where what it changes does not stand there exactly once. */
export function withEdit(
  { number, name }: Pick<Fault, 'number' | 'name'>,
  { file, text, instead }: Fault['edits'][number],
  source: string,
): string {
  const times = source.split(text).length - 1
  if (times !== 1) throw new Error(`fault ${number}-${name}: its text stands ${times} times in ${file}, and has to stand there once`)
  return source.replace(text, () => instead)
}

/** One run of tests: some files, as a ring and an engine have them. */
export interface Run {
  readonly ring: 'quick' | 'ci'
  readonly engine: 'embedded' | 'PostgreSQL'
  readonly files: readonly string[]
}

/** The runs in which a fault may be noticed, in the order in which they are tried: what `npm test` has, then what `.ci/run` has besides. */
export function runsOf({ tests }: Pick<Fault, 'tests'>): Run[] {
  const isIn = (patterns: readonly string[]) => (file: string) => patterns.some((pattern) => matchesGlob(file, pattern))
  const [later, onPostgres] = [isIn(NOT_QUICK), isIn(ON_POSTGRES)]
  const runs: Run[] = [
    { ring: 'quick', engine: 'embedded', files: tests.filter((file) => !later(file)) },
    // What `.ci/run` asks on PostgreSQL in any case it does not ask on the embedded engine as well.
    { ring: 'ci', engine: 'embedded', files: tests.filter((file) => later(file) && !onPostgres(file)) },
    { ring: 'ci', engine: 'PostgreSQL', files: tests.filter(onPostgres) },
  ]
  return runs.filter(({ files }) => files.length > 0)
}
