/** An entry on paper: the fields that the caller sees, in the caller's language and by the tenant's clock. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { printFormEntry as contract } from '../../../../model/contract/devtool/form-print.ts'
import { checkEntry, conditionsOf } from '../../../../model/form/check-entry.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { formEntries, forms, users } from '../../../../model/index.ts'
import { valueText } from '../../../../model/form/value-text.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Picture } from '../../../documents/index.ts'
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
import { wordsOfHtml } from '../../../kernel/resources/rich-text.ts'
import { checkCodeOf } from '../shared/check-code.ts'
import { seenPart } from '../../../../model/form/fields-for.ts'
import { blocksOf } from '../shared/printed-form.ts'
import { publishedForm, versionOf } from '../shared/published.ts'
import { membersOf } from './dictionaries.ts'
import { namesIn } from './names.ts'
import { fieldsOf, isSeen, seenValues } from './seen-entries.ts'

/** Bytes of the pictures of one paper; of what is beyond only the names stand there. */
const MAX_PICTURES = 40 * 1024 ** 2

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
      .select(['form_id', 'form_version', 'entry_number', 'entry_state', 'submit_time', 'data', 'person.username'])
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
  // By what is seen alone: a heading that stands there because of a hidden value would tell it.
  const context = { now: form.now, zone, mayWrite: () => true, before: data, isDraft: true }
  const checked = checkEntry(definition, data, context)
  const names = await namesIn(tx, caller, definition, [data])
  const members = new Map((await membersOf(tx, definition, language)).map(({ type, value, label }) => [`${type} ${value}`, label]))
  const wording = { language, t, zone, names, words: (type: string, value: string) => members.get(`${type} ${value}`) }
  const pictures = await picturesOf(tx, call, definition, data)
  const tenant = await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId))
  const view = viewOf(caller, formEntries)
  const { entry_state: state, submit_time: submitted, username } = entry
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
      ...(view.sees('ownerId') && viewOf(caller, users).sees('username') && username ? [t('forms.paper.by', { user: username })] : []),
    ],
    blocks: blocksOf(
      definition,
      { language, t },
      {
        data,
        textOf: (part, value) =>
          part.kind === 'rich-text' ? wordsOfHtml(valueText(part, value, wording)) : valueText(part, value, wording),
        isShown: ({ id }) => checked.fields.has(id) || data[id] !== undefined,
        holds: conditionsOf(definition, checked.data, context),
        pictures: ({ id }) => pictures.get(id) ?? [],
      },
    ),
  }
}

/** The pictures and signatures of the fields that are seen, one after the other, as many as a paper may have. */
async function picturesOf(
  tx: Transaction,
  { input, services: { blobs } }: Asked,
  { fields }: FormDefinition,
  data: Readonly<Record<string, unknown>>,
): Promise<ReadonlyMap<string, Picture[]>> {
  const wanted = fields.filter(({ kind, id }) => (kind === 'pictures' || kind === 'signature') && data[id] !== undefined)
  const found = new Map<string, Picture[]>()
  if (wanted.length === 0) return found
  const files = await tx.all(
    build.selectFrom('form_files').select(['id', 'field_id', 'file_name', 'size', 'blob_id']).where('entry_id', '=', input.id),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  let left = MAX_PICTURES
  for (const field of wanted) {
    const pictures: Picture[] = []
    for (const id of idsOf(field, data[field.id])) {
      const file = byId.get(id)
      if (!file || file.field_id !== field.id) continue
      const isWithin = Number(file.size) <= left
      if (isWithin) left -= Number(file.size)
      pictures.push({ name: file.file_name, ...(isWithin ? { bytes: await buffer((await blobs.open(tx, file.blob_id)).stream) } : {}) })
    }
    found.set(field.id, pictures)
  }
  return found
}

const idsOf = ({ kind }: FormField, value: unknown): string[] =>
  (kind === 'signature' ? [value] : Array.isArray(value) ? value : []).map((file) => String(Object(file)['id' as keyof object]))
