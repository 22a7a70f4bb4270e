import { newId } from '../kernel/ids.ts'

/** A lookup of ids by the codes of the seed. @throws Error for a code nobody has, which is a mistake in the seed. */
export function named<Seed>(rows: readonly Seed[], code: (row: Seed) => string): (wanted: string) => string {
  const ids = new Map(rows.map((row) => [code(row), newId()]))
  return (wanted) => {
    const id = ids.get(wanted)
    if (id === undefined) throw new Error(`the seed names "${wanted}", which it does not have`)
    return id
  }
}
