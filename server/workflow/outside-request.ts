/** What is called outside, as it is kept, and as it leaves: with secrets and the address of the answer, which stand in it only while it is sent. */
import * as z from 'zod/mini'
import { HEADER_TEXT, hostsIn } from '../../model/workflow/process-secrets.ts'
import type { TenantId } from '../../model/brands.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { EngineParts } from './engine/parts.ts'
import type { HttpRequest } from './http-call.ts'
import { HttpRefused, isOpenAddress } from './http-call.ts'

/** A row of `process_outside`; requests of an earlier release say less. */
export const requestOf = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string(),
  /** The expression that gave the address, by which it is told of: what it gives may be of a field that not everybody sees who sees incidents. */
  written: z._default(z.nullable(z.string()), null),
  headers: z._default(z.array(z.object({ name: z.string(), value: z.optional(z.string()), secret: z.optional(z.string()) })), []),
  body: z.unknown(),
  into: z.nullable(z.string()),
  sign: z._default(z.nullable(z.string()), null),
  callback: z._default(z.nullable(z.string()), null),
})
export type KeptRequest = z.output<typeof requestOf>

/** What an encrypted text belongs to: it opens for no other row. */
export const aboutSecret = (id: string) => `process secret ${id}`

/** Where the other side answers, in the header of a call that is answered later. */
export const CALLBACK_HEADER = 'outstation-callback'

export interface Leaving {
  readonly request: HttpRequest
  /** Texts that an answer may repeat, and that are kept nowhere. */
  readonly secrets: readonly string[]
}

/**
 * Returns the call as it leaves.
 * @param callbackUrl Of a call that is answered later, by which address
 * @throws HttpRefused where a secret is missing, cannot be opened, is not for this host, or cannot stand in the header that names it
 */
export async function leaving(parts: EngineParts, tenantId: TenantId, kept: KeptRequest, callbackUrl?: string): Promise<Leaving> {
  const names = secretsNamedBy(kept)
  const secrets = names.length === 0 ? new Map<string, string>() : await openSecrets(parts, tenantId, names, kept.url)
  const headers = kept.headers.map(({ name, value = '', secret }) => [
    name.toLowerCase(),
    secret === undefined ? value : (secrets.get(secret.toLowerCase()) ?? ''),
  ])
  // One that an earlier release has taken: no header can carry it, and the call would break off at each attempt.
  const unsendable = kept.headers.find(({ secret }) => secret !== undefined && !HEADER_TEXT.test(secrets.get(secret.toLowerCase()) ?? ''))
  if (unsendable?.secret !== undefined)
    throw new HttpRefused(`the secret ${unsendable.secret} has characters that no header carries: enter it anew`)
  const signing = kept.sign === null ? undefined : secrets.get(kept.sign.toLowerCase())
  return {
    request: {
      method: kept.method,
      url: kept.url,
      headers: Object.fromEntries([...headers, ...(callbackUrl === undefined ? [] : [[CALLBACK_HEADER, callbackUrl]])]) as Record<
        string,
        string
      >,
      body: kept.body,
      signing,
    },
    secrets: [...secrets.values(), ...(callbackUrl === undefined ? [] : [callbackUrl])],
  }
}

const secretsNamedBy = ({ headers, sign }: KeptRequest): readonly string[] => [
  ...new Set([...headers.map(({ secret }) => secret), sign].filter((name) => typeof name === 'string')),
]

/** Returns the values of the secrets that a call was made with, as they are today and as far as they can be read: an answer that comes later may repeat them. */
export async function secretsOf(parts: EngineParts, tenantId: TenantId, kept: KeptRequest): Promise<readonly string[]> {
  const names = secretsNamedBy(kept)
  const rows = names.length === 0 ? [] : await rowsOf(parts, tenantId, names)
  const values = await Promise.all(
    rows.map(({ id, secret_value: value }) => (value === null ? undefined : parts.vault.open(value, aboutSecret(id)))),
  )
  return values.filter((value) => value !== undefined)
}

const rowsOf = ({ transactions }: EngineParts, tenantId: TenantId, names: readonly string[]) =>
  transactions.inTenant(
    { tenantId },
    (tx) =>
      tx.all(
        build
          .selectFrom('process_secrets')
          .select(['id', 'secret_name', 'secret_hosts', 'secret_value'])
          .where((where) =>
            where(
              where.fn<string>('lower', ['secret_name']),
              'in',
              names.map((name) => name.toLowerCase()),
            ),
          ),
      ),
    'read',
  )

async function openSecrets(parts: EngineParts, tenantId: TenantId, names: readonly string[], url: string) {
  const rows = await rowsOf(parts, tenantId, names)
  const opened = new Map<string, string>()
  for (const name of names) {
    const row = rows.find(({ secret_name: of }) => of.toLowerCase() === name.toLowerCase())
    if (!row || row.secret_value === null) throw new HttpRefused(`there is no secret ${name}`)
    if (!isOpenAddress(url, hostsIn(row.secret_hosts))) throw new HttpRefused(`the secret ${name} is not for this host`)
    const text = await parts.vault.open(row.secret_value, aboutSecret(row.id))
    // The key stands beside the database and in no backup of it.
    if (text === undefined) throw new HttpRefused(`the secret ${name} cannot be read: enter it anew`)
    opened.set(name.toLowerCase(), text)
  }
  return opened
}

/** Shorter ones stand in too many answers by chance. */
const MIN_HIDDEN = 6
const HIDDEN = '***'

/** Returns an answer in which no secret stands that the call had. */
export function withoutSecrets(answer: unknown, secrets: readonly string[]): unknown {
  const hidden = secrets.filter((secret) => secret.length >= MIN_HIDDEN)
  const clean = (text: string) => hidden.reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), walk(inner)]))
    return value
  }
  return hidden.length === 0 ? answer : walk(answer)
}

/** Which of the named secrets the tenant has, with the hosts that each is for; by names in small letters. */
export async function knownSecrets(
  tx: Pick<Transaction, 'all'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (names.length === 0) return new Map()
  const rows = await tx.all(build.selectFrom('process_secrets').select(['secret_name', 'secret_hosts']))
  return new Map(rows.map(({ secret_name: name, secret_hosts: hosts }) => [name.toLowerCase(), hostsIn(hosts)] as const))
}
