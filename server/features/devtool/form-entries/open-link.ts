/** What anybody may do who has the address of a form's link. One that is unknown, expired, withdrawn, full or of a closed form answers like any other such. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import * as contract from '../../../../model/contract/devtool/form-links.ts'
import { MAX_ENTRY_FILE } from '../../../../model/devtool/form-entries.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { formEntries } from '../../../../model/index.ts'
import type { Language } from '../../../../model/language.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { hashToken, neededKeyOf, useCaptcha } from '../../../identity/index.ts'
import { isUsable } from '../../../tenancy/index.ts'
import type { PublishedForm } from '../../../forms/index.ts'
import { dictionaryTypes, keepFile, membersOf, publishedForm } from '../../../forms/index.ts'
import { consumeAllowances, keyOf, networkOf } from '../../../kernel/database/counters.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { fieldsFor, seenPart, writableIds } from '../../../../model/form/fields-for.ts'
import { keepEntry } from './keep.ts'

const HOUR = 3600
/** From one network: links that lead nowhere within a quarter of an hour, entries and files within an hour. */
const MISSES = { most: 100, seconds: 15 * 60 }
const ENTRIES = { most: 120, seconds: HOUR }
const FILES = { most: 120, seconds: HOUR }
/** By one link within an hour, from all networks. */
const ENTRIES_OF_LINK = { most: 2000, seconds: HOUR }
/** Bytes of an entry. */
const MAX_ENTRY_BYTES = 64 * 1024

interface Link {
  readonly id: string
  readonly tenantId: TenantId
  readonly formId: string
}
type Asking = Pick<Call<unknown>, 'services' | 'request'>

/** @throws Failure `form.link`, alike for whatever a link can no longer be */
async function linkBehind({ services: { transactions }, request }: Asking, secret: string): Promise<Link> {
  const row = await transactions.inPlatform(
    'a link comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('form_links as link')
          .innerJoin('forms as form', (on) => on.onRef('form.tenant_id', '=', 'link.tenant_id').onRef('form.id', '=', 'link.form_id'))
          .innerJoin('tenants', 'tenants.id', 'link.tenant_id')
          .select(['link.id', 'link.tenant_id', 'link.form_id', 'form.form_status', 'tenants.status as tenant_status'])
          .select(['tenants.expires_at', 'marked_at'])
          .select([
            sql<boolean>`coalesce(link.expires_at <= now(), false)`.as('is_over'),
            sql<boolean>`coalesce(link.entries >= link.max_entries, false)`.as('is_full'),
          ])
          .where('token_hash', '=', hashToken(secret)),
      ),
    'read',
  )
  if (row && !row.is_over && !row.is_full && row.form_status === 'published' && isUsable(row)) {
    nameAuthor(request, { tenantId: row.tenant_id })
    return { id: row.id, tenantId: row.tenant_id, formId: row.form_id }
  }
  await consumeAllowances(transactions, [{ key: keyOf('form-link-address', networkOf(request.ip)), ...MISSES }])
  return fail('form.link')
}

const outside = ({ definition }: PublishedForm) => fieldsFor(definition, 'outside')

const open = implement(contract.openFormLink, {
  access: 'public',
  space: 'essential',
  summary: 'The form behind a link, without the fields that only some roles see',
  of: formEntries,
  async handle({ input, services, request }) {
    const link = await linkBehind({ services, request }, input.token)
    return services.transactions.inTenant(
      { tenantId: link.tenantId },
      async (tx) => {
        const form = await publishedForm(tx, link.formId)
        const fields = outside(form)
        const definition = seenPart(form.definition, fields)
        return {
          formDescription: form.description,
          formVersion: form.version,
          definition: forEverybody(definition),
          writable: writableIds(definition, fields),
          zone: await tx.timeZone(),
          now: form.now,
          dictionaries: await dictionariesOf(tx, definition, languageOfRequest(request)),
        }
      },
      'read',
    )
  },
})

/** Codes of roles are the tenant's own business. */
function forEverybody(definition: FormDefinition): FormDefinition {
  return { ...definition, fields: definition.fields.map(({ seenBy: _seenBy, writtenBy: _writtenBy, ...field }) => field) }
}

/** The members of the dictionaries that the form names, and of no others. */
async function dictionariesOf(tx: Transaction, definition: FormDefinition, language: Language) {
  const members = await membersOf(tx, definition, language)
  return Object.fromEntries(
    dictionaryTypes(definition).map((type) => [
      type,
      members.filter((member) => member.type === type).map(({ value, label }) => ({ value, label })),
    ]),
  )
}

const submit = implement(contract.submitFormLink, {
  access: 'public',
  unloggedInput: ['data'],
  summary: 'Send an entry by a link, with the characters of an image',
  of: formEntries,
  bodyLimit: MAX_ENTRY_BYTES,
  async handle(call) {
    const { input, services, request, t } = call
    const { transactions } = services
    const key = neededKeyOf(call, input.key)
    const network = networkOf(request.ip)
    await consumeAllowances(transactions, [{ key: keyOf('form-link-entries', network), ...ENTRIES }])
    const link = await linkBehind(call, input.token)
    await useCaptcha(transactions, { key, text: input.charCaptcha }, request.ip)
    await consumeAllowances(transactions, [{ key: keyOf('form-link', link.id), ...ENTRIES_OF_LINK }])
    return transactions.inTenant({ tenantId: link.tenantId, operationId: request.id }, async (tx) => {
      // Counted with the entry, so that no more come at once than are wanted.
      const counted = await tx.run(
        build
          .updateTable('form_links')
          .set({ entries: sql`entries + 1` })
          .where('id', '=', link.id)
          .where(sql<boolean>`(max_entries is null or entries < max_entries)`),
      )
      if (counted === 0) fail('form.link-full')
      const form = await publishedForm(tx, link.formId)
      if (form.status !== 'published') fail('form.closed')
      if (input.formVersion !== form.version) fail('entry.version')
      const { entryNumber } = await keepEntry(
        tx,
        { linkId: link.id, fields: outside(form), language: languageOfRequest(request), t },
        { formId: form.id, version: form.version, definition: form.definition, now: form.now, data: input.data, isDraft: false },
        services.blobs,
      )
      return { entryNumber }
    })
  },
})

const upload = implement(contract.uploadFormLinkFile, {
  access: 'public',
  summary: 'Bring a file for an entry that is sent by a link',
  of: formEntries,
  upload: { megabytes: MAX_ENTRY_FILE.fromOutside },
  async handle({ input: { token, field }, services, request, upload: file }) {
    const { transactions, blobs } = services
    await consumeAllowances(transactions, [{ key: keyOf('form-link-files', networkOf(request.ip)), ...FILES }])
    const link = await linkBehind({ services, request }, token)
    return keepFile({
      upload: file,
      blobs,
      inTenant: (work) => transactions.inTenant({ tenantId: link.tenantId, operationId: request.id }, work),
      formId: link.formId,
      field,
      linkId: link.id,
      async fieldOf(tx) {
        const form = await publishedForm(tx, link.formId)
        return form.definition.fields.find((each) => each.id === field && outside(form).mayWrite(each))
      },
    })
  },
})

export const linkRoutes = [open, submit, upload]
