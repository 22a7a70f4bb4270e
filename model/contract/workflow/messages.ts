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

/**
 * Answers a call of a process that is answered later: by the address that stood in the header `Outstation-Callback` of the call. The body is the
 * answer, with whatever members it has, one named `token` as well. The address works once; the same answer again, or any under the same `Idempotency-Key`, changes nothing and is answered alike.
 */
export const answerCall = contract({
  method: 'POST',
  path: `${PATH}/answerCall`,
  input: z.looseObject({
    /** In the address alone. */
    token: z.optional(z.unknown()),
  }),
})
