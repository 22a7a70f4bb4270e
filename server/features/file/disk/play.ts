/**
 * Sound and moving pictures for a browser's own player, which can send no token: it asks for parts of the file at an address that is
 * good only together with a cookie that no script reads. Each part is judged by what its caller may do at that moment, and no
 * part is long, so that nobody goes on playing what was taken from them (docs/decisions/0048).
 */
import { sql } from 'kysely'
import { play, playTicket, readContent } from '../../../../model/contract/file/contents.ts'
import { files } from '../../../../model/file/files.ts'
import { cookieOf, giveCookie } from '../../../kernel/http/cookies.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { hashToken } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { requireReadable } from './access.ts'
import { handedOut } from './range-route.ts'
import { addTicket, holderOf } from './tickets.ts'

/** Who may read what is in files may listen to it. */
const READS = readContent.path
/** Without a question it ends after this; with each it begins anew, and a player that comes back later is given another. */
const SECONDS = 600
const PIECE = 4 * 1024 * 1024

const isPlayed = (type: string | null) => type !== null && /^(audio|video)\//.test(type)

export const issuePlayTicket = implement(playTicket, {
  access: 'signed-in',
  space: 'essential',
  summary: "Make an address at which the caller's browser plays a sound or video file, in parts, for as long as the caller may read it",
  of: files,
  async handle({ caller, input, inTenant, reply, services: { config } }) {
    if (!caller.urls.has(READS)) fail('permission.denied')
    const ticket = await inTenant(async (tx) => {
      const found = await requireReadable(tx, caller, input.id)
      if (!isPlayed(found.mediaType)) fail('file.not-found')
      return addTicket(tx, caller, found, { seconds: SECONDS, plays: true })
    })
    giveCookie(reply, cookieFor(ticket.id, ticket.secret, config.publicUrl))
    return { url: `/api${play.path}?ticket=${ticket.id}` }
  },
})

export const playPart = implement(play, {
  access: 'public',
  summary: 'A part of the file of such an address, for the browser that was given it',
  file: 'application/octet-stream',
  head: true,
  async handle({ input: { ticket }, request, reply, services }) {
    const secret = cookieOf(request, nameOf(ticket))
    const found =
      secret === undefined
        ? undefined
        : await services.transactions.inPlatform('a ticket comes before its tenant is known', (tx) =>
            tx.first(
              build
                .updateTable('download_tickets')
                .set({ expires_at: sql<Date>`now() + make_interval(secs => ${SECONDS})` })
                .where('id', '=', ticket)
                .where('secret_hash', '=', hashToken(secret))
                .where('plays', '=', true)
                .where('expires_at', '>', sql<Date>`now()`)
                .returningAll(),
            ),
          )
    if (!found || secret === undefined) return fail('file.ticket')
    const caller = await holderOf(services, found, languageOfRequest(request))
    nameAuthor(request, caller)
    if (!caller.urls.has(READS)) fail('permission.denied')
    giveCookie(reply, cookieFor(ticket, secret, services.config.publicUrl))
    return services.transactions.inTenant(caller, (tx) => handedOut(tx, caller, services, { id: found.file_id }, reply, PIECE), 'read')
  },
})

const nameOf = (ticket: string) => `play-${ticket}`

/** For this address alone. */
const cookieFor = (ticket: string, secret: string, publicUrl: string) => ({
  name: nameOf(ticket),
  value: secret,
  path: `/api${play.path}`,
  seconds: SECONDS,
  publicUrl,
})
