/**
 * What a browser fetches by itself, as it does large files, brings no token. For that there is an address which is good once, for a
 * moment, for one file, and for as long as the session that asked for it and its rights last.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { files } from '../../../../model/file/files.ts'
import { id } from '../../../../model/fields.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { callerOf } from '../../../kernel/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http.ts'
import { identityOf } from '../../../kernel/identity.ts'
import { nameAuthor } from '../../../kernel/journal.ts'
import { languageOfRequest } from '../../../kernel/language.ts'
import { hashToken, newId, newToken } from '../../../kernel/secrets.ts'
import type { Services } from '../../../kernel/services.ts'
import { build } from '../../../kernel/sql.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { seen } from './read.ts'
import { handedOut } from './reading.ts'

const BASE = files.api.base
const ASKED = `${BASE}/downloadTicket`
const USED = `${BASE}/downloadByTicket`
const SECONDS = 60

export const downloadTicket = route({
  method: 'POST',
  path: ASKED,
  access: 'granted',
  summary: 'Make an address at which a browser can fetch a file once, within a minute',
  of: files,
  input: z.strictObject({ id }),
  output: z.strictObject({ url: z.string(), seconds: z.int() }),
  handle: ({ caller, input, inTenant }) => inTenant(async (tx) => {
    // An application has its token with it, and reads the file itself.
    if (caller.client) fail('permission.denied')
    const { blobId } = await seen(tx, caller, input.id)
    if (blobId === null) fail('file.not-found')
    const secret = newToken()
    await tx.run(build.insertInto('download_tickets').values({
      tenant_id: caller.tenantId, id: newId(), secret_hash: hashToken(secret), user_id: caller.userId, session_id: caller.sessionId,
      role_codes: caller.active.map((role) => role.code), file_id: input.id, expires_at: sql<Date>`now() + make_interval(secs => ${SECONDS})`,
    }))
    return { url: `/api${USED}?ticket=${secret}`, seconds: SECONDS }
  }),
})

export const downloadByTicket = route({
  method: 'GET',
  path: USED,
  access: 'public',
  summary: 'Fetch the file of such an address',
  file: 'application/octet-stream',
  input: z.object({ ticket: z.string().max(100) }),
  async handle({ input: { ticket }, request, reply, services }) {
    const { caller, fileId } = await redeem(services, ticket, languageOfRequest(request))
    nameAuthor(request, caller)
    if (!caller.urls.has(ASKED)) fail('permission.denied')
    return services.doors.inTenant(caller, (tx) => handedOut(tx, caller, services, { id: fileId }, reply), 'read')
  },
})

/** Uses it up. @throws Failure `file.ticket` where there is none, alike for whatever reason. */
async function redeem({ doors, grants }: Services, ticket: string, language: Language): Promise<{ caller: Caller; fileId: string }> {
  const found = await doors.inPlatform('a ticket comes before its tenant is known', (tx) => tx.first(build.deleteFrom('download_tickets').where('secret_hash', '=', hashToken(ticket)).returningAll()))
  if (!found || found.expires_at.getTime() <= Date.now()) fail('file.ticket')
  const { tenant_id: tenantId, user_id: userId, session_id: sessionId } = found
  const session = await doors.inTenant({ tenantId }, (tx) => tx.first(build.selectFrom('sessions').select('id')
    .where('id', '=', sessionId).where('ended_at', 'is', null).where('expires_at', '>', sql<Date>`now()`)), 'read')
  const identity = session && await identityOf(doors, grants, { tenantId, userId, sessionId })
  if (!identity) fail('file.ticket')
  return { caller: callerOf(identity, found.role_codes, language), fileId: found.file_id }
}
