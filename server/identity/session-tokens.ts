/** The tokens of a session. */
import type { TenantId } from '../../model/brands.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { hashToken, newToken } from './secrets.ts'

export interface Tokens {
  access: string
  refresh: string
  /** Seconds the access token lives. */
  expiresIn: number
  /** Seconds the refresh token is good for. */
  refreshExpiresIn: number
}

/** Stores a refresh token of the session, by its hash, and gives the token. */
export async function addRefreshToken(tx: Transaction, tenantId: TenantId, sessionId: string, expires_at: Date): Promise<string> {
  const token = newToken()
  await tx.run(
    build.insertInto('refresh_tokens').values({
      tenant_id: tenantId,
      hash: hashToken(token),
      session_id: sessionId,
      expires_at,
      used_at: null,
    }),
  )
  return token
}
