/** What is done with application clients beside what every noun has. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { choice } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

/** The answer holds the secret, which is never told again. */
export const resetAppClientSecret = contract({
  method: 'POST',
  path: '/uaa/appclient/resetAppClientSecret',
  input: z.strictObject({ id }),
  output: z.strictObject({ clientId: z.string(), clientSecret: z.string() }),
})

export type IssuedSecret = OutputOf<typeof resetAppClientSecret>

export const revokeAppClientToken = contract({
  method: 'POST',
  path: '/uaa/appclient/revokeAppClientToken',
  input: z.strictObject({ id }),
})

export const queryAppClientScope = contract({ method: 'GET', path: '/uaa/appclient/queryAppClientScope', output: z.array(choice) })
