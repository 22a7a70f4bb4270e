/** The draft of a form: read, saved by one person at a time, begun from a version, copied. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/devtool/forms.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { checkDefinition } from '../../../../model/form/check-definition.ts'
import { forms } from '../../../../model/index.ts'
import { secondText } from '../../../../model/zone.ts'
import { versionOf } from '../../../forms/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow } from '../../../kernel/resources/add.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { readDefinition, readDefinitionText } from '../shared/read-definition.ts'
import { viewWithContent } from '../shared/sees-content.ts'
import { authorOf, formWrites } from './writes.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't'>

const draftOf = (caller: Caller, id: string) =>
  build
    .selectFrom('forms as form')
    .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'form.tenant_id').onRef('person.id', '=', 'form.saved_by'))
    .select([
      'form_description',
      'form_content',
      'form_status',
      'form_version',
      'form.version',
      'saved_at',
      personIn(caller, 'person').as('who'),
    ])
    .where('form.id', '=', id)

export const queryFormDesign = implement(contract.queryFormDesign, {
  access: 'granted',
  summary: 'The draft of a form, with what keeps it from being published',
  of: forms,
  async handle({ input: { id }, caller, t, inTenant }) {
    const view = viewWithContent({ caller })
    const form = (await inTenant((tx) => tx.first(draftOf(caller, id)))) ?? fail('row.not-found')
    const definition = readDefinitionText(form.form_content, t)
    return {
      id,
      formDescription: view.sees('formDescription') ? form.form_description : '',
      definition,
      revision: form.version,
      formStatus: form.form_status,
      formVersion: form.form_version,
      faults: checkDefinition(definition),
      savedBy: seesPeople(caller) ? form.who : null,
      savedAt: form.saved_at?.getTime() ?? null,
      mayChange: view.allowed.includes('design'),
    }
  },
})

export const saveFormDraft = implement(contract.saveFormDraft, {
  access: 'granted',
  summary: 'Keep the draft of a form; refused where somebody else saved it meanwhile',
  of: forms,
  async handle(call) {
    viewWithContent(call)
    const { input, t } = call
    const definition = readDefinition(input.definition, t)
    const { version, saved_at } = await call.inTenant((tx) => keepDraft(tx, call, input, definition))
    return { revision: version, savedAt: saved_at.getTime(), faults: checkDefinition(definition) }
  },
})

export const restoreFormVersion = implement(contract.restoreFormVersion, {
  access: 'granted',
  summary: 'Make a published version of a form its draft again',
  of: forms,
  async handle(call) {
    viewWithContent(call)
    return call.inTenant(async (tx) => {
      const definition = await versionOf(tx, call.input.id, call.input.formVersion)
      return { revision: (await keepDraft(tx, call, call.input, definition)).version }
    })
  },
})

interface Revision {
  readonly id: string
  readonly revision: number
}

async function keepDraft(tx: Transaction, asking: Asking, { id, revision }: Revision, definition: FormDefinition) {
  const kept = await tx.first(
    build
      .updateTable('forms')
      .set({
        form_content: JSON.stringify(definition),
        saved_by: authorOf(asking),
        saved_at: sql`now()`,
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .where('version', '=', revision)
      .returning(['version', sql<Date>`saved_at`.as('saved_at')]),
  )
  return kept ?? refuseMeanwhile(tx, asking, id)
}

/** Says who saved meanwhile and when. @throws Failure `form.saved-meanwhile`, `row.not-found` */
export async function refuseMeanwhile(tx: Transaction, { caller, t }: Asking, id: string): Promise<never> {
  const form = (await tx.first(draftOf(caller, id))) ?? fail('row.not-found')
  const savedBy = seesPeople(caller) ? form.who : null
  const savedAt = form.saved_at?.getTime() ?? null
  const user = savedBy ?? t('error.form.saved-by-somebody')
  const time = savedAt === null ? '' : secondText(await tx.timeZone(), savedAt)
  return fail('form.saved-meanwhile', { values: { user, time }, more: { savedBy, savedAt, revision: form.version } })
}

export const copyGeneratorForm = implement(contract.copyGeneratorForm, {
  access: 'granted',
  summary: 'Make a new form with the draft of another one',
  of: forms,
  async handle(call) {
    viewWithContent(call)
    return call.inTenant(async (tx) => {
      const { id, formDescription } = call.input
      const form = (await tx.first(draftOf(call.caller, id))) ?? fail('row.not-found')
      return addOne(tx, formWrites, call, [newRow({ formDescription, ...(form.form_content ? { formContent: form.form_content } : {}) })])
    })
  },
})
