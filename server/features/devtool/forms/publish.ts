/** What is published of a form: versions that nobody changes any more, and whether it takes entries. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/devtool/forms.ts'
import type { FormState } from '../../../../model/devtool/forms.ts'
import { checkDefinition } from '../../../../model/form/check-definition.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { sentenceOfDefinitionFault } from '../../../../model/form/texts.ts'
import { forms } from '../../../../model/index.ts'
import type { Language } from '../../../../model/language.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { versionOf } from '../../../forms/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { assertForOutside } from '../shared/outside.ts'
import { viewWithContent } from '../shared/sees-content.ts'
import { readDefinitionText } from '../shared/read-definition.ts'
import { refuseMeanwhile } from './design.ts'
import { authorOf } from './writes.ts'

export const publishGeneratorForm = implement(contract.publishGeneratorForm, {
  access: 'granted',
  summary: 'Publish the draft of a form as its next version, which is never changed',
  of: forms,
  async handle(call) {
    viewWithContent(call)
    const { input, caller, t, request } = call
    const language = languageOfRequest(request)
    return call.inTenant(async (tx) => {
      const form = await tx.first(
        build
          .selectFrom('forms')
          .select(['form_content', 'form_version'])
          .where('id', '=', input.id)
          .where('version', '=', input.revision)
          .forUpdate(),
      )
      if (!form) return refuseMeanwhile(tx, call, input.id)
      const definition = readDefinitionText(form.form_content, t)
      assertPublishable(definition, language, t)
      if (await tx.first(build.selectFrom('form_links').select('id').where('form_id', '=', input.id).limit(1)))
        assertForOutside(definition, language, t)
      const formVersion = form.form_version + 1
      await tx.run(
        build.insertInto('form_versions').values({
          tenant_id: caller.tenantId,
          form_id: input.id,
          form_version: formVersion,
          definition: JSON.stringify(definition),
          published_by: authorOf(call),
        }),
      )
      const status = sql<FormState>`case when form_status = 'closed' then 'closed' else 'published' end`
      return {
        formVersion,
        revision: (await change(tx, input.id, { form_version: formVersion, form_status: status })) ?? fail('row.not-found'),
      }
    })
  },
})

/** @throws Failure `form.faults`, with each fault at its field */
function assertPublishable(definition: FormDefinition, language: Language, t: Translate): void {
  const faults = checkDefinition(definition)
  if (faults.length === 0) return
  const fields = faults.map((fault) => ({
    field: fault.field ?? 'definition',
    message: sentenceOfDefinitionFault(fault, definition, language, t),
    code: fault.code,
  }))
  fail('form.faults', { values: { problem: fields[0]?.message ?? '' }, fields: fields.slice(0, 100) })
}

/** The new revision; nothing where there is no such form. */
async function change(tx: Transaction, id: string, set: object): Promise<number | undefined> {
  const row = await tx.first(
    build
      .updateTable('forms')
      .set({ ...set, updated_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', id)
      .returning('version'),
  )
  return row?.version
}

const switching = (call: typeof contract.closeGeneratorForm, status: FormState, summary: string) =>
  implement(call, {
    access: 'granted',
    space: 'essential',
    summary,
    of: forms,
    handle: ({ input: { id }, inTenant }) =>
      inTenant(async (tx) => {
        const form = await tx.first(build.selectFrom('forms').select('form_version').where('id', '=', id).forUpdate())
        if (!form) return fail('row.not-found')
        if (form.form_version === 0) return fail('form.not-published')
        return { id, version: (await change(tx, id, { form_status: status })) ?? fail('row.not-found') }
      }),
  })

export const closeGeneratorForm = switching(
  contract.closeGeneratorForm,
  'closed',
  'Close a form: it takes no new entries, by a link neither',
)
export const openGeneratorForm = switching(contract.openGeneratorForm, 'published', 'Let a closed form take entries again')

export const queryFormVersion = implement(contract.queryFormVersion, {
  access: 'granted',
  summary: 'The published versions of a form, the newest first',
  of: forms,
  async handle({ input: { id }, caller, inTenant }) {
    const rows = await inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('forms').select('id').where('id', '=', id)))) fail('row.not-found')
      return tx.all(
        build
          .selectFrom('form_versions as version')
          .leftJoin('users as person', (on) =>
            on.onRef('person.tenant_id', '=', 'version.tenant_id').onRef('person.id', '=', 'version.published_by'),
          )
          .select(['version.form_version', 'published_at', personIn(caller, 'person').as('who')])
          .select(
            sql<number>`(select count(*) from form_entries entry where entry.tenant_id = version.tenant_id and entry.form_id = version.form_id
              and entry.form_version = version.form_version and entry.entry_state = 'submitted')::integer`.as('entries'),
          )
          .where('version.form_id', '=', id)
          .orderBy('version.form_version', 'desc'),
      )
    })
    const seesName = seesPeople(caller)
    return rows.map((row) => ({
      formVersion: row.form_version,
      publishedBy: seesName ? row.who : null,
      publishedAt: row.published_at.getTime(),
      entries: row.entries,
    }))
  },
})

export const queryFormVersionContent = implement(contract.queryFormVersionContent, {
  access: 'granted',
  summary: 'What a published version of a form says',
  of: forms,
  async handle({ input: { id, formVersion }, caller, inTenant }) {
    viewWithContent({ caller })
    return inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('forms').select('id').where('id', '=', id)))) fail('row.not-found')
      return { formVersion, definition: await versionOf(tx, id, formVersion) }
    })
  },
})
