/** What somebody sends of the form of a process: checked as they see and write it there, and kept as variables of the instance. */
import type { EntryData } from '../../../../model/form/check-entry.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { writableIds } from '../../../../model/form/fields-for.ts'
import { own } from '../../../../model/form/records.ts'
import { entryOfVariables, namesOfFields, variablesOfEntry } from '../../../../model/workflow/form-variables.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { NamedFile } from '../../../forms/index.ts'
import {
  assertNamed,
  bindFiles,
  checkValues,
  dropFiles,
  filesOf,
  nextNumber,
  refuseFaults,
  takeUnique,
  versionOf,
} from '../../../forms/index.ts'
import type { Fill, FillPlace, FilledIn } from '../../../workflow/index.ts'
import type { ProcessForm, Rights } from './process-form.ts'
import { AT_START, processForm, rightsAt } from './process-form.ts'

export type Asking = Pick<Call<unknown>, 'caller' | 't' | 'request' | 'services' | 'inTenant'>

/** What is sent: values by the ids of fields, and variables by their names. */
export interface Sent {
  readonly formData?: EntryData | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** What the engine itself keeps begins with it. */
const INTERNAL = '_'

/**
 * Variables that are none of the form's. A field is filled in by the form alone, where it is judged by what the form and the place let be written.
 * @throws Failure `process.variable`
 */
export function withoutFields({ variables, formData }: Sent, definition: FormDefinition | undefined) {
  const fields = definition ? namesOfFields(definition) : new Map<string, { readonly id: string }>()
  const others: Record<string, unknown> = {}
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith(INTERNAL)) refuseVariable(name)
    const field = fields.get(name)
    if (field) data[field.id] = value
    else others[name] = value
  }
  return { variables: others, formData: { ...data, ...formData } }
}

/** What somebody sends who starts a process: the whole form. */
export const fillAtStart = (asking: Asking, given: EntryData): Fill => filling(asking, given, true)

/** Never returns: says that a variable cannot be kept. @throws Failure `process.variable` */
export const refuseVariable = (name: string): never =>
  fail('process.variable', { values: { name: name.slice(0, 64) }, field: { name: 'variables', label: 'process.variables' } })

/**
 * What somebody sends with a task, by {@link withoutFields}: what can be written there; of what they do not send, what is there stays.
 * @param isWhole Whether what the form requires there has to be there afterwards
 */
export function fillAtTask(asking: Asking, { variables, formData }: ReturnType<typeof withoutFields>, isWhole: boolean): Fill {
  const fill = filling(asking, formData, isWhole)
  const nothing: FilledIn = { variables: new Map(), store: () => Promise.resolve() }
  return async (tx, place) => {
    // Who has taken the task since it was looked at has sent the names of fields unseen.
    const fields = namesOfFields(await versionOf(tx, place.form.id, place.form.version))
    for (const name of Object.keys(variables)) if (fields.has(name)) refuseVariable(name)
    return isWhole || isAnyOf(formData) ? fill(tx, place) : nothing
  }
}

/** What those who manage instances change of the form, by {@link withoutFields}: what their roles write of it, wherever the instance is. */
export const fillByManager =
  (asking: Asking, { formData }: Pick<ReturnType<typeof withoutFields>, 'formData'>): Fill =>
  (tx, place) =>
    isAnyOf(formData)
      ? filling(asking, formData, false, AT_START)(tx, { ...place, settings: {} })
      : Promise.resolve({ variables: new Map(), store: () => Promise.resolve() })

/** Whether anything is sent at all. */
export const isAnyOf = (sent: Readonly<Record<string, unknown>>): boolean => Object.keys(sent).length > 0

function filling(asking: Asking, given: EntryData, isWhole: boolean, rights?: Rights): Fill {
  return async (tx, place) => {
    const form = await processForm(tx, asking.caller, place.form, rights ?? (place.settings ? rightsAt(place.settings) : AT_START))
    const { data, before, fields } = await judge(tx, asking, form, given, { ...place, isWhole })
    // A start with nothing filled in is not looked at before: what fields begin with has to be there all the same.
    if (!before && !isAnyOf(given)) await assertNamed(tx, wordingOf(asking, form), { definition: form.definition, data, before })
    const kept: Record<string, unknown> = { ...data }
    if (!before)
      for (const { id, kind } of form.definition.fields)
        if (kind === 'serial' && fields.has(id)) kept[id] = String(await nextNumber(tx, form.id))
    return {
      variables: variablesOfEntry(form.definition, kept),
      store: (written) => bind(written, asking, form, place.instanceId, { data: kept, before }),
    }
  }
}

/** Whether what is sent names rows that the caller does not see is asked before, in the caller's own rows. @throws Failure `entry.invalid` */
export async function assertOwnRows(tx: Transaction, asking: Asking, form: ProcessForm, given: EntryData, place: Judging) {
  const { data, before } = await judge(tx, asking, form, given, place)
  await assertNamed(tx, wordingOf(asking, form), { definition: form.definition, data, before })
}

type Judging = Pick<FillPlace, 'settings' | 'variable'> & { readonly isWhole: boolean }

const wordingOf = ({ request, t }: Asking, { fields }: ProcessForm) => ({ fields, language: languageOfRequest(request), t })

async function judge(tx: Transaction, asking: Asking, form: ProcessForm, given: EntryData, { settings, variable, isWhole }: Judging) {
  const { definition, now } = form
  const before = settings ? entryOfVariables(definition, variable) : undefined
  const untouched = before
    ? Object.fromEntries(
        writableIds(definition, form.fields).flatMap((id) => (own(before, id) === undefined ? [] : [[id, own(before, id)]])),
      )
    : {}
  const checked = await checkValues(tx, wordingOf(asking, form), {
    definition,
    data: { ...untouched, ...given },
    before,
    now,
    isDraft: !isWhole,
  })
  return { ...checked, before }
}

/** Files are the instance's from now on, and what may be said once is said by it. */
async function bind(
  tx: Transaction,
  asking: Asking,
  form: ProcessForm,
  instanceId: string,
  { data, before }: { readonly data: EntryData; readonly before: EntryData | undefined },
): Promise<void> {
  const { definition, id: formId } = form
  const owner = { by: 'instance_id', id: instanceId } as const
  const refuse = (faults: Parameters<typeof refuseFaults>[0]) => refuseFaults(faults, definition, wordingOf(asking, form))
  const wanted = filesOf(definition, data)
  const former: readonly NamedFile[] = before ? filesOf(definition, before) : []
  refuse(await bindFiles(tx, { owner, formId, sender: { userId: asking.caller.userId }, wanted, former }))
  if (former.length > 0) await dropFiles(tx, asking.services.blobs, { owner, wanted })
  refuse(await takeUnique(tx, formId, owner, definition, data))
}
