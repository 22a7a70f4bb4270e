/** Where files lie, as the environment says: in a folder below `DATA_DIR`, or in the S3 store of `S3_URL`. */
import { StartError } from '../kernel/start-error.ts'
import type { KernelConfig } from '../kernel/config.ts'
import type { StorageConfig } from './config.ts'
import { folderPartialUploads } from './folder-partial-uploads.ts'
import { blobFolderOf, folderStore } from './folder-store.ts'
import type { Storage } from './storage.ts'

/**
 * Store and partial uploads: a folder of the data directory, or the bucket that is configured.
 * @throws {StartError} where the S3 store does not answer, or does not let us in.
 */
export async function openStorage({ dataDir, s3 }: Pick<KernelConfig, 'dataDir'> & StorageConfig): Promise<Storage> {
  if (!s3) {
    const store = folderStore(blobFolderOf(dataDir))
    return { store, partialUploads: folderPartialUploads(dataDir, store), place: blobFolderOf(dataDir) }
  }
  // Loaded by whoever needs it: it takes the start a tenth of a second.
  const { openS3Storage, reasonAgainstS3 } = await import('./s3/storage.ts')
  try {
    return await openS3Storage(s3)
  } catch (error) {
    throw new StartError(`S3_URL: ${reasonAgainstS3(error)}.`)
  }
}
