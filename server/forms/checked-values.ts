/**
 * What becomes of values that somebody fills in: what the form's check leaves of them, and what only the server can say besides. Rows that are named have
 * to be there for whoever names them, and readings have to be stored.
 */
import { placeOf } from '../../model/devtool/entry-faults.ts'
import type { FieldError } from '../../model/errors.ts'
import type { CheckedEntry, EntryContext, EntryData, EntryFault } from '../../model/form/check-entry.ts'
import { checkEntry } from '../../model/form/check-entry.ts'
import type { FormDefinition } from '../../model/form/definition.ts'
import type { FieldsFor } from '../../model/form/fields-for.ts'
import { sentenceOfFault } from '../../model/form/texts.ts'
import type { Language } from '../../model/language.ts'
import type { Translate } from '../../model/labels/index.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import { missingChoices, missingRows, unstoredReadings } from './named-rows.ts'
import { isStorable } from './storable.ts'

/** Who fills in: what of the form they see and write, and in which language they are told what is wrong. */
export interface Filling {
  readonly fields: FieldsFor
  readonly language: Language
  readonly t: Translate
}

export interface Given {
  readonly definition: FormDefinition
  readonly data: EntryData
  readonly before?: EntryData | undefined
  /** The clock, in milliseconds since 1970. */
  readonly now: number
  readonly isDraft: boolean
}

const CANNOT_WRITE: ReadonlySet<string> = new Set(['read-only', 'hidden'])

/** What the form leaves of what was sent. @throws Failure `entry.invalid`, with each fault at its place */
export async function checkValues(tx: Pick<Transaction, 'timeZone'>, filling: Filling, given: Given): Promise<CheckedEntry> {
  const { definition, data, before, now, isDraft } = given
  const context: EntryContext = { now, zone: await tx.timeZone(), mayWrite: filling.fields.mayWrite, before, isDraft }
  const checked = checkEntry(definition, data, context)
  const unstorable = definition.fields.filter(({ id }) => !isStorable(checked.data[id]))
  const unknown = unknownFields(given, filling.fields)
  // That it cannot be written would tell that it is there.
  const shownFaults = checked.faults.filter(
    ({ field, code }) => !CANNOT_WRITE.has(code) || !unknown.some((hidden) => hidden.field === field),
  )
  refuseFaults([...unknown, ...shownFaults], definition, filling)
  refuseFaults(
    unstorable.map(({ id }) => ({ field: id, code: 'text' })),
    definition,
    filling,
  )
  return checked
}

/** Refuses what names something that there is not, as the transaction sees it. @throws Failure `entry.invalid` */
export async function assertNamed(
  tx: Transaction,
  filling: Filling,
  { definition, data, before }: Pick<Given, 'definition' | 'data' | 'before'>,
): Promise<void> {
  const faults = [
    ...(await missingRows(tx, definition, data, before)),
    ...(await missingChoices(tx, definition, data, before)),
    ...(await unstoredReadings(tx, definition, data, before)),
  ]
  refuseFaults(faults, definition, filling)
}

/** A field that is hidden from the sender answers like one that there is not. */
function unknownFields({ data, definition }: Given, { sees }: FieldsFor): EntryFault[] {
  const hidden = definition.fields.filter((field) => !sees(field) && Object.hasOwn(data, field.id))
  return hidden.map(({ id }) => ({ field: id, code: 'unknown' }))
}

/** Refuses what was filled in where something is wrong with it. @throws Failure `entry.invalid` where there is a fault, in the language of whoever fills in */
export function refuseFaults(faults: readonly EntryFault[], definition: FormDefinition, { language, t, fields: { sees } }: Filling): void {
  if (faults.length === 0) return
  // Of what is hidden nobody is told what it is called.
  const shown = { ...definition, fields: definition.fields.filter(sees) }
  const fields = [...new Map(faults.map((fault) => [`${placeOf(fault)} ${fault.code}`, fault])).values()].map((fault): FieldError => ({
    field: placeOf(fault).toWellFormed(),
    message: sentenceOfFault(fault, shown, language, t),
    code: fault.code,
    ...(fault.values ? { values: fault.values } : {}),
  }))
  fail('entry.invalid', { fields })
}
