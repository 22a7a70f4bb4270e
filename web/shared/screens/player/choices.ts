/** The rows that a variable can be set to: those that its reader may list. A file of its own, since it brings the nouns along. */
import { resourceNamed } from '../../../../model/index.ts'
import { readList } from '../../../kernel/http/resource-client.ts'
import type { ScreenChoice } from '../feed.ts'

/** More than this nobody chooses from in a list. */
const MAX_CHOICES = 200

/** The rows of a noun to choose from. @param to Its name; of one that there is none of there is nothing to choose. @throws ApiError */
export async function choicesOf(to: string, signal: AbortSignal): Promise<readonly ScreenChoice[]> {
  const of = resourceNamed(to)
  if (!of) return []
  const { list } = await readList(of, { pageSize: MAX_CHOICES }, { signal, quiet: true })
  return list.map((row) => ({ value: row.id, label: String(row[of.title] ?? '') }))
}
