/**
 * The entries of a form as a file: the fields that the caller sees, in the order of the list. However many there are, a batch of them is in memory,
 * and no connection waits for whoever takes the file slowly.
 */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { z } from 'zod'
import * as contract from '../../../../model/contract/devtool/form-entries.ts'
import { formEntries } from '../../../../model/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import type { PublishedForm } from '../../../forms/index.ts'
import { fieldsOf, membersOf, namesIn, publishedForm, seenValues } from '../../../forms/index.ts'
import type { Cell, Sheet } from '../../../documents/index.ts'
import type { FormatName } from '../../../exchange/index.ts'
import { aboutOf, assertFits, formats, timeInName } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { pgArray } from '../../../kernel/database/pg-array.ts'
import { personBehind, seesPeople } from '../../../kernel/resources/people.ts'
import { seenPart } from '../../../../model/form/fields-for.ts'
import type { EntryColumn, ListedEntry } from './entry-columns.ts'
import { entryColumns, heightOf } from './entry-columns.ts'
import { entryFilterWords } from './filter-words.ts'
import { isTypable } from './import-cells.ts'
import { isSeen } from './seen-entries.ts'
import { entriesOf, orderOf } from './select-entries.ts'

type Input = Omit<z.output<typeof contract.exportFormEntry.input>, 'fileFormat'>
type Asking = Pick<Call<Input>, 'input' | 'caller' | 't' | 'request' | 'services' | 'inTenant'>

/** Entries a batch. */
const BATCH = 500

export const exportFormEntry = implement(contract.exportFormEntry, {
  access: 'granted',
  unloggedInput: ['filters'],
  summary: 'Export the entries of a form as .xlsx or CSV; or an empty workbook to fill in',
  of: formEntries,
  reads: true,
  file: formats.xlsx.type,
  handle: (call) => fileOf(call, call.input.fileFormat ?? 'xlsx'),
})
export const exportWordFormEntry = implement(contract.exportWordFormEntry, {
  access: 'granted',
  unloggedInput: ['filters'],
  summary: 'Export the entries of a form as .docx',
  of: formEntries,
  reads: true,
  file: formats.docx.type,
  handle: (call) => fileOf(call, 'docx'),
})
export const exportPDFFormEntry = implement(contract.exportPDFFormEntry, {
  access: 'granted',
  unloggedInput: ['filters'],
  summary: 'Export the entries of a form as .pdf',
  of: formEntries,
  reads: true,
  file: formats.pdf.type,
  handle: (call) => fileOf(call, 'pdf'),
})

async function fileOf({ input, caller, t, request, services, inTenant }: Asking, format: FormatName): Promise<Download> {
  const { isTemplate = false, id, ...query } = input
  const language = languageOfRequest(request)
  const form = await inTenant((tx) => publishedForm(tx, query.formId))
  const fields = fieldsOf(caller, form.definition)
  const seen = seenPart(form.definition, fields)
  const shown = isTemplate ? { ...seen, fields: seen.fields.filter((field) => isTypable(field) && fields.mayWrite(field)) } : seen
  const columns = entryColumns(shown, { language, t, seesOwner: seesPeople(caller) }).slice(isTemplate ? -shown.fields.length : 0)
  const order = orderOf(seen, query.sorter, t)
  const rows = entriesOf(caller, seen, { ...query, ids: id }, t)
    .select('entry.id')
    .orderBy(sql`${sql.join([...order])}`)
  const ids = isTemplate ? [] : (await inTenant((tx) => tx.all(rows.limit(formats[format].most + 1)))).map((row) => row.id)
  assertFits(format, ids.length)
  const read = () => cellsOf({ services, caller, columns, form, ids, language, t })
  const filters = isTemplate ? [] : await inTenant((tx) => entryFilterWords(tx, caller, seen, { ...query, ids: id }, { language, t }))
  const { about, ...heading } = await aboutOf(services, caller, t, { title: form.description, filters })
  const sheet: Sheet = {
    ...heading,
    // What is to be filled in holds nothing yet.
    ...(isTemplate || !about ? {} : { about }),
    locale: localeOf[language],
    columns: columns.map(({ column }) => column),
    rows: read(),
    key: 0,
    before: read,
  }
  return new Download({
    name: `${form.description.replace(/[\\/:*?"<>|]/g, ' ')} ${await timeInName(services, caller.tenantId)}.${format}`,
    type: formats[format].type,
    stream: Readable.from(formats[format].write(sheet)),
  })
}

interface Reading extends Pick<Call<Input>, 'services' | 'caller' | 't'> {
  readonly columns: readonly EntryColumn[]
  readonly form: PublishedForm
  readonly ids: readonly string[]
  readonly language: ReturnType<typeof languageOfRequest>
}

async function* cellsOf({ services: { transactions }, caller, columns, form, ids, language, t }: Reading): AsyncGenerator<Cell[][]> {
  const fields = fieldsOf(caller, form.definition)
  const seen = seenPart(form.definition, fields)
  for (let first = 0; first < ids.length; first += BATCH) {
    const some = ids.slice(first, first + BATCH)
    yield await transactions.inTenant(
      caller,
      async (tx) => {
        const found = await tx.all(
          build
            .selectFrom('form_entries as entry')
            .select(['entry.id', 'entry_number', 'entry_state', 'entry_source', 'submit_time', 'data'])
            .select(personBehind(caller, 'entry', 'owner_id').as('owner'))
            .where(sql<boolean>`entry.id = any(${pgArray(some)}::uuid[])`)
            .where(isSeen(caller)),
        )
        const byId = new Map(
          found.map((row): [string, ListedEntry] => [row.id, { ...row, data: seenValues(form.definition, fields, row.data) }]),
        )
        const entries = some.flatMap((id) => byId.get(id) ?? [])
        const [names, members, zone] = await Promise.all([
          namesIn(
            tx,
            caller,
            seen,
            entries.map(({ data }) => data),
          ),
          membersOf(tx, seen, language),
          tx.timeZone(),
        ])
        const words = { language, t, zone, names, members: new Map(members.map(({ type, value, label }) => [`${type} ${value}`, label])) }
        return entries.flatMap((entry) =>
          Array.from({ length: heightOf(seen, entry) }, (_, at) => columns.map(({ cell }) => cell(entry, at, words))),
        )
      },
      'read',
    )
  }
}
