/** What files are stored in. */
import type { PartialUploads } from './partial-uploads.ts'
import type { Store } from './store.ts'

export interface Storage {
  readonly store: Store
  readonly partialUploads: PartialUploads
  /** To be shown to the operator. */
  readonly place: string
  /** Of a store that others can reach as well: which installation it belongs to (storage-owner.ts). */
  readonly owner?: { readonly key: string; read(): Promise<string | undefined>; write(installation: string): Promise<void> }
}
