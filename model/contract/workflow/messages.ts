/** Messages and signals that come from outside: other systems, by an application of their own or by somebody who is granted it. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { optional } from '../../wire.ts'
import { contract } from '../contract.ts'
import { changed, variables } from './values.ts'

const PATH = '/activiti/message'

/** As the model names it. */
const eventName = z.pipe(z.string().check(z.trim(), z.maxLength(255)), z.string().check(z.minLength(1, { error: 'required' })))

/**
 * Lets a message come to those that wait for it: in one instance, by its id or its business number, or by the value under which it is waited for
 * (`correlation`; absent: for those without one). Without an instance it also begins the processes that begin with it. Answers how many go on or begin; none
 * is no failure, since whoever waited may have gone on already. Sent twice before it is acted on, it has come once.
 */
export const correlateMessage = contract({
  method: 'POST',
  path: `${PATH}/correlateMessage`,
  input: z.object({
    messageName: eventName,
    processInstanceId: optional(id),
    businessKey: optional(z.string().check(z.trim(), z.maxLength(64))),
    correlation: optional(z.string().check(z.maxLength(512))),
    variables: z._default(variables, {}),
  }),
  output: changed,
})

/** Lets a signal come to all that wait for it, and begins the processes that begin with it. Answers how many. */
export const broadcastSignal = contract({
  method: 'POST',
  path: `${PATH}/broadcastSignal`,
  input: z.object({ signalName: eventName, variables: z._default(variables, {}) }),
  output: changed,
})
