/** The form of a process as somebody sees it at one place of the process: what their roles show of it, and no more than the place lets them see and write. */
import type { FilledForm } from '../../../../model/contract/workflow/office.ts'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import type { FieldsFor } from '../../../../model/form/fields-for.ts'
import { seenPart, writableIds } from '../../../../model/form/fields-for.ts'
import { forms } from '../../../../model/index.ts'
import { entryOfVariables } from '../../../../model/workflow/form-variables.ts'
import type { FIELD_RIGHTS, TaskSettings } from '../../../../model/workflow/settings.ts'
import type { Variable } from '../../../../model/workflow/variables.ts'
import { VARIABLE_TYPES } from '../../../../model/workflow/variables.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fieldsOf, namesIn, publishedForm, seenValues, versionOf } from '../../../forms/index.ts'

/** What a place of a process lets be done with a field. */
export type Rights = (field: Pick<FormField, 'id'>) => (typeof FIELD_RIGHTS)[number]

/** Whoever starts a process fills in its form. */
export const AT_START: Rights = () => 'write'

/** What a task says of fields; what it does not name can be read. */
export const rightsAt = ({ fields = {} }: Pick<TaskSettings, 'fields'>): Rights => {
  const rightsByField = new Map(Object.entries(fields))
  return ({ id }) => rightsByField.get(id) ?? 'read'
}

export interface ProcessForm {
  readonly id: string
  readonly version: number
  readonly description: string
  readonly definition: FormDefinition
  readonly fields: FieldsFor
  /** The clock of the database, in milliseconds since 1970. */
  readonly now: number
}

/** The version of a form that a process uses, with what the caller sees and writes of it. The newest version decides for roles, as everywhere. */
export async function processForm(
  tx: Transaction,
  caller: Caller,
  { id, version }: { readonly id: string; readonly version: number },
  rights: Rights,
): Promise<ProcessForm> {
  const { description, definition: newest, now } = await publishedForm(tx, id)
  const definition = await versionOf(tx, id, version)
  const byRole = fieldsOf(caller, newest)
  const sees = (field: FormField) => byRole.sees(field) && rights(field) !== 'hidden'
  const fields = { sees, mayWrite: (field: FormField) => sees(field) && byRole.mayWrite(field) && rights(field) === 'write' }
  return { id, version, description, definition, fields, now }
}

/** The form with its values as a page is given them. @param isWritten Whether the caller can write at all now */
export async function filledForm(
  tx: Transaction,
  caller: Caller,
  { id, version, description, definition: whole, fields, now }: ProcessForm,
  data: EntryData,
  isWritten: boolean,
): Promise<FilledForm> {
  const definition = seenPart(whole, fields)
  const seen = seenValues(whole, fields, data)
  return {
    formId: id,
    formVersion: version,
    formDescription: viewOf(caller, forms).sees('formDescription') ? description : '',
    definition,
    writable: isWritten ? writableIds(whole, fields) : [],
    data: seen,
    names: await namesIn(tx, caller, definition, [seen]),
    zone: await tx.timeZone(),
    now,
  }
}

/** Which version of which form the instances of a definition are filled in by. */
export async function formOfDefinition(
  tx: Transaction,
  id: string,
): Promise<{ readonly id: string; readonly version: number } | undefined> {
  const row = await tx.first(build.selectFrom('process_definitions').select(['form_id', 'form_version']).where('id', '=', id))
  if (!row || row.form_id === null || row.form_version === null) return undefined
  return { id: row.form_id, version: row.form_version }
}

/** What the variables of an instance say of a form's fields. */
export async function storedEntry(tx: Transaction, definition: FormDefinition, instanceId: string): Promise<Record<string, unknown>> {
  return entryOfVariables(definition, await storedVariables(tx, instanceId))
}

/** The variables of an instance, by their names. */
export async function storedVariables(tx: Transaction, instanceId: string): Promise<(name: string) => Variable | undefined> {
  const rows = await tx.all(
    build
      .selectFrom('process_variables')
      .select(['name', 'variable_type', 'value'])
      .where('instance_id', '=', instanceId)
      .where('scope', '=', 0),
  )
  const variables = new Map(
    rows.map(({ name, variable_type: type, value }): [string, Variable] => [
      name,
      { type: VARIABLE_TYPES.find((one) => one === type) ?? 'text', value },
    ]),
  )
  return (name) => variables.get(name)
}
