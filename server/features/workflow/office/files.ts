/** Files of the forms of processes: brought by whoever fills in, fetched by whoever sees the instance and the field. */
import { MAX_ENTRY_FILE } from '../../../../model/devtool/form-entries.ts'
import * as contract from '../../../../model/contract/workflow/office.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { processInstances } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { keepFile } from '../../../forms/index.ts'
import { beyondRows, mayLook } from '../../../workflow/index.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'
import { AT_START, formOfDefinition, processForm, rightsAt } from '../shared/process-form.ts'
import { rightsOfViewer, viewerOf } from '../shared/viewer.ts'
import { definitionToStart } from './start-form.ts'

export const uploadProcessFile = implement(contract.uploadProcessFile, {
  access: 'signed-in',
  of: processInstances,
  summary: 'Brings a file for a field of the form of a process, before it is sent',
  upload: { megabytes: MAX_ENTRY_FILE.megabytes },
  async handle({ input, caller, upload, services }) {
    const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) => services.transactions.inTenant(beyondRows(caller), work)
    const place = await inTenant((tx) => placeOf(tx, caller, input))
    return keepFile({
      upload,
      blobs: services.blobs,
      inTenant,
      formId: place.form.id,
      field: input.field,
      createdBy: caller.userId,
      fieldOf: async (tx) => writableField(tx, caller, place, input.field),
    })
  },
})

interface Place {
  readonly form: { readonly id: string; readonly version: number }
  readonly rights: typeof AT_START
}

/** What is being filled in: a process that the caller may start, or a task that they have. @throws Failure `row.not-found` */
async function placeOf(
  tx: Transaction,
  caller: Caller,
  { processDefinitionId, taskId }: { readonly processDefinitionId?: string | undefined; readonly taskId?: string | undefined },
): Promise<Place> {
  if (taskId === undefined) {
    const { form } = await definitionToStart(tx, caller, processDefinitionId ?? fail('row.not-found'))
    return { form: form ?? fail('row.not-found'), rights: AT_START }
  }
  const task = await tx.first(
    build
      .selectFrom('process_tasks as task')
      .innerJoin('process_instances as instance', (on) =>
        on.onRef('instance.tenant_id', '=', 'task.tenant_id').onRef('instance.id', '=', 'task.instance_id'),
      )
      .select(['task.node', 'instance.definition_id'])
      .where('task.id', '=', taskId)
      .where('task.task_state', '=', 'open')
      .where('task.assignee_id', '=', caller.userId),
  )
  if (!task) return fail('row.not-found')
  const form = await formOfDefinition(tx, task.definition_id)
  const { model } = await drawnDefinition(tx, task.definition_id)
  return { form: form ?? fail('row.not-found'), rights: rightsAt(model.tasks.get(task.node) ?? {}) }
}

async function writableField(tx: Transaction, caller: Caller, { form, rights }: Place, field: string): Promise<FormField | undefined> {
  const { definition, fields } = await processForm(tx, caller, form, rights)
  return definition.fields.find((each) => each.id === field && fields.mayWrite(each))
}

export const downloadProcessFile = implement(contract.downloadProcessFile, {
  access: 'signed-in',
  of: processInstances,
  reads: true,
  summary: 'Fetches a file of the form of a process',
  file: 'application/octet-stream',
  handle: ({ input: { id }, caller, services: { transactions, blobs } }) =>
    transactions.inTenant(
      beyondRows(caller),
      async (tx) => {
        const file = await tx.first(
          build
            .selectFrom('form_files')
            .select(['field_id', 'entry_id', 'instance_id', 'file_name', 'media_type', 'blob_id', 'created_by'])
            .where('id', '=', id),
        )
        if (!file || !(await mayFetch(tx, caller, file))) return fail('row.not-found')
        const { size, stream } = await blobs.open(tx, file.blob_id)
        return new Download({ name: file.file_name, type: file.media_type, size, stream })
      },
      'read',
    ),
})

interface Kept {
  readonly field_id: string
  readonly entry_id: string | null
  readonly instance_id: string | null
  readonly created_by: string | null
}

async function mayFetch(tx: Transaction, caller: Caller, file: Kept): Promise<boolean> {
  if (file.entry_id !== null) return false
  if (file.instance_id === null) return file.created_by === caller.userId
  if (!(await mayLook(tx, caller, file.instance_id))) return false
  const instance = await tx.first(build.selectFrom('process_instances').select('definition_id').where('id', '=', file.instance_id))
  const form = instance && (await formOfDefinition(tx, instance.definition_id))
  if (!instance || !form) return false
  const { model } = await drawnDefinition(tx, instance.definition_id)
  const rights = rightsOfViewer(await viewerOf(tx, caller, file.instance_id), model)
  const { definition, fields } = await processForm(tx, caller, form, rights)
  return definition.fields.some((field) => field.id === file.field_id && fields.sees(field))
}
