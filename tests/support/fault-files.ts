/** The files of the seeded faults in `tests/faults/`, read (docs/decisions/0079-seeded-faults.md). */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

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
    .sort((one, other) => Number.parseInt(one) - Number.parseInt(other))
    .map((file) => {
      const [, number, name] = /^(\d{2,3})-([a-z0-9-]+)\.json$/.exec(file) ?? []
      if (number === undefined || name === undefined) throw new Error(`tests/faults/${file} has no name like 07-what-is-wrong.json`)
      const { data, error } = declared.safeParse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8')))
      if (!data) throw new Error(`tests/faults/${file}: ${z.prettifyError(error)}`)
      return { number, name, ...data }
    })
}
