/** Signatures of calls to other systems, by which they know who calls: Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto'

interface Signing {
  /** Absent: the call says which one it is, and is not signed. */
  readonly secret?: string | undefined
  /** Of the message: the same for each attempt. */
  readonly id: string
  /** As it is sent; empty where there is none. */
  readonly body: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Returns the headers `webhook-id`, `webhook-timestamp` (seconds) and, with a secret, `webhook-signature`: HMAC-SHA256 over both and the body. */
export function signedHeaders({ secret, id, body, now }: Signing): Record<string, string> {
  const seconds = String(Math.floor(now / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    ...(secret === undefined
      ? {}
      : { 'webhook-signature': `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}` }),
  }
}

/** A secret of Standard Webhooks says by its prefix that it is base64; any other is taken as it is. */
function keyOf(secret: string): string | Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
}
