/** Models as files and as beginnings of others: BPMN comes in and goes out, and a draft is copied. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { PROCESS_KEY } from '../../../../model/workflow/process-models.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow } from '../../../kernel/resources/add.ts'
import { withProcessKey } from '../../../workflow/index.ts'
import { authorOf } from '../shared/author.ts'
import { findingsOf } from '../shared/findings.ts'
import { openModel } from '../shared/opened-model.ts'
import { drawnModel } from './design.ts'
import { modelWrites } from './writes.ts'

const BPMN = 'application/xml'
const MEGABYTES = 2
const MAX_NAME = 64
const MAX_KEY = 64

export const uploadModel = implement(contract.uploadModel, {
  access: 'granted',
  summary: 'A new model from a file of BPMN; its faults are told, and it is kept as a draft',
  of: processModels,
  upload: { megabytes: MEGABYTES },
  async handle(call) {
    const { input, upload, t, caller } = call
    if (!upload?.path || upload.size === 0) return fail('bpmn.none')
    const { model, xml } = await openModel(await readFile(upload.path), 'file')
    if (!PROCESS_KEY.safeParse(model.key).success)
      fail('process-model.no-key', { field: { name: 'file', label: 'error.process-model.no-key' } })
    const name = (input.name ?? model.name ?? upload.name.replace(/\.[^.]*$/, '')).slice(0, MAX_NAME)
    const row = newRow(
      { name, key: model.key, category: input.category, orgId: input.orgId },
      { xml, saved_by: authorOf(caller), saved_at: new Date(call.services.clock.now()) },
    )
    const { id } = await call.inTenant((tx) => addOne(tx, modelWrites, call, [row]))
    return { id, key: model.key, name, faults: findingsOf(model.faults, t), warnings: findingsOf(model.warnings, t) }
  },
})

export const downloadModel = implement(contract.downloadModel, {
  access: 'granted',
  summary: 'The draft of a model as a file of BPMN',
  of: processModels,
  reads: true,
  file: BPMN,
  async handle({ input: { modelId }, caller, inTenant }) {
    const { xml, key, name } = await inTenant((tx) => drawnModel(tx, modelId))
    const view = viewOf(caller, processModels)
    return bpmnFile(view.sees('name') ? name : view.sees('key') ? key : 'process', xml)
  },
})

/** A model as a file. */
export const bpmnFile = (name: string, xml: string): Download =>
  new Download({ name: `${name}.bpmn`, type: BPMN, bytes: new TextEncoder().encode(xml) })

export const copyModel = implement(contract.copyModel, {
  access: 'granted',
  summary: 'A new model with the draft of another one',
  of: processModels,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { modelId, key: wanted, name } = call.input
      const from = await tx.first(
        build
          .selectFrom('process_models')
          .select(['key', 'name', 'category', 'description', 'org_id', 'form_id', 'xml'])
          .where('id', '=', modelId),
      )
      if (!from) return fail('row.not-found')
      const view = viewOf(call.caller, processModels)
      const key = wanted ?? (await freeKey(tx, from.key))
      const values = { category: from.category, orgId: from.org_id, formId: from.form_id, description: from.description }
      const seen = Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== null && view.sees(field)))
      const xml =
        from.xml === null
          ? {}
          : {
              xml: await withProcessKey(from.xml, from.key, key),
              saved_by: authorOf(call.caller),
              saved_at: new Date(call.services.clock.now()),
            }
      const added = await addOne(tx, modelWrites, call, [newRow({ ...seen, name: name ?? from.name, key }, xml)])
      await copyStarters(tx, modelId, added.id)
      return added
    }),
})

/** Whoever may start the one may start the other, whether or not the caller sees who that is: where nobody is named, everybody may. */
async function copyStarters(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.run(
    build
      .insertInto('process_model_organisations')
      .columns(['tenant_id', 'model_id', 'org_id'])
      .expression(
        build
          .selectFrom('process_model_organisations')
          .select(['tenant_id', sql<string>`${to}::uuid`.as('model_id'), 'org_id'])
          .where('model_id', '=', from),
      ),
  )
  await tx.run(
    build
      .insertInto('process_model_users')
      .columns(['tenant_id', 'model_id', 'user_id'])
      .expression(
        build
          .selectFrom('process_model_users')
          .select(['tenant_id', sql<string>`${to}::uuid`.as('model_id'), 'user_id'])
          .where('model_id', '=', from),
      ),
  )
}

/** The key with the first number that no model of the tenant has. */
async function freeKey(tx: Transaction, key: string): Promise<string> {
  const stem = key.replace(/-\d+$/, '').slice(0, MAX_KEY - 6)
  const taken = await tx.beyondScope('keys of models are unique in their tenant').all(
    build
      .selectFrom('process_models')
      .select(sql<string>`lower(key)`.as('key'))
      .where(sql<boolean>`starts_with(lower(key), ${stem.toLowerCase()})`),
  )
  const isTaken = new Set(taken.map((row) => row.key))
  for (let number = 2; ; number += 1) {
    const next = `${stem}-${number}`
    if (!isTaken.has(next.toLowerCase())) return next
  }
}
