import { ApiError } from './api.ts'

/** How often what is asked quietly is asked again. */
const MAX_TIMES = 2

/**
 * Whether a quiet call is made again (`retry` of a query): where no answer came, which is over by itself on a slow line, and never where the server has refused.
 * For choices: a list of them that stays empty looks as if there were none.
 */
export const askAgain = (failures: number, error: Error): boolean => failures < MAX_TIMES && error instanceof ApiError && error.status === 0
