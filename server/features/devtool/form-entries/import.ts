/**
 * Entries from a workbook or CSV: each row adds an entry, or changes the one whose number it has; all of them or none. What is wrong is told
 * with the row and the heading, what would change with the value that is there.
 */
import { importFormEntry as contract } from '../../../../model/contract/devtool/form-entries.ts'
import type { ImportedEntries } from '../../../../model/contract/devtool/form-entries.ts'
import { formEntries } from '../../../../model/index.ts'
import { fieldsOf, publishedForm } from '../../../forms/index.ts'
import { basisOf, isCleared, withRefusals } from '../../../exchange/index.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { valueOfCell } from './import-cells.ts'
import type { Change } from './import-changes.ts'
import { openChanges } from './import-changes.ts'
import { lookUp } from './import-known.ts'
import type { Line } from './import-table.ts'
import { MAX_ROWS, readTable } from './import-table.ts'
import { keepEntry } from './keep.ts'

const MAX_ERRORS = 200
const MAX_DIFFERENCES = 200
/** Rows whose entries are in memory at a time. */
const BATCH = 500

type Changes = NonNullable<ImportedEntries['changes']>

/** Ends the transaction of a check, or of an import with errors, so that nothing is stored. */
class Taken extends Error {}

export const importFormEntry = implement(contract, {
  access: 'granted',
  summary: 'Send an entry for each row of a workbook or CSV, or change the entries that its rows name, all of them or none',
  of: formEntries,
  upload: true,
  async handle({ input: { formId, mode, kind, basis }, caller, upload, t, request, services: { blobs }, inTenant }) {
    if (!upload?.path || upload.size === 0) return fail('import.empty')
    const { path } = upload
    const form = await inTenant((tx) => publishedForm(tx, formId))
    if (form.status === 'closed' && kind === 'add') fail('form.closed')
    const fields = fieldsOf(caller, form.definition)
    const table = await withRefusals(() => readTable(path, form.definition, fields, kind))
    const { columns, headings, unknown, numberAt, lines } = table
    if (kind !== 'add' && numberAt === undefined)
      fail('import.columns-missing', { values: { columns: t('field.form-entries.entryNumber') } })
    if (lines.length === 0) fail('import.no-rows')
    if (lines.length > MAX_ROWS) fail('import.too-long', { values: { rows: MAX_ROWS, columns: headings.length } })
    const language = languageOfRequest(request)
    const sender = { userId: caller.client?.id === caller.userId ? undefined : caller.userId, fields, language, t }
    const errors: ImportedEntries['errors'] = []
    const differences: Changes['differences'] = []
    const added: { row: number }[] = []
    const changed: { row: number; id: string; version: number }[] = []
    let [unchanged, differenceTotal] = [0, 0]
    const basisNow = () => basisOf({ added, changed })

    const refuse = ({ row, cells }: Line, at: number, message: string) =>
      errors.push({ row, heading: headings[at] ?? '', value: (cells[at] ?? '').slice(0, 200), message })
    /** Whether it is kept; what is wrong with it is noted. */
    async function keeps(line: Line, keep: () => Promise<unknown>): Promise<boolean> {
      try {
        await keep()
        return true
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'entry.invalid') throw error
        for (const { field, message } of error.details.fields ?? [])
          refuse(
            line,
            columns.findIndex((each) => each?.id === field.split('.')[0]),
            message,
          )
        return false
      }
    }

    try {
      await inTenant(async (tx) => {
        const known = await lookUp(tx, form.definition, columns, lines)
        const asked = { form, caller, fields, language, t, table, known }
        const changes = numberAt === undefined ? undefined : await openChanges(tx, { ...asked, numberAt })

        async function add(line: Line): Promise<void> {
          if (form.status === 'closed') fail('form.closed')
          const data: Record<string, unknown> = {}
          for (const [at, field] of columns.entries()) {
            const text = (line.cells[at] ?? '').trim()
            if (field && text !== '' && !isCleared(text)) data[field.id] = valueOfCell(field, text, known)
          }
          const sent = { formId, version: form.version, definition: form.definition, now: form.now, data, isDraft: false }
          if (await keeps(line, () => keepEntry(tx, sender, sent, blobs))) added.push({ row: line.row })
        }

        async function change(line: Line, { before, definition, formVersion: version, revision, data, differences: some }: Change) {
          if (some.length === 0) {
            unchanged += 1
            return
          }
          const sent = { formId, version, definition, now: form.now, before, data, isDraft: before.state === 'draft' }
          if (!(await keeps(line, () => keepEntry(tx, sender, sent, blobs)))) return
          changed.push({ row: line.row, id: before.id, version: revision })
          differenceTotal += some.length
          differences.push(...some.slice(0, MAX_DIFFERENCES - differences.length))
        }

        for (let start = 0; start < lines.length; start += BATCH) {
          const batch = lines.slice(start, start + BATCH)
          const found = await changes?.of(batch)
          for (const line of batch) {
            const one = found?.get(line.row)
            if (one === undefined) {
              if (kind === 'update') refuse(line, numberAt ?? -1, t('check.required', { field: t('field.form-entries.entryNumber') }))
              else await add(line)
            } else if ('refusal' in one) refuse(line, numberAt ?? -1, one.refusal)
            else await change(line, one)
          }
        }
        if (errors.length === 0 && mode !== 'check' && basis !== undefined && basis !== basisNow()) fail('import.overtaken')
        if (mode === 'check' || errors.length > 0) throw new Taken()
      })
    } catch (error) {
      if (!(error instanceof Taken)) throw error
    }
    const isStored = mode !== 'check' && errors.length === 0
    return {
      rows: lines.length,
      stored: isStored ? added.length + changed.length : 0,
      unknown,
      errors: errors.slice(0, MAX_ERRORS),
      errorTotal: errors.length,
      ...(kind === 'add'
        ? {}
        : { changes: { added: added.length, changed: changed.length, unchanged, differences, differenceTotal, basis: basisNow() } }),
    }
  },
})
