/** Taking files away: one as it is, several or a folder as one archive. */
import type { TenantId } from '../../../../model/brands.ts'
import { downloadFile } from '../../../../model/contract/file/contents.ts'
import { files } from '../../../../model/file/files.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { requireOwn, requireAllReadable } from './access.ts'
import { contentsOfVersion } from './versions.ts'
import { entriesOf, zipOf } from './zip.ts'

const UNKNOWN = 'application/octet-stream'

/** What is handed out, by somebody who has looked whether it may be. */
interface HandedFile {
  readonly id: string
  readonly originalFilename: string
  readonly mediaType: string | null
  readonly blobId: string | null
}

interface HandingOut {
  readonly services: Pick<Services, 'blobs' | 'clock' | 'transactions'>
  readonly tenantId: TenantId
  readonly t: Translate
  /** Fails once it may be handed out no more; asked again and again while an archive is made. */
  readonly still: () => Promise<unknown>
}

/** Milliseconds for which an answer counts: a share that is withdrawn ends an archive that is on its way. */
const JUDGED_FOR = 1000

/** What is wanted as one answer: a file as it is, several as an archive. @throws Failure `file.too-much` */
export async function handOut(
  tx: Transaction,
  { services: { blobs, clock, transactions }, tenantId, t, still }: HandingOut,
  wanted: readonly HandedFile[],
): Promise<Download> {
  const [first, ...others] = wanted
  if (!first) return fail('file.not-found')
  if (others.length === 0 && first.blobId !== null) {
    const { size, stream } = await blobs.open(tx, first.blobId)
    return new Download({ name: first.originalFilename, type: first.mediaType ?? UNKNOWN, size, stream })
  }
  const entries = await entriesOf(
    tx,
    wanted.map((one) => one.id),
  )
  // A transaction for each: whoever takes hours keeps no connection.
  let judged = clock.now()
  const open = async (blobId: string) => {
    if (clock.now() - judged > JUDGED_FOR) {
      await still()
      judged = clock.now()
    }
    return (await transactions.inTenant({ tenantId }, (reading) => blobs.open(reading, blobId), 'read')).stream
  }
  return new Download({
    name: `${others.length === 0 ? first.originalFilename : t('noun.files')}.zip`,
    type: 'application/zip',
    stream: zipOf(entries, open),
  })
}

/** As a POST, as specified, it has no ranges (RFC 9110, section 14.2). */
export const download = implement(downloadFile, {
  access: 'granted',
  summary: "Fetch a file of one's own or one that is shared, an earlier version of one's own, or several and folders as a .zip",
  of: files,
  reads: true,
  file: UNKNOWN,
  handle: ({ caller, input: { id: ids, versionId }, inTenant, services, t }) =>
    inTenant(async (tx) => {
      const handing = {
        services,
        tenantId: caller.tenantId,
        t,
        still: () => services.transactions.inTenant(caller, (again) => requireAllReadable(again, caller, ids), 'read'),
      }
      if (versionId !== undefined) {
        const [only, ...others] = ids
        if (only === undefined || others.length > 0) return fail('file.not-found')
        return handOut(tx, handing, [{ ...(await requireOwn(tx, caller, only)), ...(await contentsOfVersion(tx, only, versionId)) }])
      }
      return handOut(tx, handing, await requireAllReadable(tx, caller, ids))
    }),
})
