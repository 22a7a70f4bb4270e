/** Which part of the menu this tab shows: one area, the menu of one post, or (absent) the whole. Kept until the tab closes. */

export interface MenuChoice {
  /** An area: the id of a root of the menu. */
  readonly parentId?: string
  /** A post of the user, by its code. */
  readonly postCode?: string
  /** What it is called, where no label names it. */
  readonly name: string
}

const KEY = 'menu_choice'

/** The part of the menu that was chosen in this tab; undefined where it is the whole. */
export function readMenuChoice(): MenuChoice | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'name' in kept && typeof kept.name === 'string' ? (kept as MenuChoice) : undefined
  } catch {
    return undefined
  }
}

/** Remembers the part of the menu for this tab; undefined forgets it. */
export function keepMenuChoice(choice: MenuChoice | undefined): void {
  if (choice) sessionStorage.setItem(KEY, JSON.stringify(choice))
  else sessionStorage.removeItem(KEY)
}
