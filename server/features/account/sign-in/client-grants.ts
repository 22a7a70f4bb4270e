/** The ways in which an application client comes to a token (RFC 6749, sections 4 to 6). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { grantTypes } from '../../../../model/oauth/app-clients.ts'
import { OPENID, isWithin, scopesOf } from '../../../../model/oauth/scopes.ts'
import { browserOf } from '../../../kernel/http/browser.ts'
import type { Client, ClientGrant, ClientTokens, SignedIn } from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { hashToken, identityToken, wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { openFor, personOf } from './person.ts'
import { assertSecondFactor } from './second-step.ts'
import type { TokenCall } from './token-call.ts'

/** With the identity token, where somebody has signed in to an application by OpenID Connect. */
type Granted = ClientTokens & { readonly identity?: string }

const ways: Record<string, (call: TokenCall, client: Client) => Promise<Granted>> = {
  authorization_code: redeem,
  client_credentials: forItself,
  password: forWhoeverKnowsThePassword,
  refresh_token: refresh,
} satisfies Record<(typeof grantTypes)[number], unknown>

/** What a client is granted for what it shows, as tokens. @throws Failure with the `error` that RFC 6749, section 5.2, has for it. */
export function grantTo(call: TokenCall, client: Client): Promise<Granted> {
  const grant = call.input.grant_type ?? missing()
  const way = Object.hasOwn(ways, grant) ? ways[grant] : undefined
  if (!way) return fail('sign-in.grant', { more: { error: 'unsupported_grant_type' } })
  if (!client.grants.includes(grant)) return fail('oauth.unauthorized', { more: { error: 'unauthorized_client' } })
  nameAuthor(call.request, { tenantId: client.tenantId, username: client.code })
  return way(call, client)
}

async function forItself(call: TokenCall, client: Client): Promise<ClientTokens> {
  // Registered without a secret it is not believed to be itself.
  if (client.isPublic) fail('oauth.unauthorized', { more: { error: 'unauthorized_client' } })
  // No refresh token: the client has its credentials (RFC 6749, section 4.4.3).
  const { refreshSeconds: _, ...grant } = grantOf(client, null, wantedScopes(call, client))
  return call.services.transactions.inTenant(client, (tx) => call.services.sessions.openFor(tx, grant, deviceOf(call)))
}

async function forWhoeverKnowsThePassword(call: TokenCall, client: Client): Promise<ClientTokens> {
  const { username, password } = call.input
  if (!username || !password) return missing()
  const scopes = wantedScopes(call, client)
  // Applications send the plain password, those that know our habits its MD5, which is longer than any password may be.
  const sent = /^[0-9a-f]{32}$/i.test(password) ? password.toLowerCase() : wirePassword(password)
  const person = await personOf(call, client.tenantCode, username, sent, { clientId: client.isPublic ? undefined : client.id })
  await assertSecondFactor(call, person)
  return openFor(call, person, (tx) => call.services.sessions.openFor(tx, grantOf(client, person.userId, scopes), deviceOf(call)))
}

async function refresh(call: TokenCall, client: Client): Promise<ClientTokens> {
  const { refresh_token: token, scope } = call.input
  const { tenantId, id: clientId, tokenSeconds, refreshSeconds } = client
  const outcome = await call.services.sessions.refreshFor(
    { clientId, tenantId, tokenSeconds, refreshSeconds, scopes: scopesOf(scope) },
    token ?? missing(),
  )
  if (!('failed' in outcome)) return outcome
  return outcome.failed === 'oauth.scope' ? fail('oauth.scope', { more: { error: 'invalid_scope' } }) : refused()
}

/** Exchanges a code; what was wrong with it is not told. */
async function redeem(call: TokenCall, client: Client): Promise<Granted> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = call.input
  if (!code || !redirectUri) return missing()
  const outcome = await call.services.transactions.inTenant(client, (tx) =>
    useCode(tx, call, client, { hash: hashToken(code), redirectUri, verifier }),
  )
  const { tokens, who } = outcome ?? refused()
  return tokens.scopes.includes(OPENID) ? { ...tokens, identity: await identityToken(call.services, client, who) } : tokens
}

interface Presented {
  hash: Buffer
  redirectUri: string
  verifier: string | undefined
}

/** A code is used up by whoever presents it first, with or without success; a second time ends what it had opened. */
async function useCode(
  tx: Transaction,
  call: TokenCall,
  client: Client,
  { hash, redirectUri, verifier }: Presented,
): Promise<{ tokens: ClientTokens; who: SignedIn } | undefined> {
  const { sessions } = call.services
  const { tenantId } = client
  const code = await tx.first(
    build
      .selectFrom('authorization_codes')
      .innerJoin('users', 'users.id', 'user_id')
      .select([
        'user_id',
        'redirect_uri',
        'scopes',
        'challenge',
        'nonce',
        'authenticated_at',
        'authorization_codes.expires_at',
        'used_at',
        'session_id',
        'users.status',
      ])
      .where('hash', '=', hash)
      .where('client_id', '=', client.id)
      .forUpdate('authorization_codes'),
  )
  if (!code) return undefined
  if (code.used_at) {
    if (code.session_id) await sessions.end(tx, { tenantId, sessionId: code.session_id })
    return undefined
  }
  const isRight =
    code.expires_at.getTime() > call.services.clock.now() &&
    code.status === 1 &&
    code.redirect_uri === redirectUri &&
    provesChallenge(code.challenge, verifier) &&
    isWithin(scopesOf(code.scopes), client.scopes)
  const scopes = scopesOf(code.scopes)
  const tokens = isRight ? await sessions.openFor(tx, grantOf(client, code.user_id, scopes), deviceOf(call)) : undefined
  await tx.run(
    build
      .updateTable('authorization_codes')
      .where('hash', '=', hash)
      .set({ used_at: sql`now()`, session_id: tokens?.sessionId ?? null }),
  )
  return tokens && { tokens, who: { userId: code.user_id, nonce: code.nonce, authenticatedAt: code.authenticated_at } }
}

/** PKCE (RFC 7636, section 4.6), S256 only. A code without a challenge, from before one was required, is worth nothing. */
function provesChallenge(challenge: string | null, verifier = ''): boolean {
  if (challenge === null || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const hashed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const wanted = Buffer.from(challenge)
  return hashed.length === wanted.length && timingSafeEqual(hashed, wanted)
}

/** The scopes asked for, or all of the client's. @throws Failure `oauth.scope` for more than the client has. */
function wantedScopes({ input: { scope } }: TokenCall, client: Client): readonly string[] {
  const wanted = scopesOf(scope)
  if (!isWithin(wanted, client.scopes)) fail('oauth.scope', { more: { error: 'invalid_scope' } })
  return wanted.length > 0 ? wanted : client.scopes
}

function grantOf(client: Client, userId: string | null, scopes: readonly string[]): ClientGrant {
  const { tenantId, id: clientId, tokenSeconds, refreshSeconds } = client
  return { tenantId, clientId, userId, scopes, tokenSeconds, ...(client.grants.includes('refresh_token') ? { refreshSeconds } : {}) }
}

function deviceOf({ request }: TokenCall) {
  return { address: request.ip, browser: browserOf(request.headers['user-agent']) }
}

function missing(): never {
  return fail('oauth.request', { more: { error: 'invalid_request' } })
}

function refused(): never {
  return fail('oauth.grant', { more: { error: 'invalid_grant' } })
}
