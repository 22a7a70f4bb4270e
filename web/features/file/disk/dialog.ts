import type { FileRow } from '../../../../model/contract/file/disk.ts'

/** What is open over the disk, and about which entries. */
export interface OpenDialog {
  readonly kind: 'move' | 'share' | 'versions' | 'properties' | 'preview'
  readonly rows: readonly FileRow[]
  /** The one a preview begins with. */
  readonly first?: string
}
