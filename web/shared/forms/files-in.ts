import { listOf, recordOf, textOf } from './control-props.ts'
import type { EntryFile } from './form-sources.ts'

/** The files that a value holds. */
export const filesIn = (value: unknown): EntryFile[] =>
  listOf(value)
    .map(recordOf)
    .map(({ id, name }) => ({ id: textOf(id), name: textOf(name) }))
