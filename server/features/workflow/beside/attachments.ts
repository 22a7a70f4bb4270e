/** Files beside the form of an instance: seen and fetched by whoever sees the instance, brought by whoever has to do with it (docs/decisions/0140-opinions-and-attachments.md). */
import { createReadStream } from 'node:fs'
import * as contract from '../../../../model/contract/workflow/attachments.ts'
import { fileName } from '../../../../model/file/files.ts'
import { processInstances } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { refuseSize } from '../../../kernel/http/uploads.ts'
import { mediaTypeOf } from '../../../storage/index.ts'
import { assertMayAttach, attachFile, beyondRows, detachFile, isConsulted, takesPart } from '../../../workflow/index.ts'
import { attachmentsOf } from '../shared/attachments.ts'
import { inSeenInstance } from '../shared/in-seen-instance.ts'
import { managesInstance } from '../shared/managing.ts'
import { personOf } from '../shared/person.ts'

const personal = { access: 'signed-in', of: processInstances } as const

const queryProcessAttachment = implement(contract.queryProcessAttachment, {
  ...personal,
  summary: 'The files that are attached to an instance, the oldest first',
  async handle(call) {
    const { caller, input, services } = call
    const id = input.processInstanceId
    const list = await inSeenInstance(call, id, (tx) => attachmentsOf(tx, caller, id))
    const isManager = await managesInstance(call, id)
    const mayAttach = await services.transactions.inTenant(
      beyondRows(caller),
      async (tx) => (await isRunning(tx, id)) && (isManager || (await takesPart(tx, caller, id)) || (await isConsulted(tx, caller, id))),
      'read',
    )
    return { list, mayAttach }
  },
})

const isRunning = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.first(build.selectFrom('process_instances').select('id').where('id', '=', id).where('instance_state', '<>', 'ended'))) !==
  undefined

const addProcessAttachment = implement(contract.addProcessAttachment, {
  ...personal,
  summary: 'Attaches a file to an instance, or to a task of it',
  upload: { megabytes: contract.MAX_PROCESS_ATTACHMENTS.megabytes },
  async handle(call) {
    const { input, caller, upload, services } = call
    const field = { name: 'file', label: 'noun.files' } as const
    if (!upload?.path) return fail('file.not-found', { field })
    if (upload.size === 0) fail('file.empty', { field })
    if (upload.size >= upload.most) refuseSize(upload.most)
    const name = fileName.safeParse(upload.name)
    if (!name.success) return fail('file.name', { field })
    const [blobs, person] = [services.blobs, personOf(call)]
    const to = {
      instanceId: input.processInstanceId,
      taskId: input.taskId,
      isForAct: input.forAct === true,
      isManager: await managesInstance(call, input.processInstanceId),
    }
    const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) => services.transactions.inTenant(beyondRows(caller), work)
    // Nothing is kept for whom there is no such instance.
    await inTenant((tx) => assertMayAttach(tx, person, to))
    const { type } = await mediaTypeOf(upload.path)
    const written = await blobs.write(createReadStream(upload.path))
    try {
      const id = await inTenant(async (tx) => {
        await blobs.keep(tx, written)
        return attachFile(tx, person, to, { name: name.data, mediaType: type, size: written.size, blobId: written.id })
      })
      return { id }
    } catch (error) {
      await blobs.discard(written)
      throw error
    }
  },
})

const deleteProcessAttachment = implement(contract.deleteProcessAttachment, {
  ...personal,
  space: 'essential',
  summary: 'Takes away a file that the caller has attached, while nobody else has acted since',
  handle: (call) =>
    call.services.transactions.inTenant(beyondRows(call.caller), async (tx) => {
      const blob = await detachFile(tx, personOf(call), call.input.id)
      tx.afterCommit(() => void call.services.blobs.discard({ id: blob }).catch(() => undefined))
      return null
    }),
})

const downloadProcessAttachment = implement(contract.downloadProcessAttachment, {
  ...personal,
  reads: true,
  file: 'application/octet-stream',
  summary: 'Fetches a file that is attached to an instance',
  async handle(call) {
    const { caller, services } = call
    const file = await services.transactions.inTenant(
      beyondRows(caller),
      (tx) =>
        tx.first(
          build
            .selectFrom('process_attachments')
            .select(['instance_id', 'file_name', 'media_type', 'blob_id'])
            .where('id', '=', call.input.id)
            .where('step_number', '>', 0),
        ),
      'read',
    )
    if (!file) return fail('row.not-found')
    return inSeenInstance(call, file.instance_id, async (tx) => {
      const { size, stream } = await services.blobs.open(tx, file.blob_id)
      return new Download({ name: file.file_name, type: file.media_type, size, stream })
    })
  },
})

export const attachments = [queryProcessAttachment, addProcessAttachment, deleteProcessAttachment, downloadProcessAttachment]
