/** Which screen a session may ask for. */
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'

/**
 * Refuses another screen than the one that the caller's session shows. Whoever is signed in may ask for any, as far as their roles go; a display behind a link
 * has one, and every other answers like one that is not there.
 * @throws Failure `row.not-found`
 */
export function assertOwnScreen({ limit, screen }: Pick<Caller, 'limit' | 'screen'>, id: string): void {
  if (limit === 'screen' && screen?.id !== id) fail('row.not-found')
}
