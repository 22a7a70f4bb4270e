/** Who asks, as the engine of processes knows people. */
import type { Call } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Person } from '../../../workflow/index.ts'

const MAX_KEY = 100

/** The person of the session, with an operation of its own in the history. */
export const personOf = ({ caller }: Pick<Call<unknown>, 'caller'>): Person => ({
  tenantId: caller.tenantId,
  userId: caller.userId,
  username: caller.username,
  operationId: newId(),
  reader: caller,
})

/** Under which the same is not done twice: what the input says, else the header `Idempotency-Key`. Each person has keys of their own. */
export function keyOf({ caller, request }: Pick<Call<unknown>, 'caller' | 'request'>, given: string | undefined): string | undefined {
  const header = request.headers['idempotency-key']
  const key = given || (Array.isArray(header) ? header[0] : header)?.trim().slice(0, MAX_KEY)
  return key ? `${caller.userId} ${key}` : undefined
}
