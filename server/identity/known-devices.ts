/**
 * Browsers that have signed in at an account before. Each holds a cookie that no script reads, sealed for the account, and has a
 * counter of its own for wrong passwords, so that strangers cannot lock the owner out ("device cookies", OWASP). The cookie opens
 * nothing: the password is asked for as ever.
 */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TenantId } from '../../model/brands.ts'
import type { Services } from '../kernel/services.ts'
import { build } from '../kernel/database/sql.ts'

const COOKIE = 'device'
/** The token endpoint alone is sent it. */
const PATH = '/api/uaa/oauth'
const DAYS = 180
/** Accounts one browser is remembered for; those that were used longest ago go first. */
const MAX_ACCOUNTS = 20
const ID_BYTES = 16
const TIME_BYTES = 6
/** 12 bytes of nonce, what is sealed, 16 bytes of tag; in base64url. */
const TOKEN = /^[\w-]{67}$/

interface Account {
  readonly tenantCode: string
  readonly username: string
}
type Asking = { readonly services: Pick<Services, 'secretCipher' | 'transactions' | 'config'>; readonly request: FastifyRequest }

/** The name of the calling device among those that signed in at this account; nothing when it is none of them. */
export async function deviceAt({ services, request }: Asking, account: Account): Promise<string | undefined> {
  const found = await Promise.all(tokensOf(request).map((token) => open(services.secretCipher, token, account)))
  return found.find((id) => id !== undefined)
}

/**
 * Marks the calling browser as a known device of the account. Gives the calling browser a cookie, by which it is known the next time. For
 * whoever has just signed in.
 */
export async function rememberDevice(
  { services, request, reply }: Asking & { readonly reply: FastifyReply },
  { tenantId, userId }: { tenantId: TenantId; userId: string },
): Promise<void> {
  const account = await services.transactions.inTenant(
    { tenantId },
    (tx) =>
      tx.first(
        build
          .selectFrom('users')
          .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
          .select(['username', 'tenant_code as tenantCode'])
          .where('users.id', '=', userId),
      ),
    'read',
  )
  if (!account) return
  const kept: string[] = []
  for (const token of tokensOf(request)) if ((await open(services.secretCipher, token, account)) === undefined) kept.push(token)
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(Math.floor(Date.now() / 1000), 0, TIME_BYTES)
  const made = await services.secretCipher.seal(Buffer.concat([time, randomBytes(ID_BYTES)]), purposeOf(account))
  const value = [made.toString('base64url'), ...kept].slice(0, MAX_ACCOUNTS).join('.')
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${value}; Path=${PATH}; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`)
}

function tokensOf({ headers: { cookie = '' } }: FastifyRequest): string[] {
  const pair = cookie.split('; ').find((text) => text.startsWith(`${COOKIE}=`))
  return pair === undefined
    ? []
    : pair
        .slice(COOKIE.length + 1)
        .split('.')
        .filter((token) => TOKEN.test(token))
        .slice(0, MAX_ACCOUNTS)
}

async function open(secretCipher: Services['secretCipher'], token: string, account: Account): Promise<string | undefined> {
  const opened = await secretCipher.open(Buffer.from(token, 'base64url'), purposeOf(account))
  if (!opened) return undefined
  const isOver = opened.readUIntBE(0, TIME_BYTES) + DAYS * 86_400 <= Date.now() / 1000
  return isOver ? undefined : opened.subarray(TIME_BYTES).toString('base64url')
}

/** By name, as an attempt names it. A renamed account knows its devices no more. */
const purposeOf = ({ tenantCode, username }: Account) => `known device of ${tenantCode.toLowerCase()}\n${username.toLowerCase()}`
