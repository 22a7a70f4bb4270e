import type { Findable } from './search.ts'

/** A line of the command palette. */
export interface Entry extends Findable {
  readonly key: string
  /** The name of its icon in the menu's set. */
  readonly icon: string | undefined
  /** What stands behind the title. */
  readonly detail?: string
  readonly run: () => void
}

/** An entry that is found by its title alone. */
export const plainEntry = (key: string, title: string, icon: string, run: () => void, detail?: string): Entry => ({
  key,
  title,
  icon,
  run,
  groups: [],
  path: '',
  pinyin: [],
  ...(detail ? { detail } : {}),
})
