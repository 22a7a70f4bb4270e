/** The files of a scheduled report that is not issued. */
import type { ScheduleFormat } from '../../../../model/reports/schedule.ts'
import { DOCX, PDF, XLSX } from '../../../documents/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Services } from '../../../kernel/services.ts'
import type { ReportWriter } from '../../../reports/index.ts'
import type { Written } from '../../../storage/index.ts'
import type { MadeReport } from '../shared/make-sheet.ts'

export const TYPES = { pdf: PDF, xlsx: XLSX, docx: DOCX } as const

export interface MadeFile {
  readonly format: ScheduleFormat
  readonly written: Written
}

type Needed = Pick<Services, 'blobs'>

/** Written files that belong to nobody yet; all of them, or none. Follow with {@link keepFiles}, or {@link discardFiles}. */
export async function writeFiles(
  services: Needed,
  { title, tenant, locale }: Pick<MadeReport, 'title' | 'tenant' | 'locale'>,
  writer: ReportWriter,
  formats: readonly ScheduleFormat[],
  signal: AbortSignal,
): Promise<MadeFile[]> {
  const files: MadeFile[] = []
  try {
    for (const format of formats) {
      const bytes = await writer.write({ format, title, author: tenant, locale })
      files.push({ format, written: await services.blobs.write(bytes, signal) })
    }
  } catch (error) {
    await discardFiles(services, files)
    throw error
  }
  return files
}

/** Keeps files as those of the run, in the transaction that ends it. */
export async function keepFiles(tx: Transaction, { blobs }: Needed, runId: string, files: readonly MadeFile[]): Promise<void> {
  for (const { format, written } of files) {
    await blobs.keep(tx, written)
    const { id, size, sha256 } = written
    await tx.run(
      build
        .insertInto('schedule_files')
        .values({ tenant_id: tenantOf(tx), run_id: runId, file_format: format, blob_id: id, size: String(size), sha256 }),
    )
  }
}

/** Throws written files away that belong to nobody. */
export async function discardFiles({ blobs }: Needed, files: readonly MadeFile[]): Promise<void> {
  await Promise.all(files.map(({ written }) => blobs.discard(written)))
}
