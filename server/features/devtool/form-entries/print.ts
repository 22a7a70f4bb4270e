/** An entry on paper: the fields that the caller sees, in the caller's language and by the tenant's clock. */
import { Readable } from 'node:stream'
import { printFormEntry as contract } from '../../../../model/contract/devtool/form-print.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { formEntries, forms } from '../../../../model/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import { PDF, writePaper } from '../../../documents/index.ts'
import { noteOf } from '../../../exchange/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import { seenPart } from '../../../../model/form/fields-for.ts'
import { blocksOfValues, checkCodeOf, fieldsOf, publishedForm, seenValues, versionOf } from '../../../forms/index.ts'
import { isSeen } from './seen-entries.ts'

type Asked = Call<{ readonly id: string }>

export const printFormEntry = implement(contract, {
  access: 'granted',
  summary: 'An entry as a PDF',
  of: formEntries,
  reads: true,
  file: PDF,
  async handle(call) {
    const { services, caller, t, request } = call
    const printed = await call.inTenant((tx) => read(tx, call))
    const { title, version, number, definition, blocks, code, tenant, facts } = printed
    const { print } = definition
    const language = languageOfRequest(request)
    const stream = writePaper({
      title,
      author: tenant,
      locale: localeOf[language],
      isLandscape: print?.isLandscape ?? false,
      header: print?.header ? textIn(print.header, language) : tenant,
      note: facts.join(' · '),
      footer: [title, ...version, ...number, t('forms.paper.check', { code })].filter(Boolean).join(' · '),
      blocks,
      signatures: (print?.signatures ?? []).map((label) => textIn(label, language)),
      ending: `${t('forms.paper.printed', { note: await noteOf(services, caller) })}\n${t('forms.paper.check-about')}`,
    })
    return new Download({ name: `${[title, ...number].filter(Boolean).join(' ') || 'form'}.pdf`, type: PDF, stream: Readable.from(stream) })
  },
})

/** What stands on the paper. @throws Failure `row.not-found` */
async function read(tx: Transaction, call: Asked) {
  const { caller, input, t, request } = call
  const language = languageOfRequest(request)
  const entry = await tx.first(
    build
      .selectFrom('form_entries as entry')
      .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'entry.tenant_id').onRef('person.id', '=', 'entry.owner_id'))
      .select(['form_id', 'form_version', 'entry_number', 'entry_state', 'submit_time', 'data', personIn(caller, 'person').as('who')])
      .where('entry.id', '=', input.id)
      .where(isSeen(caller)),
  )
  if (!entry) return fail('row.not-found')
  const form = await publishedForm(tx, entry.form_id)
  const whole = await versionOf(tx, entry.form_id, entry.form_version)
  const fields = fieldsOf(caller, form.definition)
  const definition = seenPart(whole, fields)
  const data = seenValues(whole, fields, entry.data)
  const zone = await tx.timeZone()
  const owner = { by: 'entry_id', id: input.id } as const
  const blocks = await blocksOfValues(tx, { caller, t, language, blobs: call.services.blobs }, { definition, data, owner, now: form.now })
  const tenant = await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId))
  const view = viewOf(caller, formEntries)
  const { entry_state: state, submit_time: submitted, who } = entry
  const number = view.sees('entryNumber') ? [t('forms.paper.number', { number: entry.entry_number })] : []
  return {
    title: view.sees('formId') && viewOf(caller, forms).sees('formDescription') ? form.description : '',
    version: view.sees('formVersion') ? [t('forms.paper.version', { version: entry.form_version })] : [],
    number,
    definition,
    tenant: tenant?.tenant_name ?? '',
    code: checkCodeOf([entry.form_id, entry.form_version, input.id, data]),
    facts: [
      ...number,
      ...(view.sees('entryState') && state !== 'submitted' ? [t(`forms.paper.state-${state}`)] : []),
      ...(view.sees('submitTime') && submitted ? [t('forms.paper.submitted', { time: secondText(zone, submitted.getTime()) })] : []),
      ...(view.sees('ownerId') && who !== null ? [t('forms.paper.by', { user: who })] : []),
    ],
    blocks,
  }
}
