/** What stands in a form on its way to the server. What becomes of it is decided by `checkEntry` alone; this says what it is given. */
import type { CheckedEntry, EntryContext, EntryData, EntryFault } from '../../../model/form/check-entry.ts'
import { checkEntry } from '../../../model/form/check-entry.ts'
import type { FormColumn, FormDefinition } from '../../../model/form/definition.ts'
import { isEmptyValue } from '../../../model/form/field-values.ts'

/** What people see is what they send: a switch that nobody touched is off. */
export function asShown({ fields }: FormDefinition, data: EntryData, before: EntryData | undefined): EntryData {
  const off: Record<string, unknown> = {}
  for (const { id, kind, initial, compute } of fields)
    if (kind === 'switch' && !initial && !compute && data[id] === undefined && before?.[id] === undefined) off[id] = false
  return withRows(fields, { ...data, ...off })
}

/** The same of the switches in the rows of tables. */
function withRows(fields: FormDefinition['fields'], data: Record<string, unknown>): EntryData {
  for (const { id, columns = [] } of fields) {
    const switches = columns.filter((column) => column.kind === 'switch' && !column.initial && !column.compute)
    const rows = data[id]
    if (switches.length === 0 || !Array.isArray(rows)) continue
    data[id] = rows.map((row: EntryData) => ({ ...offOf(switches), ...row }))
  }
  return data
}

const offOf = (switches: readonly FormColumn[]) => Object.fromEntries(switches.map(({ id }) => [id, false]))

/** A fault that people can see and mend. What is not shown is not sent, whatever stood in it. */
export const isShownFault = ({ code }: EntryFault): boolean => code !== 'hidden'

export interface ReadyEntry {
  /** What is sent: the fields that are there and may be written. */
  readonly data: EntryData
  /** What keeps it from being sent. */
  readonly faults: readonly EntryFault[]
}

/** What of the filled-in form is sent, and what is wrong with it. Of a draft, what is wrong is left out. */
export function readyToSend(definition: FormDefinition, data: EntryData, context: EntryContext): ReadyEntry {
  const shown = asShown(definition, data, context.before)
  const checked = checkEntry(definition, shown, context)
  return { data: dataToSend(definition, shown, checked), faults: checked.faults.filter(isShownFault) }
}

function dataToSend({ fields }: FormDefinition, shown: EntryData, checked: CheckedEntry): EntryData {
  const sent: Record<string, unknown> = {}
  for (const { id } of fields) {
    const state = checked.fields.get(id)
    // What is calculated or locked is the server's to say.
    if (!state || state.isReadOnly) continue
    if (!isEmptyValue(checked.data[id])) sent[id] = checked.data[id]
    // Emptied, and not merely left alone: it is not to begin anew with what new entries begin with.
    else if (Object.hasOwn(shown, id) && isEmptyValue(shown[id])) sent[id] = null
  }
  return sent
}
