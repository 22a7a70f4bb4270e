/** What the outbox has beside the operations of every noun. */
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { rowIds } from '../resources.ts'

/** The host alone: an address may carry a password or a key. */
const port = z.strictObject({ configured: z.boolean(), host: z.string() })

/** What mail and SMS leave by. */
export const queryPorts = contract({ method: 'GET', path: '/admin/outbox/queryPorts', output: z.strictObject({ mail: port, sms: port }) })

/** Sends messages again that failed, or that nothing could send. */
export const retryMessage = contract({
  method: 'POST',
  path: '/admin/outbox/retryMessage',
  input: rowIds,
  output: z.strictObject({ waiting: z.int() }),
})
