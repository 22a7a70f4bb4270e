/** What a display may listen to. */
import { idsIn, referencesOf } from '../../../../model/screens/references.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import { shownScreen } from '../shared/published.ts'

/** The ids of the points that the published version of a screen names; none where it shows nothing. */
export async function pointsOfScreen(tx: Transaction, screenId: string): Promise<ReadonlySet<string>> {
  try {
    const { content } = await shownScreen(tx, { id: screenId }, 'en')
    return new Set(idsIn(referencesOf(content), 'points'))
  } catch (error) {
    if (error instanceof Failure && error.code === 'row.not-found') return new Set()
    throw error
  }
}
