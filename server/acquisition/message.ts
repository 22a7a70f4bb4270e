/** A message of a device, as it came. */
import type { MessageSource } from '../../model/acquisition/mapping/mapping.ts'

/** Where a message came in. `key` is the point that an address names; then the whole message is its value. */
export type Source = Extract<MessageSource, { via: 'mqtt' }> | { readonly via: 'http'; readonly key?: string | undefined }

export interface Message {
  readonly source: Source
  /** Unpacked, in UTF-8. */
  readonly payload: Buffer | string
}
