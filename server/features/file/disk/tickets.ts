/**
 * What a browser fetches by itself, as it does large files, brings no token. For that there is an address which is good once, for a
 * moment, for one file, and for as long as the session that asked for it and its rights last.
 */
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { downloadByTicket, downloadTicket } from '../../../../model/contract/file/contents.ts'
import { files } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../../kernel/database/tables.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Language } from '../../../../model/labels/index.ts'
import type { ReadableFile } from './access.ts'
import { requireReadable } from './access.ts'
import { handedOut } from './range-route.ts'

const SECONDS = 60

export const issueTicket = implement(downloadTicket, {
  access: 'granted',
  space: 'essential',
  summary: 'Make an address at which a browser can fetch a file once, within a minute',
  of: files,
  handle: ({ caller, input, inTenant }) =>
    inTenant(async (tx) => {
      const { secret } = await addTicket(tx, caller, await requireReadable(tx, caller, input.id), { seconds: SECONDS })
      return { url: `/api${downloadByTicket.path}?ticket=${secret}`, seconds: SECONDS }
    }),
})

export const redeemTicket = implement(downloadByTicket, {
  access: 'public',
  summary: 'Fetch the file of such an address',
  file: 'application/octet-stream',
  head: true,
  async handle({ input: { ticket }, request, reply, services }) {
    const { caller, fileId } = await redeem(services, ticket, request)
    nameAuthor(request, caller)
    if (!caller.urls.has(downloadTicket.path)) fail('permission.denied')
    return services.transactions.inTenant(caller, (tx) => handedOut(tx, caller, services, { id: fileId }, reply), 'read')
  },
})

export interface Ticket {
  readonly id: string
  readonly secret: string
}

/**
 * A ticket for the file, good for so many seconds.
 * @throws Failure `permission.denied` for an application, which has its token with it and reads the file itself; `file.not-found` for a
 * folder.
 */
export async function addTicket(
  tx: Transaction,
  caller: Caller,
  { id: fileId, blobId }: Pick<ReadableFile, 'id' | 'blobId'>,
  { seconds, plays = false }: { seconds: number; plays?: boolean },
): Promise<Ticket> {
  if (caller.client) fail('permission.denied')
  if (blobId === null) fail('file.not-found')
  const ticket = { id: newId(), secret: newToken() }
  await tx.run(
    build.insertInto('download_tickets').values({
      tenant_id: caller.tenantId,
      id: ticket.id,
      secret_hash: hashToken(ticket.secret),
      user_id: caller.userId,
      session_id: caller.sessionId,
      plays,
      role_codes: caller.active.map((role) => role.code),
      file_id: fileId,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    }),
  )
  return ticket
}

/** Uses it up, unless only the headers are asked for, as programs do before they fetch. @throws Failure `file.ticket` where there is none, alike for whatever reason. */
async function redeem(services: Services, ticket: string, request: FastifyRequest): Promise<{ caller: Caller; fileId: string }> {
  const hash = hashToken(ticket)
  const found = await services.transactions.inPlatform('a ticket comes before its tenant is known', (tx) =>
    tx.first(
      request.method === 'HEAD'
        ? build.selectFrom('download_tickets').selectAll().where('secret_hash', '=', hash).where('plays', '=', false)
        : build.deleteFrom('download_tickets').where('secret_hash', '=', hash).where('plays', '=', false).returningAll(),
    ),
  )
  if (!found || found.expires_at.getTime() <= Date.now()) fail('file.ticket')
  return { caller: await holderOf(services, found, languageOfRequest(request)), fileId: found.file_id }
}

/** Whoever it was given to, with what they may do now. @throws Failure `file.ticket` once their session is over, or they may not work any more. */
export async function holderOf(
  { transactions, grants }: Pick<Services, 'transactions' | 'grants'>,
  ticket: Pick<Selectable<DatabaseTables['download_tickets']>, 'tenant_id' | 'user_id' | 'session_id' | 'role_codes'>,
  language: Language,
): Promise<Caller> {
  const { tenant_id: tenantId, user_id: userId, session_id: sessionId } = ticket
  const session = await transactions.inTenant(
    { tenantId },
    (tx) =>
      tx.first(
        build
          .selectFrom('sessions')
          .select('id')
          .where('id', '=', sessionId)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`),
      ),
    'read',
  )
  const identity = session && (await identityOf(transactions, grants, { tenantId, userId, sessionId }))
  if (!identity) fail('file.ticket')
  return callerOf(identity, ticket.role_codes, language)
}
