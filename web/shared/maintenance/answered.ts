/** What the answer to a request says of it, where making it twice would be two things: whether it was refused, or may have been done. */
import type { ApiError } from '../../kernel/http/api.ts'

/** Busy, too early, or given up by something on the way: what was asked may have been done. */
const UNSURE = [408, 425, 429]
/** Of the session: nothing was done by this attempt, and nothing is known of the one before it. */
const SIGN_IN_AGAIN = 401

/** Whether the server has looked at the request and refused it: what is sent next is another one. */
export const isRefused = ({ status }: Pick<ApiError, 'status'>): boolean =>
  status >= 400 && status < 500 && status !== SIGN_IN_AGAIN && !UNSURE.includes(status)

/** Whether the request may have been carried out all the same: only the very same may be sent again. */
export const mayBeDone = ({ status }: Pick<ApiError, 'status'>): boolean => !isRefused({ status }) && status !== SIGN_IN_AGAIN
