/** PGlite as this product opens it, in whichever thread or process: with the extensions that migrations ask for (0029_file-names.sql). */
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/**
 * Opens the database in `folder`, or one in memory when it is `undefined`.
 * @param bufferMb Shared buffers. The operating system caches the files anyway, so PostgreSQL's 128 would be spent twice.
 * @param program PGlite's WebAssembly where it is compiled already.
 */
export function openCluster(folder: string | undefined, bufferMb: number, program?: object): Promise<PGlite> {
  return PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(program ? { pgliteWasmModule: program } : {}),
    relaxedDurability: true,
    extensions: { pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${bufferMb}MB`],
  })
}
