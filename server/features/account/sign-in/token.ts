import * as contract from '../../../../model/contract/account/sign-in.ts'
import { users } from '../../../../model/index.ts'
import { nameOf } from '../../../../model/messages.ts'
import {
  keyOf,
  authenticateClient,
  consoleOf,
  credentialsOf,
  isBrowserClient,
  rememberDevice,
  refreshTokenOf,
  sessionAnswer,
  tokenAnswer,
} from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Tokens } from '../../../identity/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { grantTo } from './client-grants.ts'
import { personByCode, useCode } from './code.ts'
import type { Person } from './person.ts'
import { openFor, personOf } from './person.ts'
import { SecondStepRequired, secondStepFor, signInByPasskey, takeSecondStep } from './second-step.ts'
import type { TokenCall, TokenInput } from './token-call.ts'

/** OAuth 2 token endpoint (RFC 6749): for our own console in the form the specification gives it, and for application clients. */
export const token = implement(contract.token, {
  access: 'public',
  space: 'essential',
  summary: 'Sign in with tenant and password or SMS code, refresh a session, or give an application client its token',
  of: users,
  async handle(call) {
    const { request, reply, services } = call
    const credentials = credentialsOf(request, call.input)
    if (isBrowserClient(credentials.clientId)) return sessionAnswer(call, await granted(call))
    const tokens = await grantTo(call, await authenticateClient(services.transactions, request, reply, credentials))
    return tokenAnswer(tokens, tokens.scopes.join(' '))
  },
})

function granted(call: TokenCall): Promise<Tokens> {
  const { grant_type: grant, type, refresh_token: refreshToken } = call.input
  if (grant === undefined) return required(call, 'grant_type')
  if (grant === 'refresh_token') return refreshed(call, refreshToken)
  if (grant === 'password' && (type ?? 'account') === 'account') return byPassword(call)
  if (grant === 'mobile' && (type ?? 'mobile') === 'mobile') return byCode(call)
  if (grant === 'second-step') return takeSecondStep(call)
  if (grant === 'passkey') return byPasskey(call)
  return fail('sign-in.grant', { more: { error: 'unsupported_grant_type' } })
}

/** A refresh token that is sent counts before the one in the cookie: what stands in the call was meant. */
function refreshed(call: TokenCall, sent: string | undefined): Promise<Tokens> {
  return call.services.sessions.refresh(sent ?? refreshTokenOf(call) ?? required(call, 'refresh_token'))
}

/** @throws Failure that names the inputs which are missing. */
function needed<Name extends keyof TokenInput>(call: TokenCall, ...names: Name[]): Record<Name, string> {
  const missing = names.filter((name) => !call.input[name])
  return missing.length > 0 ? required(call, ...missing) : (call.input as Record<Name, string>)
}

function required({ t }: TokenCall, ...names: string[]): never {
  return fail('request.invalid', {
    fields: names.map((field) => ({ field, message: t('check.required', { field: nameOf(field, users, t) }) })),
    more: { error: 'invalid_request' },
  })
}

async function byPassword(call: TokenCall): Promise<Tokens> {
  const { tenantCode, username, password } = needed(call, 'tenantCode', 'username', 'password')
  const { captchaKey: given, charCaptcha: text } = call.input
  const key = keyOf(call.request, given)
  return enter(call, await personOf(call, tenantCode, username, password.trim().toLowerCase(), { copied: { key, text } }))
}

async function byCode(call: TokenCall): Promise<Tokens> {
  const { tenantCode, mobile, smsCaptcha } = needed(call, 'tenantCode', 'mobile', 'smsCaptcha')
  const person = await personByCode(call, tenantCode, { prefix: call.input.prefix, mobile }, smsCaptcha)
  return enter(call, person, (tx) => useCode(tx, person))
}

function byPasskey(call: TokenCall): Promise<Tokens> {
  const { tenantCode, assertion } = needed(call, 'tenantCode', 'assertion')
  return signInByPasskey(call, tenantCode, assertion)
}

/**
 * Every way into the console by one thing ends here, with somebody who has shown it; whoever has a second factor is asked for
 * that instead of being given a session.
 * @param before What the way in has to do in the transaction that opens the session.
 */
async function enter(call: TokenCall, person: Person, before?: (tx: Transaction) => Promise<void>): Promise<Tokens> {
  const device = consoleOf(call.request, call.input)
  // What is wanted is told outside of the transaction, which keeps the ticket for it.
  const outcome = await openFor(call, person, async (tx) => {
    await before?.(tx)
    return (await secondStepFor(tx, call.services, person)) ?? call.services.sessions.open(tx, person, device)
  })
  if (outcome instanceof SecondStepRequired) return fail('sign-in.second-step', { more: outcome.more })
  await rememberDevice(call, person)
  return outcome
}
