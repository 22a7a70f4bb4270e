/** A message of a device, as it came. */
import type { MessageSource } from '../../model/acquisition/mapping/mapping.ts'
import type { StoredPacket } from './packet-ids.ts'

/** Where a message came in. `key` is the point that an address names; then the whole message is its value. */
export type Source = Extract<MessageSource, { via: 'mqtt' }> | { readonly via: 'http'; readonly key?: string | undefined }

export interface Message {
  readonly source: Source
  /** Unpacked, in UTF-8. */
  readonly payload: Buffer | string
  /** What is noted when it is stored: of QoS 2, in a session that outlives its connection. */
  readonly packet?: StoredPacket | undefined
}
