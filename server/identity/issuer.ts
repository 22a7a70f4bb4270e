/** What this server calls itself to applications, and what it says to them of somebody who signs in (OpenID Connect Core 1.0). */
import type { KernelConfig } from '../kernel/config.ts'
import type { Services } from '../kernel/services.ts'
import type { Client } from './clients.ts'

export type PublicAddress = Pick<KernelConfig, 'publicUrl'>

/** The name of this server for applications: the address people use. */
export function issuerOf({ publicUrl }: PublicAddress): string {
  return publicUrl.replace(/\/+$/, '')
}

/** How somebody came to sign in to an application. */
export interface SignedIn {
  readonly userId: string
  /** The application's own word, by which it knows its question again. */
  readonly nonce: string | null
  /** When they last proved who they are. */
  readonly authenticatedAt: Date | null
}

/**
 * A signed statement for one client that somebody has signed in (OpenID Connect Core 1.0, section 2), good for as long as the access token beside it.
 * It says who by the id alone, which no two tenants have in common; what else there is to know is asked of `userinfo`.
 */
export function identityToken(
  { config, clock, signingKeys }: Pick<Services, 'config' | 'clock' | 'signingKeys'>,
  { clientId, tokenSeconds }: Pick<Client, 'clientId' | 'tokenSeconds'>,
  { userId, nonce, authenticatedAt }: SignedIn,
): Promise<string> {
  const now = Math.floor(clock.now() / 1000)
  return signingKeys.sign({
    iss: issuerOf(config),
    sub: userId,
    aud: clientId,
    iat: now,
    exp: now + tokenSeconds,
    ...(authenticatedAt === null ? {} : { auth_time: Math.floor(authenticatedAt.getTime() / 1000) }),
    ...(nonce === null ? {} : { nonce }),
  })
}
