/** Links of a form: whoever has the address fills it in, until it expires, is withdrawn, or as many entries have come as are wanted. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/devtool/form-links.ts'
import { MAX_FORM_LINKS } from '../../../../model/devtool/forms.ts'
import { forms } from '../../../../model/index.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { publishedForm } from '../../../forms/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import { assertForOutside } from '../shared/outside.ts'

/** The page behind a link. The token follows the hash mark, which no browser sends anywhere. */
const PAGE = '/form'

const wireTimeOf = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

export const addFormLink = implement(contract.addFormLink, {
  access: 'granted',
  summary: 'Make a link by which people without an account fill in a form; its address is told once',
  of: forms,
  handle: ({ caller, input: { id: formId, expireTime, maxEntries }, t, request, inTenant }) =>
    inTenant(async (tx) => {
      // Held, so that no more are made at once than one at a time.
      if (!(await tx.first(build.selectFrom('forms').select('id').where('id', '=', formId).forUpdate()))) fail('row.not-found')
      const { definition } = await publishedForm(tx, formId)
      assertForOutside(definition, languageOfRequest(request), t)
      const [links, ends] = await Promise.all([
        tx.all(build.selectFrom('form_links').select('id').where('form_id', '=', formId)),
        tx.first(
          build.selectNoFrom([
            sql<Date | null>`${expireTime ?? null}::timestamptz`.as('at'),
            sql<boolean>`coalesce(${expireTime ?? null}::timestamptz <= now(), false)`.as('is_over'),
          ]),
        ),
      ])
      if (ends?.is_over) fail('form.link-time', { field: { name: 'expireTime', label: 'error.form.link-time' } })
      if (links.length >= MAX_FORM_LINKS) fail('form.link-many', { values: { most: MAX_FORM_LINKS } })
      const token = newToken()
      const linkId = newId()
      await tx.run(
        build.insertInto('form_links').values({
          tenant_id: caller.tenantId,
          id: linkId,
          form_id: formId,
          token_hash: hashToken(token),
          expires_at: ends?.at ?? null,
          max_entries: maxEntries ?? null,
        }),
      )
      return { linkId, url: `${PAGE}#${token}` }
    }),
})

export const queryFormLink = implement(contract.queryFormLink, {
  access: 'granted',
  summary: 'The links of a form, without their addresses',
  of: forms,
  handle: ({ input: { id }, inTenant }) =>
    inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('forms').select('id').where('id', '=', id)))) fail('row.not-found')
      const rows = await tx.all(
        build
          .selectFrom('form_links')
          .select(['id', 'max_entries', 'entries', wireTimeOf('created_at').as('created')])
          .select([
            sql<string | null>`${wireTimeOf('expires_at')}`.as('ends'),
            sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_over'),
          ])
          .where('form_id', '=', id)
          .orderBy('id'),
      )
      return rows.map((row) => ({
        linkId: row.id,
        createTime: row.created,
        expireTime: row.ends ?? '',
        isExpired: row.is_over,
        maxEntries: row.max_entries,
        entries: row.entries,
      }))
    }),
})

export const deleteFormLink = implement(contract.deleteFormLink, {
  access: 'granted',
  space: 'essential',
  summary: 'Withdraw a link to a form: its address leads nowhere from then on',
  of: forms,
  handle: ({ input: { linkId }, inTenant }) =>
    inTenant(async (tx) => {
      if ((await tx.run(build.deleteFrom('form_links').where('id', '=', linkId))) === 0) fail('row.not-found')
      return null
    }),
})
