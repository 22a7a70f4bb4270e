/** The consent page's two calls: what is asked for, and the answer of whoever is asked (RFC 6749, section 4.1). */
import type { AuthorizationRequest } from '../../../../model/contract/oauth/authorize.ts'
import * as contract from '../../../../model/contract/oauth/authorize.ts'
import { isRegistered } from '../../../../model/oauth/redirects.ts'
import { isWithin, scopesOf } from '../../../../model/oauth/scopes.ts'
import type { Client } from '../../../identity/index.ts'
import { authenticatedAt, findClient, hashToken, issuerOf, newToken, scopeTexts } from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

/** How long a code waits for its client. */
const CODE_SECONDS = 60

export const queryAuthorization = implement(contract.queryAuthorization, {
  access: 'signed-in',
  summary: 'What an application asks for, in words for the consent page',
  async handle(call) {
    const { client, redirectUri, scopes, error } = await validateRequest(call)
    const refused = (reason: string) => ({ ...nothing, redirect: backTo(call, redirectUri, { error: reason }) })
    if (error) return refused(error)
    const [consent, shownAt] = await call.inTenant((tx) =>
      Promise.all([
        tx.first(
          build.selectFrom('consents').select('scopes').where('user_id', '=', call.caller.userId).where('client_id', '=', client.id),
        ),
        authenticatedAt(tx, call.caller),
      ]),
    )
    const prompts = promptsOf(call.input)
    const remembered = consent !== undefined && isWithin(scopes, scopesOf(consent.scopes)) && !prompts.includes('consent')
    const signInAgain = !isRecent(call, shownAt)
    // Whoever may ask nobody anything is told what would have to be asked (OpenID Connect Core 1.0, section 3.1.2.6).
    if (prompts.includes('none') && (signInAgain || !remembered)) return refused(signInAgain ? 'login_required' : 'consent_required')
    if (signInAgain) return { ...nothing, signInAgain }
    const texts = scopeTexts(scopes, call.t)
    return {
      ...nothing,
      application: {
        clientId: client.clientId,
        name: client.code,
        description: client.description,
        tenantName: client.tenantName,
        redirectHost: new URL(redirectUri).host,
        scopes: texts,
      },
      remembered,
    }
  },
})

export const authorize = implement(contract.authorize, {
  access: 'signed-in',
  summary: 'Allow an application to act for oneself, or deny it',
  async handle(call) {
    const {
      input: { allow, code_challenge: challenge = null, nonce = null },
      caller: { tenantId, userId },
    } = call
    const { client, redirectUri, scopes, error } = await validateRequest(call)
    if (error) return { redirect: backTo(call, redirectUri, { error }) }
    if (!allow) return { redirect: backTo(call, redirectUri, { error: 'access_denied' }) }
    const code = newToken()
    const isAnswered = await call.inTenant(async (tx) => {
      const shownAt = await authenticatedAt(tx, call.caller)
      if (!isRecent(call, shownAt)) return false
      const before = await tx.first(
        build.selectFrom('consents').select('scopes').where('user_id', '=', userId).where('client_id', '=', client.id).forUpdate(),
      )
      const allowed = [...new Set([...scopesOf(before?.scopes), ...scopes])].join(' ')
      await tx.run(
        build
          .insertInto('consents')
          .values({ tenant_id: tenantId, user_id: userId, client_id: client.id, scopes: allowed })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'client_id']).doUpdateSet({ scopes: allowed })),
      )
      await tx.run(
        build.insertInto('authorization_codes').values({
          tenant_id: tenantId,
          hash: hashToken(code),
          client_id: client.id,
          user_id: userId,
          redirect_uri: redirectUri,
          scopes: scopes.join(' '),
          challenge,
          nonce,
          authenticated_at: shownAt,
          expires_at: new Date(call.services.clock.now() + CODE_SECONDS * 1000),
        }),
      )
      return true
    })
    return { redirect: backTo(call, redirectUri, isAnswered ? { code } : { error: 'login_required' }) }
  },
})

const nothing = { redirect: null, application: null, remembered: false, signInAgain: false }

/** Seconds for which a sign-in has just happened: whoever was sent to sign in comes back to the same question. */
const JUST_NOW = 60

const promptsOf = ({ prompt = '' }: AuthorizationRequest) => prompt.split(' ').filter(Boolean)

/** Whether somebody who proved who they are at that time is who the application wants: anybody, unless it says how long ago that may be at most. */
function isRecent({ input, services }: Pick<Call<AuthorizationRequest>, 'input' | 'services'>, shownAt: Date | null): boolean {
  const seconds = promptsOf(input).includes('login') ? 0 : input.max_age === undefined ? undefined : Number(input.max_age)
  if (seconds === undefined) return true
  return shownAt !== null && services.clock.now() - shownAt.getTime() <= Math.max(seconds, JUST_NOW) * 1000
}

interface Judged {
  client: Client
  redirectUri: string
  scopes: readonly string[]
  error: string | undefined
}

/**
 * What is wrong with client or address is told to the person: nobody is sent to an address that was not registered. What
 * else is wrong is told to the application (RFC 6749, section 4.1.2.1).
 * @throws Failure `oauth.application` for a client that is unknown, out of use or of another tenant; `oauth.redirect`.
 */
async function validateRequest({
  input,
  caller,
  services,
}: Pick<Call<AuthorizationRequest>, 'input' | 'caller' | 'services'>): Promise<Judged> {
  const client = await findClient(services.transactions, input.client_id ?? '')
  if (!client || client.tenantId !== caller.tenantId) return fail('oauth.application')
  const { redirect_uri: redirectUri } = input
  if (redirectUri === undefined || !isRegistered(redirectUri, client.redirects)) return fail('oauth.redirect')
  const wanted = scopesOf(input.scope)
  const scopes = wanted.length > 0 ? wanted : client.scopes
  return { client, redirectUri, scopes, error: errorOf(input, client, scopes) }
}

function errorOf(input: AuthorizationRequest, client: Client, scopes: readonly string[]): string | undefined {
  const { response_type: type, code_challenge: challenge = '', code_challenge_method: method, max_age: age = '0' } = input
  // Optional ways to send a request (OpenID Connect Core 1.0, section 6), which are refused by these names.
  if (input.request !== undefined) return 'request_not_supported'
  if (input.request_uri !== undefined) return 'request_uri_not_supported'
  if (type !== 'code') return type === undefined ? 'invalid_request' : 'unsupported_response_type'
  if (!client.grants.includes('authorization_code')) return 'unauthorized_client'
  if (!isWithin(scopes, client.scopes)) return 'invalid_scope'
  const prompts = promptsOf(input)
  if (!/^\d{1,9}$/.test(age) || (prompts.includes('none') && prompts.length > 1)) return 'invalid_request'
  // Of every client, those with a secret included (ASVS 10.4.6, RFC 9700, section 2.1.1): a secret does not tell a code that was injected
  // from its own. `plain`, which is also meant where no method is named, proves nothing to whoever has read the address.
  return method === 'S256' && /^[A-Za-z0-9_-]{43}$/.test(challenge) ? undefined : 'invalid_request'
}

/** The registered address with the answer, the application's `state`, and who answers (RFC 9207). */
function backTo(
  { input: { state }, services }: Pick<Call<AuthorizationRequest>, 'input' | 'services'>,
  redirectUri: string,
  result: Readonly<Record<string, string>>,
): string {
  const parameters = new URLSearchParams({ ...result, ...(state === undefined ? {} : { state }), iss: issuerOf(services.config) })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.toString()}`
}
