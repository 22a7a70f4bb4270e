/** What the check has found: of the document at once, and of what it names by the server. Pure. */
import type { ScreenFinding } from '../../../../model/contract/screen/screens.ts'

/** Findings that the document alone does not tell: whether rows that it names are there, and who sees them. */
const BY_SERVER: ReadonlySet<ScreenFinding['code']> = new Set(['point-gone', 'point-hidden', 'stale', 'figure-wrong', 'picture-gone'])

const keyOf = ({ page, widget, code, detail }: ScreenFinding) => JSON.stringify([page, widget, code, detail])

/** The findings of the document as it is now, with those of the server that only it can know; each once. */
export function merged(own: readonly ScreenFinding[], fromServer: readonly ScreenFinding[]): ScreenFinding[] {
  const all = [...own, ...fromServer.filter(({ code }) => BY_SERVER.has(code))]
  return [...new Map(all.map((finding) => [keyOf(finding), finding])).values()]
}
