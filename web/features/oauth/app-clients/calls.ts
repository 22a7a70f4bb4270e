import { call } from '../../../kernel/http/api.ts'

/** What an application proves itself with; the server tells it once. */
export interface Issued {
  readonly clientId: string
  readonly clientSecret: string
}

export const resetSecret = (id: string) => call<Issued>('POST', '/api/uaa/appclient/resetAppClientSecret', { json: { id } })

export const revokeTokens = (id: string) => call<null>('POST', '/api/uaa/appclient/revokeAppClientToken', { json: { id } })
