import { resetAppClientSecret, revokeAppClientToken } from '../../../../model/contract/oauth/app-clients.ts'
import { ask } from '../../../kernel/http/ask.ts'

/** A new secret of the application, told this once. @throws ApiError */
export const resetSecret = (id: string) => ask(resetAppClientSecret, { id })

/** The answer to ending all tokens of the application. @throws ApiError */
export const revokeTokens = (id: string) => ask(revokeAppClientToken, { id })
