import { resetAppClientSecret, revokeAppClientToken } from '../../../../model/contract/oauth/app-clients.ts'
import { ask } from '../../../kernel/http/ask.ts'

export const resetSecret = (id: string) => ask(resetAppClientSecret, { id })

export const revokeTokens = (id: string) => ask(revokeAppClientToken, { id })
