/** The second step of signing in, for whoever has a second factor; and the one step of a passkey, which is both at once. */
import type { TenantId } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/account/sign-in.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nameAuthor } from '../../../audit/index.ts'
import {
  consoleOf,
  deviceAt,
  rememberDevice,
  keepChallenge,
  useChallenge,
  judgeCode,
  asserted,
  passkeysOf,
  relyingParty,
  requestOptions,
  factorsOf,
  hashToken,
  newToken,
} from '../../../identity/index.ts'
import type { RelyingParty, Tokens } from '../../../identity/index.ts'
import type { Services } from '../../../kernel/services.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Person } from './person.ts'
import { openFor } from './person.ts'

type Asking<Input> = Pick<Call<Input>, 'services' | 'request' | 'input'>
type Entering<Input> = Asking<Input> & Pick<Call<Input>, 'reply'>

/** What somebody is asked for who has shown the first of two things. */
export class SecondStepRequired {
  readonly more: Readonly<Record<string, unknown>>
  constructor(more: Readonly<Record<string, unknown>>) {
    this.more = more
  }
}

/**
 * In the transaction that would open the session: what is wanted before, if anything is. The ticket stands for the first step
 * and is the challenge a passkey signs.
 */
export async function secondStepFor(
  tx: Transaction,
  { settings, config }: Services,
  { userId, password_hash: passwordHash, tenantId }: Person,
): Promise<SecondStepRequired | undefined> {
  const policy = await settings.within(tx, tenantId)
  if (policy['signIn.secondFactor'] === 'off') return undefined
  const factors = await factorsOf(tx, userId)
  if (!factors.totp && !factors.passkeys) return undefined
  const ticket = await keepChallenge(tx, { purpose: 'second-step', userId, passwordHash })
  const party = factors.passkeys && policy['signIn.passkeys'] ? relyingParty(config) : undefined
  return new SecondStepRequired({
    error: 'mfa_required',
    mfa_token: ticket,
    totp: factors.totp,
    passkey: party ? await requestOptions(party, ticket, await passkeysOf(tx, userId)) : null,
  })
}

interface Second {
  client_id?: string | undefined
  mfa_token?: string | undefined
  otp?: string | undefined
  assertion?: string | undefined
}

/**
 * The tokens of somebody who has shown the second factor.
 * @throws Failure `sign-in.overtime` for a ticket that is none any more, `sign-in.second-factor`, `sign-in.locked`.
 */
export async function takeSecondStep(call: Entering<Second>): Promise<Tokens> {
  const { person, tokens } = await secondStep(call)
  await rememberDevice(call, person)
  return tokens
}

async function secondStep(call: Asking<Second>): Promise<{ person: Person; tokens: Tokens }> {
  const { mfa_token: ticket = '', otp, assertion } = call.input
  const { sessions, config } = call.services
  const { account, ...person } = await personOfTicket(call, ticket)
  const open = async (tx: Transaction) => ({ person, tokens: await sessions.open(tx, person, consoleOf(call.request, call.input)) })
  if (assertion !== undefined) {
    const party = relyingParty(config) ?? fail('factor.place')
    return openFor(call, person, async (tx) => {
      const verified = await asserted(tx, party, 'second-step', assertion)
      if (verified?.userId !== person.userId || verified.passwordHash !== person.password_hash) return refused()
      return open(tx)
    })
  }
  if (otp === undefined || !(await judgeCode(call, person, otp, await deviceAt(call, account)))) return refused()
  return openFor(call, person, async (tx) => {
    // Of two who come with the same ticket one is first.
    if (!(await useChallenge(tx, 'second-step', ticket))) return overtime()
    return open(tx)
  })
}

async function personOfTicket(
  { services, request }: Asking<Second>,
  ticket: string,
): Promise<Person & { account: { tenantCode: string; username: string } }> {
  const found = await services.transactions.inPlatform(
    'a ticket comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('factor_challenges as asked')
          .innerJoin('tenants', 'tenants.id', 'asked.tenant_id')
          .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'asked.tenant_id').onRef('users.id', '=', 'asked.user_id'))
          .select([
            'asked.tenant_id as tenantId',
            'asked.user_id as userId',
            'asked.password_hash',
            'asked.expires_at',
            'tenant_code as tenantCode',
            'username',
          ])
          .where('hash', '=', hashToken(ticket))
          .where('purpose', '=', 'second-step'),
      ),
    'read',
  )
  if (!found?.userId || found.password_hash === null || found.expires_at.getTime() <= Date.now()) return overtime()
  nameAuthor(request, { tenantId: found.tenantId, userId: found.userId })
  return {
    tenantId: found.tenantId,
    userId: found.userId,
    password_hash: found.password_hash,
    account: { tenantCode: found.tenantCode, username: found.username },
  }
}

/** For programs that sign people in by their password: they send the code along. @throws Failure `sign-in.second-step`, `sign-in.second-factor`. */
export async function assertSecondFactor(call: Asking<Second>, person: Person): Promise<void> {
  const { transactions, settings } = call.services
  if ((await settings.of(person.tenantId))['signIn.secondFactor'] === 'off') return
  const { totp, passkeys } = await transactions.inTenant({ tenantId: person.tenantId }, (tx) => factorsOf(tx, person.userId), 'read')
  if (!totp && !passkeys) return
  if (call.input.otp === undefined) fail('sign-in.second-step', { more: { error: 'mfa_required' } })
  if (!(await judgeCode(call, person, call.input.otp))) refused()
}

export const queryPasskeyOptions = implement(contract.queryPasskeyOptions, {
  access: 'public',
  space: 'essential',
  summary: 'What a passkey is to sign to sign in; the same whether or not there is such a tenant',
  async handle({ input: { tenantCode }, services }) {
    const party = relyingParty(services.config) ?? fail('factor.place')
    const tenant = await tenantOf(services, tenantCode)
    const challenge = tenant
      ? await services.transactions.inTenant({ tenantId: tenant.id }, (tx) => keepChallenge(tx, { purpose: 'sign-in' }))
      : newToken()
    return requestOptions(party, challenge)
  },
})

/**
 * The tokens of the person whose passkey signed.
 * @throws Failure `sign-in.passkey`; `sign-in.disabled` and `sign-in.tenant-disabled` to whoever has the passkey.
 */
export async function signInByPasskey(call: Entering<Second>, tenantCode: string, assertion: string): Promise<Tokens> {
  const { services, request } = call
  const party = relyingParty(services.config) ?? fail('factor.place')
  const tenant = await tenantOf(services, tenantCode)
  if (!tenant) return unknown()
  nameAuthor(request, { tenantId: tenant.id })
  const found = await services.transactions.inTenant({ tenantId: tenant.id }, (tx) => ownerOf(tx, services, party, tenant.id, assertion))
  if (!found) return unknown()
  nameAuthor(request, { tenantId: tenant.id, userId: found.id, username: found.username })
  if (!isUsable(tenant)) fail('sign-in.tenant-disabled', { more: { error: 'invalid_grant' } })
  if (found.status !== 1) fail('sign-in.disabled', { more: { error: 'invalid_grant' } })
  const person = { tenantId: tenant.id, userId: found.id, password_hash: found.password_hash }
  const tokens = await openFor(call, person, (tx) => services.sessions.open(tx, person, consoleOf(request, call.input)))
  await rememberDevice(call, person)
  return tokens
}

async function ownerOf(tx: Transaction, { settings }: Services, party: RelyingParty, tenantId: TenantId, assertion: string) {
  const policy = await settings.within(tx, tenantId)
  if (policy['signIn.secondFactor'] === 'off' || !policy['signIn.passkeys']) return undefined
  const verified = await asserted(tx, party, 'sign-in', assertion)
  return (
    verified && tx.first(build.selectFrom('users').select(['id', 'username', 'status', 'password_hash']).where('id', '=', verified.userId))
  )
}

function tenantOf({ transactions }: Services, tenantCode: string) {
  return transactions.inPlatform(
    'a sign-in names its tenant by code',
    (tx) =>
      tx.first(
        build
          .selectFrom('tenants')
          .select(['id', 'status as tenant_status', 'expires_at', 'marked_at'])
          .where('tenant_code', '=', tenantCode),
      ),
    'read',
  )
}

const refused = () => fail('sign-in.second-factor', { more: { error: 'invalid_grant' } })
const overtime = () => fail('sign-in.overtime', { more: { error: 'invalid_grant' } })
const unknown = () => fail('sign-in.passkey', { more: { error: 'invalid_grant' } })
