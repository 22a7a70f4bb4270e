/** Which application calls the OAuth endpoints, and whether it is who it says (RFC 6749, section 2.3). */
import { timingSafeEqual } from 'node:crypto'
import { unescape } from 'node:querystring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TenantId } from '../../model/brands.ts'
import { scopesOf } from '../../model/oauth/scopes.ts'
import { judgeAttempt } from './attempts.ts'
import { fail } from '../kernel/errors.ts'
import { browserOf } from '../kernel/http/browser.ts'
import { BASIC } from '../kernel/http/challenge.ts'
import { hashToken } from './secrets.ts'
import type { ClientDevice } from './session-rows.ts'
import { isUsable } from '../tenancy/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'

/** A client that is enabled, of a tenant that is. */
export interface Client {
  readonly tenantId: TenantId
  readonly tenantCode: string
  readonly tenantName: string
  readonly id: string
  /** On the wire: `<tenant>.<client>`, unique everywhere without telling tenants of one another. */
  readonly clientId: string
  readonly code: string
  readonly description: string
  readonly isPublic: boolean
  readonly grants: readonly string[]
  readonly scopes: readonly string[]
  readonly redirects: readonly string[]
  readonly tokenSeconds: number
  readonly refreshSeconds: number
}

/** What the caller of an endpoint says who it is. */
export interface Credentials {
  readonly clientId: string | undefined
  readonly secret: string | undefined
  readonly isBasic: boolean
}

/** The one client that is known without registration, by the names it has in this family of APIs: a console in a browser. It has no secret. */
const BROWSER_CLIENTS = new Set(['ui', 'browser'])

/** Whether the client id is that of this product's own web. */
export function isBrowserClient(clientId: string | undefined): boolean {
  return clientId !== undefined && BROWSER_CLIENTS.has(clientId)
}

type Found = Client & { secretHash: Buffer | null }

/** The client of that name; nothing when it, or its tenant, is unknown or out of use. */
export async function findClient(transactions: TransactionScopes, clientId: string): Promise<Client | undefined> {
  return withoutSecret(await readClient(transactions, clientId))
}

async function readClient(transactions: TransactionScopes, clientId: string): Promise<Found | undefined> {
  const dot = clientId.lastIndexOf('.')
  const [tenantCode, code] = [clientId.slice(0, Math.max(dot, 0)), clientId.slice(dot + 1)]
  const row = await transactions.inPlatform(
    'a client is named before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('app_clients as client')
          .innerJoin('tenants', 'tenants.id', 'client.tenant_id')
          .leftJoin('app_client_secrets as secret', (on) =>
            on.onRef('secret.tenant_id', '=', 'client.tenant_id').onRef('secret.client_id', '=', 'client.id'),
          )
          .select([
            'client.tenant_id',
            'tenant_code',
            'tenant_name',
            'tenants.status as tenant_status',
            'expires_at',
            'marked_at',
            'client.id',
            'client_code',
            'client_description',
            'client_type',
            'auth_type',
            'auth_scope',
            'fallback_url',
            'token_seconds',
            'refresh_seconds',
            'client.status',
            'hash',
          ])
          .where('tenant_code', '=', tenantCode)
          .where('client_code', '=', code),
      ),
    'read',
  )
  if (!row || row.status !== 1 || !isUsable(row)) return undefined
  return {
    tenantId: row.tenant_id,
    tenantCode: row.tenant_code,
    tenantName: row.tenant_name,
    id: row.id,
    clientId,
    code: row.client_code,
    description: row.client_description,
    isPublic: row.client_type === 'public',
    grants: row.auth_type.split(','),
    scopes: scopesOf(row.auth_scope),
    redirects: row.fallback_url.split(' '),
    tokenSeconds: row.token_seconds,
    refreshSeconds: row.refresh_seconds,
    secretHash: row.hash,
  }
}

function withoutSecret(found: Found | undefined): Client | undefined {
  if (!found) return undefined
  const { secretHash: _, ...client } = found
  return client
}

/**
 * Client id and secret of the `Authorization: Basic` header or of the body.
 * @throws Failure `sign-in.client` when both say something and do not agree.
 */
export function credentialsOf(
  request: FastifyRequest,
  input: { client_id?: string | undefined; client_secret?: string | undefined },
): Credentials {
  const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
  const isBasic = scheme.toLowerCase() === 'basic'
  const text = isBasic ? Buffer.from(value, 'base64').toString() : ''
  const colon = text.indexOf(':')
  const [id, secret] = isBasic && colon >= 0 ? [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))] : []
  const bodySecret = input.client_secret === '' ? undefined : input.client_secret
  const differs =
    id !== undefined &&
    input.client_id !== undefined &&
    input.client_id !== id &&
    !(isBrowserClient(id) && isBrowserClient(input.client_id))
  // Two ways at once are forbidden (RFC 6749, section 2.3), and a secret has no place in an address that proxies log.
  const isTwice = secret !== undefined && secret !== '' && bodySecret !== undefined
  if (differs || isTwice || (request.query as { client_secret?: unknown }).client_secret)
    fail('sign-in.client', { more: { error: 'invalid_client' } })
  return { clientId: id ?? input.client_id, secret: (secret === '' ? undefined : secret) ?? bodySecret, isBasic }
}

/** Both parts of the header are form-encoded first (RFC 6749, section 2.3.1); what is no such code is taken as it is. */
function formDecoded(text: string): string {
  return unescape(text.replaceAll('+', ' '))
}

/** Where the console that signs in runs, and how it wants to be spoken with: our own web is the client `ui`. */
export function consoleOf(request: FastifyRequest, input: { client_id?: string | undefined }): ClientDevice {
  const { clientId } = credentialsOf(request, { client_id: input.client_id })
  return {
    address: request.ip,
    browser: browserOf(request.headers['user-agent']),
    dialect: clientId === 'browser' ? clientId : null,
  }
}

/**
 * The client, when it proves who it is; a public one has nothing to prove it with and is believed.
 * A secret is 256 random bits, which nobody guesses: a right one is taken whatever was tried before, and wrong ones are counted
 * by client and address, for what they cost.
 * @throws Failure `sign-in.client`, alike whatever is wrong; `sign-in.locked` after too many guesses.
 */
export async function authenticateClient(
  transactions: TransactionScopes,
  request: FastifyRequest,
  reply: FastifyReply,
  { clientId, secret, isBasic }: Credentials,
): Promise<Client> {
  const refuse = (): never => {
    if (isBasic) reply.header('www-authenticate', BASIC)
    return fail('sign-in.client', { more: { error: 'invalid_client' } })
  }
  if (clientId === undefined || clientId.length > 200) return refuse()
  if (secret === undefined) {
    const found = withoutSecret(await readClient(transactions, clientId))
    return found?.isPublic ? found : refuse()
  }
  const attempt = {
    account: `client ${clientId} from ${request.ip}`,
    address: request.ip,
    tenant: clientId.slice(0, Math.max(clientId.lastIndexOf('.'), 0)),
  }
  const given = hashToken(secret)
  const found = await readClient(transactions, clientId)
  if (found?.secretHash && timingSafeEqual(found.secretHash, given)) return found
  await judgeAttempt(transactions, attempt, () => Promise.resolve(undefined))
  return refuse()
}
