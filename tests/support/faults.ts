/**
 * The seeded faults of `tests/faults/`: each takes one defence out of the product, and says which tests have to notice
 * (docs/decisions/0079-seeded-faults.md). `npm run test:faults` tries them; a unit test sees that each can still be made.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { NOT_QUICK, ON_POSTGRES } from './ring.ts'

const folder = fileURLToPath(new URL('../faults/', import.meta.url))

const edit = z.strictObject({
  /** Path from the root. */
  file: z.string(),
  /** Stands in the file once, letter by letter. */
  text: z.string().min(1),
  /** What stands there instead. */
  instead: z.string(),
})

const declared = z.strictObject({
  /** One sentence: what holds in the product, and does not with the fault. */
  defence: z.string().min(20),
  /** One, or a few where one place alone would leave the defence standing. */
  edits: z.array(edit).min(1),
  /** Files of tests that have to notice, those of `npm test` first. */
  tests: z.array(z.string()).min(1),
  /** The smallest ring in which it has to be noticed. */
  ring: z.enum(['quick', 'ci']),
})

export interface Fault extends z.infer<typeof declared> {
  /** As in the name of the file: `07`. */
  readonly number: string
  readonly name: string
}

/** All seeded faults, by their numbers. @throws Error that names the file of one that does not say all it has to. */
export function readFaults(): Fault[] {
  return readdirSync(folder)
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((file) => {
      const [, number, name] = /^(\d{2,3})-([a-z0-9-]+)\.json$/.exec(file) ?? []
      if (number === undefined || name === undefined) throw new Error(`tests/faults/${file} has no name like 07-what-is-wrong.json`)
      const { data, error } = declared.safeParse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8')))
      if (!data) throw new Error(`tests/faults/${file}: ${z.prettifyError(error)}`)
      return { number, name, ...data }
    })
}

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
