/**
 * Passkeys (Web Authentication Level 3), judged by a library. Origin and relying party come from the configuration, so that a
 * request cannot say where it was signed; every signature is asked for with user verification, because it stands for password
 * and code together.
 */
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { KernelConfig } from '../../kernel/config.ts'
import { build } from '../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../kernel/database/tables.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { useChallenge } from './challenges.ts'

type PublicAddress = Pick<KernelConfig, 'publicUrl'>
const library = () => import('@simplewebauthn/server')

/** What people see when their device asks them. */
const NAME = 'Outstation'
const TIMEOUT_MS = 5 * 60_000
/** COSE (RFC 9053, RFC 8812): EdDSA, ES256, RS256; between them every device speaks one. */
const ALGORITHMS = [-8, -7, -257]

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * The relying party of WebAuthn: host and origin of the public address. Nothing where people reach the server by a bare address, which
 * cannot have passkeys. The machine itself is called localhost: a browser takes that for 127.0.0.1 as well.
 */
export function relyingParty({ publicUrl }: PublicAddress): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0) return { id: hostname, origin }
  const isOwn = address === '::1' || address.startsWith('127.')
  return isOwn ? { id: 'localhost', origin: `${protocol}//localhost${port ? `:${port}` : ''}` } : undefined
}

interface Known {
  readonly credential_id: string
  readonly transports: string
}
const described = (known: readonly Known[]) =>
  known.map(({ credential_id: id, transports }) => ({ id, transports: transports.split(',').filter(Boolean) }))
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'))

/** Options for `navigator.credentials.create` (WebAuthn, section 5.4). @param known Passkeys that must not be registered again. */
export async function creationOptions(
  party: RelyingParty,
  challenge: string,
  user: { id: string; username: string; nickname: string },
  known: readonly Known[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return (await library()).generateRegistrationOptions({
    rpName: NAME,
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userName: user.username,
    userDisplayName: user.nickname,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: described(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options for `navigator.credentials.get` (WebAuthn, section 5.5). @param known Absent: any of the device's passkeys for this server. */
export async function requestOptions(
  party: RelyingParty,
  challenge: string,
  known?: readonly Known[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await library()).generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(known ? { allowCredentials: described(known) } : {}),
  })
}

/** The user's passkeys: credential ids and transports, the oldest first. */
export function passkeysOf(tx: Transaction, userId: string) {
  return tx.all(
    build.selectFrom('passkeys').select(['id', 'credential_id', 'transports']).where('user_id', '=', userId).orderBy('created_at'),
  )
}

/** What a new passkey said about itself, if it answers a challenge of ours to this person. Nothing else is told. */
export async function registered(tx: Transaction, party: RelyingParty, userId: string, text: string) {
  const response = parsed<RegistrationResponseJSON>(text)
  const challenge = response && challengeOf(response)
  if (!response || challenge === undefined) return undefined
  const asked = await useChallenge(tx, 'register', challenge)
  if (asked?.user_id !== userId) return undefined
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } =
    (await judged(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    )) ?? {}
  return (
    registrationInfo && {
      credential_id: registrationInfo.credential.id,
      public_key: Buffer.from(registrationInfo.credential.publicKey),
      counter: String(registrationInfo.credential.counter),
      transports: [response.response.transports ?? []]
        .flat()
        .filter((word) => /^[a-z-]{1,20}$/.test(word))
        .slice(0, 8)
        .join(','),
    }
  )
}

export interface Asserted {
  readonly userId: string
  readonly passwordHash: string | null
}

/**
 * Whose passkey signed a challenge of ours, which is used up by it. Nothing for anything else.
 * @param purpose Which of our questions it has to answer; one that was asked of somebody is answered by them alone.
 */
export async function asserted(
  tx: Transaction,
  party: RelyingParty,
  purpose: Exclude<DatabaseTables['factor_challenges']['purpose'], 'register'>,
  text: string,
): Promise<Asserted | undefined> {
  const response = parsed<AuthenticationResponseJSON>(text)
  const challenge = response && challengeOf(response)
  if (!response || challenge === undefined || typeof response.id !== 'string') return undefined
  const [asked, passkey] = await Promise.all([
    useChallenge(tx, purpose, challenge),
    tx.first(
      build
        .selectFrom('passkeys')
        .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
        .where('credential_id', '=', response.id),
    ),
  ])
  if (!asked || !passkey || (asked.user_id ?? passkey.user_id) !== passkey.user_id) return undefined
  const { verifyAuthenticationResponse } = await library()
  const credential = { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) }
  const verification = await judged(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential,
      requireUserVerification: true,
    }),
  )
  if (!verification?.verified) return undefined
  // Should another signature have been counted meanwhile, one of the two is a copy's.
  const counted = await tx.run(
    build
      .updateTable('passkeys')
      .where('id', '=', passkey.id)
      .where('counter', '=', passkey.counter)
      .set({ counter: String(verification.authenticationInfo.newCounter), last_used_at: sql`now()` }),
  )
  return counted > 0 ? { userId: passkey.user_id, passwordHash: asked.password_hash } : undefined
}

function parsed<Response>(text: string): Response | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const { response } = (value ?? {}) as { response?: unknown }
    return typeof response === 'object' && response !== null ? (value as Response) : undefined
  } catch {
    return undefined
  }
}

/** Which question is answered stands in what was signed. */
function challengeOf({ response: { clientDataJSON } }: { response: { clientDataJSON?: unknown } }): string | undefined {
  if (typeof clientDataJSON !== 'string') return undefined
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The library says by throwing what is wrong with an answer. */
async function judged<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
