/** Starting an instance: whoever is signed in and may start the process can. */
import { startProcessInstance } from '../../../../model/contract/workflow/instances.ts'
import { processInstances } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { fail } from '../../../kernel/errors.ts'
import { isNarrowed } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import { beyondRows, mayStart } from '../../../workflow/index.ts'
import { versionOf } from '../../../forms/index.ts'
import { dropDraft } from '../shared/drafts.ts'
import type { Asking, Sent } from '../shared/filling.ts'
import { assertOwnRows, fillAtStart, isAnyOf, withoutFields } from '../shared/filling.ts'
import { keyOf, personOf } from '../shared/person.ts'
import { AT_START, processForm } from '../shared/process-form.ts'

const start = implement(startProcessInstance, {
  access: 'signed-in',
  of: processInstances,
  unloggedInput: ['formData', 'variables'],
  olderValues: { customForm: nothingOf },
  summary: 'Starts an instance of a process that the caller may start.',
  async handle(call) {
    const { processDefinitionId: definition, candidate, candidates, startTime, endTime, description, commandKey } = call.input
    const range = rangeOf(startTime, endTime)
    const { variables, formData } = await looked(call, definition, call.input)
    return call.services.workflow.start(personOf(call), {
      of: { definition },
      variables,
      candidate: candidate || undefined,
      candidates,
      ...range,
      description,
      commandKey: keyOf(call, commandKey),
      isByHand: true,
      fill: fillAtStart(call, formData),
      // What was kept for later has been sent.
      beside: (tx, key) => dropDraft(tx, call.caller, { key }),
    })
  },
})

/** Values of a form by names that no form of ours has: whoever sends some is told, or the instance would begin without them. */
function nothingOf(value: unknown): undefined {
  const isEmpty = (one: unknown): boolean =>
    one === null || one === undefined || one === '' || (typeof one === 'object' && Object.values(one).every(isEmpty))
  if (!isEmpty(value)) fail('process.custom-form', { field: { name: 'customForm', label: 'error.process.custom-form' } })
  return undefined
}

/** From when to when it is about. @throws Failure `process.range` */
function rangeOf(from: string | undefined, to: string | undefined) {
  const missing = from ? 'endTime' : 'startTime'
  if (!from || !to) return fail('process.range', { field: { name: missing, label: 'error.process.range' } })
  return { rangeStart: from, rangeEnd: to }
}

/** What is sent, as far as it can be judged before the lock: names of fields among the variables, and rows that the caller does not see. */
async function looked(call: Asking, definitionId: string, sent: Sent) {
  const { caller, services } = call
  // Then there is nothing to judge: a start costs one transaction in place of two (docs/decisions/0129-what-a-step-pays-for.md).
  if (!isAnyOf(sent.variables) && !isAnyOf(sent.formData ?? {}) && !isNarrowed(caller.rows)) return withoutFields(sent, undefined)
  const found = await services.transactions.inTenant(
    beyondRows(caller),
    async (tx) => {
      const row = await tx.first(
        build.selectFrom('process_definitions').select(['form_id', 'form_version', 'model_id']).where('id', '=', definitionId),
      )
      // Who may not start it is refused by the engine, and whoever sees some rows only is not given even its name.
      if (!row) return undefined
      if (!(await mayStart(tx, caller, row.model_id))) return isNarrowed(caller.rows) ? fail('row.not-found') : undefined
      const form = row.form_id === null || row.form_version === null ? undefined : { id: row.form_id, version: row.form_version }
      return { form, definition: form && (await versionOf(tx, form.id, form.version)) }
    },
    'read',
  )
  const { variables, formData } = withoutFields(sent, found?.definition)
  const { form } = found ?? {}
  if (!form) return { variables, formData }
  await call.inTenant(async (tx) => {
    const place = { settings: undefined, variable: () => undefined, isWhole: true }
    await assertOwnRows(tx, call, await processForm(tx, caller, form, AT_START), formData, place)
  })
  return { variables, formData }
}

export const processStart: Feature = { tag: 'process-instances', routes: [start] }
