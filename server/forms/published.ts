/** Forms as they are filled in: the newest published version, and those that entries were filled in with. */
import { sql } from 'kysely'
import QuickLRU from 'quick-lru'
import type { FormState } from '../../model/devtool/forms.ts'
import type { FormDefinition } from '../../model/form/definition.ts'
import { FORM_DEFINITION } from '../../model/form/definition.ts'
import { build } from '../kernel/database/sql.ts'
import { tenantOf } from '../kernel/database/tenant-id.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'

export interface PublishedForm {
  readonly id: string
  readonly description: string
  readonly status: FormState
  /** The newest. */
  readonly version: number
  readonly definition: FormDefinition
  /** The clock of the database, in milliseconds since 1970. */
  readonly now: number
}

/** A version never changes, so what it says can be remembered, and with it how it is made ready for its entries (model/form/compiled-form.ts). */
const known = new QuickLRU<string, FormDefinition>({ maxSize: 200 })

/** The form as it is filled in now. @throws Failure `row.not-found`, and `form.not-published` of one that has no version yet. */
export async function publishedForm(tx: Transaction, id: string): Promise<PublishedForm> {
  const form = await tx.first(
    build
      .selectFrom('forms')
      .select(['form_description', 'form_status', 'form_version', sql<number>`extract(epoch from now())::float8 * 1000`.as('now')])
      .where('id', '=', id),
  )
  if (!form) return fail('row.not-found')
  const { form_description: description, form_status: status, form_version: version, now } = form
  if (version === 0) return fail('form.not-published')
  return { id, description, status, version, now: Math.floor(now), definition: await versionOf(tx, id, version) }
}

/** What a version says. The caller sees the form. @throws Failure `row.not-found` */
export async function versionOf(tx: Transaction, formId: string, version: number): Promise<FormDefinition> {
  const key = `${tenantOf(tx)} ${formId} ${version}`
  const before = known.get(key)
  if (before) return before
  const found = await tx.first(
    build.selectFrom('form_versions').select('definition').where('form_id', '=', formId).where('form_version', '=', version),
  )
  if (!found) return fail('row.not-found')
  const definition = FORM_DEFINITION.parse(found.definition)
  known.set(key, definition)
  return definition
}
