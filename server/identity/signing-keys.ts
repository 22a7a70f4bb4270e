/** The keys of the issuer: identity tokens are signed with the newest one, and every key is published for as long as a token of it may be good. */
import type { JWK, JWTPayload } from 'jose'
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { SecretCipher } from './secret-encryption.ts'

/** What every library of OpenID Connect has to know (Core 1.0, section 15.1). */
export const SIGNATURE = 'RS256'

const DAY_MS = 86_400_000
/** How long a key signs. */
export const SIGNING_DAYS = 90
/** How long it is published: a token lives for a day at most (`tokenSeconds` of a client), and servers' clocks differ. */
export const PUBLISHED_DAYS = SIGNING_DAYS + 2

const REASON = 'the issuer and its keys are one for all tenants'

export interface SigningKeys {
  /** The claims as a signed token (JWT, RFC 7519). */
  sign(claims: JWTPayload): Promise<string>
  /** The public halves (JWK, RFC 7517), newest first. */
  published(): Promise<readonly JWK[]>
}

interface Key {
  readonly id: string
  readonly privateKey: JWK
}

/** The issuer's keys in the database; one is made when the first is needed, and when the newest has signed for {@link SIGNING_DAYS}. */
export function openSigningKeys(transactions: TransactionScopes, cipher: SecretCipher, clock: Clock): SigningKeys {
  /**
   * The newest key that may sign and that this server can open: one that came with the rows of another installation, whose data directory
   * did not come along, is left alone.
   */
  async function usable(): Promise<Key | undefined> {
    const rows = await transactions.inPlatform(REASON, (tx) => tx.all(newestFirst()), 'read')
    for (const { id, sealed_private_key: sealed, created_at: made } of rows) {
      if (made.getTime() <= clock.now() - SIGNING_DAYS * DAY_MS) continue
      const opened = await cipher.open(sealed, aboutKey(id))
      if (opened) return { id, privateKey: JSON.parse(opened.toString()) as JWK }
    }
    return undefined
  }

  /** Of two servers that make one at the same moment both are kept: each is published before it signs. */
  async function make(): Promise<Key> {
    const pair = await generateKeyPair(SIGNATURE, { extractable: true })
    const [publicKey, privateKey] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
    const id = await calculateJwkThumbprint(publicKey)
    const row = {
      id,
      public_key: JSON.stringify({ ...publicKey, kid: id, alg: SIGNATURE, use: 'sig' }),
      sealed_private_key: await cipher.seal(Buffer.from(JSON.stringify(privateKey)), aboutKey(id)),
      created_at: new Date(clock.now()),
    }
    await transactions.inPlatform(REASON, (tx) => tx.run(build.insertInto('signing_keys').values(row)))
    return { id, privateKey }
  }

  let making: Promise<Key> | undefined
  const current = async () =>
    (await usable()) ??
    (making ??= make().finally(() => {
      making = undefined
    }))

  return {
    async sign(claims) {
      const { id, privateKey } = await current()
      return new SignJWT(claims).setProtectedHeader({ alg: SIGNATURE, kid: id, typ: 'JWT' }).sign(await importJWK(privateKey, SIGNATURE))
    },
    async published() {
      await current()
      const rows = await transactions.inPlatform(REASON, (tx) => tx.all(newestFirst()), 'read')
      return rows.filter(({ created_at: made }) => made.getTime() > clock.now() - PUBLISHED_DAYS * DAY_MS).map(({ public_key: key }) => key)
    },
  }
}

const newestFirst = () => build.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('id')

/** The additional data with which the private half of a key is encrypted. */
export const aboutKey = (id: string) => `signing key ${id}`
