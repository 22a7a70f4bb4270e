/** Links: whoever has the address reads, with the password where there is one, until it expires or is withdrawn. */
import { sql } from 'kysely'
import { addFileLink, deleteFileLink, queryFileLink } from '../../../../model/contract/file/links.ts'
import { MAX_LINKS_PER_FILE, files } from '../../../../model/file/files.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { hashPassword, hashToken, newToken } from '../../../identity/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import { lockFilesOf } from './free-name.ts'
import { requireOwn } from './access.ts'
import { wireTimeOf } from './units.ts'

/** The page behind a link. The token follows the hash mark, which no browser sends anywhere: neither to us nor to a log on the way. */
const PAGE = '/link'

export const makeLink = implement(addFileLink, {
  access: 'granted',
  summary: 'Make a link by which anybody reads a file or folder of the caller; its address is told once',
  of: files,
  async handle({ caller, input: { id: fileId, password, expireTime }, inTenant }) {
    const password_hash = password === undefined ? null : await hashPassword(password)
    return inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      await requireOwn(tx, caller, fileId)
      const [links, ends] = await Promise.all([
        tx.all(build.selectFrom('file_links').select('id').where('file_id', '=', fileId)),
        tx.first(
          build.selectNoFrom([
            sql<Date | null>`${expireTime ?? null}::timestamptz`.as('at'),
            sql<boolean>`coalesce(${expireTime ?? null}::timestamptz <= now(), false)`.as('is_over'),
          ]),
        ),
      ])
      if (ends?.is_over) fail('file.link-time', { field: { name: 'expireTime', label: 'field.files.expireTime' } })
      if (links.length >= MAX_LINKS_PER_FILE) fail('file.link-many', { values: { most: MAX_LINKS_PER_FILE } })
      const token = newToken()
      const linkId = newId()
      await tx.run(
        build.insertInto('file_links').values({
          tenant_id: caller.tenantId,
          id: linkId,
          file_id: fileId,
          token_hash: hashToken(token),
          password_hash,
          expires_at: ends?.at ?? null,
        }),
      )
      return { linkId, url: `${PAGE}#${token}` }
    })
  },
})

export const readLinks = implement(queryFileLink, {
  access: 'granted',
  summary: 'The links to a file or folder of the caller, without their addresses',
  of: files,
  handle: ({ caller, input, inTenant }) =>
    inTenant(async (tx) => {
      await requireOwn(tx, caller, input.id)
      const rows = await tx.all(
        build
          .selectFrom('file_links')
          .select([
            'id',
            wireTimeOf('created_at').as('created'),
            sql<string | null>`${wireTimeOf('expires_at')}`.as('ends'),
            sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_over'),
            sql<boolean>`password_hash is not null`.as('has_password'),
          ])
          .where('file_id', '=', input.id)
          .orderBy('id'),
      )
      return rows.map((row) => ({
        linkId: row.id,
        createTime: row.created,
        expireTime: row.ends ?? '',
        isExpired: row.is_over,
        hasPassword: row.has_password,
      }))
    }),
})

export const withdrawLink = implement(deleteFileLink, {
  access: 'granted',
  space: 'essential',
  summary: 'Withdraw a link: its address leads nowhere from then on',
  of: files,
  handle: ({ caller, input: { linkId }, inTenant }) =>
    inTenant(async (tx) => {
      const mine = build.selectFrom('files').select('id').where('owner_id', '=', caller.userId)
      if ((await tx.run(build.deleteFrom('file_links').where('id', '=', linkId).where('file_id', 'in', mine))) === 0) fail('file.not-found')
      return null
    }),
})
