/** The archive of machines as one PDF: at once, or by a job where it is too large to be waited for, as lists are (server/exchange/exports.ts). */
import { Readable } from 'node:stream'
import { z } from 'zod'
import * as contract from '../../../../model/contract/maintenance/equipment.ts'
import { equipment } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { PDF } from '../../../documents/index.ts'
import { answerByJob, timeInName } from '../../../exchange/index.ts'
import { rightsOf } from '../../../figures/index.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { Job } from '../../../kernel/runtime/job.ts'
import type { FileOfJob, Outcome } from '../../../kernel/runtime/jobs.ts'
import { archiveOf } from './archive-paper.ts'
import { assertFew, assertMay } from './documents.ts'

/** What the jobs of archives are called. */
export const ARCHIVE = 'equipment-archive'

const nameOf = async ({ services, caller, t }: Pick<Call<unknown>, 'services' | 'caller'> & { readonly t: Translate }): Promise<string> =>
  `${t('menu.equipmentarchive')} ${await timeInName(services, caller.tenantId)}.pdf`

export const exportEquipmentArchive = implement(contract.exportEquipmentArchive, {
  access: 'granted',
  summary: 'The archive of machines as one PDF with a table of contents; as a job where it is too large to be waited for',
  of: equipment,
  reads: true,
  file: PDF,
  async handle(call) {
    const { input, caller, services, t, request, inTenant } = call
    assertMay(caller, 'query')
    assertFew(input.id, contract.MAX_ARCHIVED_BY_JOB)
    const name = await nameOf(call)
    const byJob = () => answerByJob(call, { kind: ARCHIVE, title: name, input: { id: input.id } }, archiveFile)
    if (input.id.length > contract.MAX_ARCHIVED) return byJob()
    try {
      const asking = { caller, t, services, inTenant, language: languageOfRequest(request), mostRows: contract.MAX_ARCHIVED_ROWS }
      const { file } = await archiveOf(asking, input.id)
      return new Download({ name, type: PDF, stream: Readable.from([file]) })
    } catch (error) {
      if (error instanceof Failure && error.code === 'equipment.archive') return byJob()
      throw error
    }
  },
})

const jobInput = z.object({ id: z.array(z.string()) })
const made = z.object({ rights: z.string() })

/** The file of an archive, for somebody who has the rights that it was made with: what stands in it depends on all of them. */
export const archiveFile: FileOfJob = ({ title, result }, caller) => {
  const { data } = made.safeParse(result)
  return data && mayCall(caller, contract.exportEquipmentArchive.path) && rightsOf(caller) === data.rights
    ? { name: title, type: PDF }
    : undefined
}

/**
 * The job: what the caller may see is asked again, since it may be less by now.
 * @throws Failure `permission.denied` when they may not have such files any more, and whatever the archive is refused for
 */
export async function exportArchiveAsJob({ input, caller, language, t, services, signal, progress, inTenant }: Job): Promise<Outcome> {
  const { id: ids } = jobInput.parse(input)
  if (!mayCall(caller, contract.exportEquipmentArchive.path)) fail('permission.denied')
  assertMay(caller, 'query')
  const mostRows = contract.MAX_ARCHIVED_ROWS_BY_JOB
  const noted = (done: number) => {
    signal.throwIfAborted()
    progress(done, ids.length)
  }
  const { file, machines } = await archiveOf({ caller, t, services, inTenant, language, mostRows, progress: noted }, ids)
  return {
    file: await services.jobFiles.write(Readable.from([file]), signal),
    done: machines,
    result: { rights: rightsOf(caller) } satisfies z.infer<typeof made>,
  }
}
