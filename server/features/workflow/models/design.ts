/** The draft of a model: read, and saved by one person at a time. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { withDrawing } from '../../../workflow/index.ts'
import { authorOf } from '../shared/author.ts'
import { findingsOf } from '../shared/findings.ts'
import { openModel } from '../shared/opened-model.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't'>

/** Bytes of a request that carries a model: as JSON a character may take six, and most take one. */
export const MODEL_BODY = 8 * 1024 * 1024

const draftOf = (caller: Caller, id: string) =>
  build
    .selectFrom('process_models as model')
    .leftJoin('users as person', (on) => on.onRef('person.tenant_id', '=', 'model.tenant_id').onRef('person.id', '=', 'model.saved_by'))
    .select(['model.key', 'model.name', 'model.xml', 'model.form_id', 'model.model_version', 'model.version', 'model.saved_at'])
    .select(personIn(caller, 'person').as('who'))
    .where('model.id', '=', id)

export const queryProcessDesign = implement(contract.queryProcessDesign, {
  access: 'granted',
  summary: 'The draft of a model of a process, as BPMN',
  of: processModels,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, processModels)
    const model = (await inTenant((tx) => tx.first(draftOf(caller, id)))) ?? fail('row.not-found')
    return {
      id,
      key: view.sees('key') ? model.key : '',
      name: view.sees('name') ? model.name : '',
      // A file of another tool may bring no drawing: what is laid out is kept with the next change.
      xml: model.xml === null ? null : await withDrawing(model.xml),
      revision: model.version,
      formId: view.sees('formId') ? model.form_id : null,
      modelVersion: view.sees('modelVersion') ? model.model_version : 0,
      savedBy: seesPeople(caller) ? model.who : null,
      savedAt: model.saved_at?.getTime() ?? null,
      mayChange: view.allowed.includes('design'),
    }
  },
})

export const saveProcessDesign = implement(contract.saveProcessDesign, {
  access: 'granted',
  summary: 'Keep the draft of a model; refused where somebody else saved it meanwhile',
  of: processModels,
  bodyLimit: MODEL_BODY,
  unloggedInput: ['xml'],
  async handle(call) {
    const { id, xml, revision } = call.input
    const opened = await openModel(xml)
    const kept = await call.inTenant((tx) => keepDraft(tx, call, { id, revision }, opened.xml))
    return { revision: kept.version, savedAt: kept.saved_at.getTime(), faults: findingsOf(opened.model.faults, call.t) }
  },
})

export const persistProcess = implement(contract.persistProcess, {
  access: 'granted',
  summary: 'Keep the draft of a model as other designers send it, whoever has saved meanwhile',
  of: processModels,
  bodyLimit: MODEL_BODY,
  unloggedInput: ['jsonXml', 'svgXml'],
  async handle(call) {
    const { modelId, jsonXml } = call.input
    const opened = await openModel(jsonXml, 'jsonXml')
    const kept = await call.inTenant((tx) => keepDraft(tx, call, { id: modelId }, opened.xml))
    return { revision: kept.version, faults: findingsOf(opened.model.faults, call.t) }
  },
})

export const getModelResource = implement(contract.getModelResource, {
  access: 'granted',
  summary: 'The draft of a model as XML',
  of: processModels,
  reads: true,
  handle: ({ input: { modelId }, inTenant }) => inTenant(async (tx) => (await drawnModel(tx, modelId)).xml),
})

/** A model that something was drawn of. @throws Failure `row.not-found`, `process-model.empty` */
export async function drawnModel(tx: Transaction, id: string) {
  const model =
    (await tx.first(
      build
        .selectFrom('process_models')
        .select(['id', 'key', 'name', 'category', 'description', 'org_id', 'form_id', 'xml', 'version'])
        .where('id', '=', id),
    )) ?? fail('row.not-found')
  return { ...model, xml: model.xml ?? fail('process-model.empty') }
}

interface Revision {
  readonly id: string
  /** Absent: whatever it is by now. */
  readonly revision?: number
}

async function keepDraft(tx: Transaction, asking: Asking, { id, revision }: Revision, xml: string) {
  const row = build
    .updateTable('process_models')
    .set({ xml, saved_by: authorOf(asking.caller), saved_at: sql`now()`, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
  const kept = await tx.first(
    (revision === undefined ? row : row.where('version', '=', revision)).returning(['version', sql<Date>`saved_at`.as('saved_at')]),
  )
  return kept ?? refuseMeanwhile(tx, asking, id)
}

/** Says who saved meanwhile and when. @throws Failure `process-model.saved-meanwhile`, `row.not-found` */
async function refuseMeanwhile(tx: Transaction, { caller, t }: Asking, id: string): Promise<never> {
  const model = (await tx.first(draftOf(caller, id))) ?? fail('row.not-found')
  const savedBy = seesPeople(caller) ? model.who : null
  const savedAt = model.saved_at?.getTime() ?? null
  const user = savedBy ?? t('error.form.saved-by-somebody')
  const time = savedAt === null ? '' : secondText(await tx.timeZone(), savedAt)
  return fail('process-model.saved-meanwhile', { values: { user, time }, more: { savedBy, savedAt, revision: model.version } })
}
