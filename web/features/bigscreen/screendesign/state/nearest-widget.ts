/** Which widget the keyboard goes to. Pure. */
import type { ScreenPage } from '../../../../../model/screens/document.ts'

/** The widget behind, or before, the chosen one: from the top to the bottom and within a line from the left, as one reads; undefined beyond the last. */
export function neighbourOf(page: ScreenPage, chosen: readonly string[], by: 1 | -1): string | undefined {
  const order = page.widgets
    .filter(({ hidden }) => !hidden)
    .toSorted(({ rect: one }, { rect: other }) => one[1] - other[1] || one[0] - other[0])
    .map(({ id }) => id)
  const places = chosen.map((id) => order.indexOf(id)).filter((place) => place >= 0)
  if (places.length === 0) return by > 0 ? order[0] : order.at(-1)
  return order[by > 0 ? Math.max(...places) + 1 : Math.min(...places) - 1]
}
