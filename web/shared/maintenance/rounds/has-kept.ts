/** Whether something of rounds is kept in this browser, told without what reads it: nearly nobody has any, and every page asks. */

/** In front of what somebody's rounds have left in the local storage: results, and that there are pictures in the database. */
export const KEPT = { results: 'round-outbox:', pictures: 'round-pictures:' } as const

/** Whether rounds of this person have left something here. @param owner An id of a user */
export function hasKept(owner: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => Object.values(KEPT).some((kind) => key.startsWith(`${kind}${owner}:`)))
  } catch {
    return false
  }
}
