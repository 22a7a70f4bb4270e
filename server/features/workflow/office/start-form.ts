/** A process as somebody who may start it fills it in, and the draft of what they have filled in so far. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/office.ts'
import { processDefinitions, processInstances, users } from '../../../../model/index.ts'
import { variablesOfEntry } from '../../../../model/workflow/form-variables.ts'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { seenValues, versionOf } from '../../../forms/index.ts'
import { beginsByHand, beyondRows, mayStart } from '../../../workflow/index.ts'
import type { StoredDraft } from '../shared/drafts.ts'
import { draftOf, dropDraft, saveDraft, withoutGoneFiles } from '../shared/drafts.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { personOf } from '../shared/person.ts'
import type { ProcessForm } from '../shared/process-form.ts'
import { AT_START, filledForm, processForm, storedEntry } from '../shared/process-form.ts'

/**
 * A definition that the caller may start. @throws Failure `process.suspended-definition`, `process.by-events`; where they may not, `process.not-yours`, or `row.not-found` for whoever sees
 * some rows only: the question looks beyond those, and a refusal is not to name what lies there. `row.not-found` where there is none
 */
export async function definitionToStart(tx: Transaction, caller: Caller, id: string) {
  const row = await tx.first(
    build
      .selectFrom('process_definitions')
      .select(['id', 'key', 'name', 'category', 'description', 'definition_version', 'form_id', 'form_version', 'model_id', 'suspended'])
      .select(beginsByHand(sql.ref('rules')).as('by_hand'))
      .where('id', '=', id),
  )
  if (!row) return fail('row.not-found')
  if (!(await mayStart(tx, caller, row.model_id)))
    return isNarrowed(caller.rows) ? fail('row.not-found') : fail('process.not-yours', { values: { name: row.name } })
  if (row.suspended !== 0) fail('process.suspended-definition', { values: { name: row.name } })
  if (!row.by_hand) fail('process.by-events', { values: { name: row.name } })
  const form = row.form_id === null || row.form_version === null ? undefined : { id: row.form_id, version: row.form_version }
  return { ...row, form }
}

export const queryStartForm = implement(contract.queryStartForm, {
  access: 'signed-in',
  of: processInstances,
  summary: 'A process as the caller can fill it in and start it, with what they have filled in so far',
  async handle(call) {
    const { caller, services, input } = call
    const read = await services.transactions.inTenant(beyondRows(caller), (tx) => readStart(tx, caller, input), 'read')
    const first = await services.workflow.askedFirst(personOf(call), read.shown.id, read.variables)
    const candidates = first ? await choicesOf(call, first.people) : []
    const otherPicks: contract.StartForm['otherPicks'] = []
    for (const { node, name, people } of first?.others ?? []) otherPicks.push({ node, name, people: await choicesOf(call, people) })
    return { ...read.shown, picks: first?.isPicked ?? false, candidates, otherPicks }
  },
})

async function readStart(
  tx: Transaction,
  caller: Caller,
  { processDefinitionId, again }: { readonly processDefinitionId?: string | undefined; readonly again?: string | undefined },
) {
  const former = again === undefined ? undefined : await startedBefore(tx, caller, again)
  const id = former?.newest ?? processDefinitionId ?? fail('row.not-found')
  const definition = await definitionToStart(tx, caller, id)
  const view = viewOf(caller, processDefinitions)
  const form = definition.form && (await processForm(tx, caller, definition.form, AT_START))
  const kept = former ? { draft: await asBefore(tx, former, form), savedTime: '' } : await draftOf(tx, caller, { key: definition.key })
  const data = form && kept ? await withoutGoneFiles(tx, form.definition, seenValues(form.definition, form.fields, kept.draft.data)) : {}
  const context = { now: form?.now ?? 0, zone: await tx.timeZone(), mayWrite: form?.fields.mayWrite ?? (() => false), isDraft: true }
  return {
    variables: form ? variablesOfEntry(form.definition, checkEntry(form.definition, data, context).data) : new Map(),
    shown: {
      id,
      name: view.sees('name') ? definition.name : '',
      category: view.sees('category') ? definition.category : null,
      description: view.sees('description') ? definition.description : null,
      definitionVersion: definition.definition_version,
      picture: await (await drawnDefinition(tx, id)).picture(),
      form: form ? await filledForm(tx, caller, form, {}, true) : null,
      draft: kept
        ? {
            candidate: kept.draft.candidate ?? null,
            candidates: kept.draft.candidates ?? {},
            startTime: kept.draft.startTime ?? null,
            endTime: kept.draft.endTime ?? null,
            description: kept.draft.description ?? null,
            data,
            savedTime: kept.savedTime,
          }
        : null,
    },
  }
}

/** An instance that the caller has started, and the newest version of its process. @throws Failure `row.not-found` */
async function startedBefore(tx: Transaction, { userId }: Caller, id: string) {
  const row = await tx.first(
    build
      .selectFrom('process_instances as instance')
      .innerJoin('process_definitions as definition', (on) =>
        on.onRef('definition.tenant_id', '=', 'instance.tenant_id').onRef('definition.id', '=', 'instance.definition_id'),
      )
      .select(['instance.id', 'instance.description', 'definition.form_id', 'definition.form_version'])
      .select(
        sql<string>`(select newest.id from process_definitions newest where lower(newest.key) = lower(definition.key)
          order by newest.definition_version desc limit 1)`.as('newest'),
      )
      .where('instance.id', '=', id)
      .where('instance.starter_id', '=', userId),
  )
  return row ?? fail('row.not-found')
}

/** What was filled in before, of the fields that are still what they were; files stay with the instance that they were sent with. */
async function asBefore(
  tx: Transaction,
  { id, description, form_id, form_version }: Awaited<ReturnType<typeof startedBefore>>,
  form: ProcessForm | undefined,
): Promise<StoredDraft> {
  if (!form || form_id !== form.id || form_version === null) return { description, data: {} }
  const before = await versionOf(tx, form_id, form_version)
  const data = await storedEntry(tx, before, id)
  const kinds = new Map(before.fields.map((field) => [field.id, field.kind]))
  const same = form.definition.fields.filter(
    (field) => form.fields.mayWrite(field) && kinds.get(field.id) === field.kind && !FILES.has(field.kind),
  )
  return { description, data: Object.fromEntries(same.map((field) => [field.id, data[field.id]])) }
}

const FILES: ReadonlySet<string> = new Set(['files', 'pictures', 'signature', 'serial'])

/** People by their names; of whose names the caller sees none, by their ids. */
export async function choicesOf(
  { caller, services }: Pick<Call<unknown>, 'caller' | 'services'>,
  ids: readonly string[],
): Promise<contract.PersonChoice[]> {
  const view = viewOf(caller, users)
  const people = await services.transactions.inTenant(
    beyondRows(caller),
    (tx) =>
      tx.all(
        build
          .selectFrom('users')
          .select(['id', 'username', 'nickname'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          // As they are told of: an order by what is hidden would tell of it.
          .orderBy(personIn(caller, 'users'))
          .orderBy('id'),
      ),
    'read',
  )
  return people.map(({ id, username, nickname }) => ({
    username: view.sees('username') ? username : id,
    nickname: view.sees('nickname') ? nickname : null,
  }))
}

export const saveStartDraft = implement(contract.saveStartDraft, {
  access: 'signed-in',
  of: processInstances,
  unlogged: true,
  summary: 'Keeps a start for later; nothing is required of it',
  handle: ({ caller, services, input: { processDefinitionId, formData, ...settings } }) =>
    services.transactions.inTenant(beyondRows(caller), async (tx) => {
      const { key } = await definitionToStart(tx, caller, processDefinitionId)
      return saveDraft(tx, caller, { key }, { ...settings, data: formData })
    }),
})

export const deleteStartDraft = implement(contract.deleteStartDraft, {
  access: 'signed-in',
  of: processInstances,
  unlogged: true,
  summary: 'Throws away what was kept of a start',
  handle: ({ caller, services, input: { processDefinitionId } }) =>
    services.transactions.inTenant(beyondRows(caller), async (tx) => {
      const { key } = await definitionToStart(tx, caller, processDefinitionId)
      return { changed: await dropDraft(tx, caller, { key }) }
    }),
})
