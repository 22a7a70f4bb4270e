/** Answers to calls of processes that come later, by the address that the call carried. Whoever has it needs no account. */
import { answerCall } from '../../../../model/contract/workflow/messages.ts'
import { processInstances } from '../../../../model/index.ts'
import { consumeAllowances, keyOf, networkOf } from '../../../kernel/database/counters.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'

/** From one network: addresses that lead nowhere, within a quarter of an hour. */
const MISSES = { most: 100, seconds: 15 * 60 }
/** A variable holds 64 KB. */
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_KEY = 200
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The step is in the record of its instance; what the other side sends is nobody's input. */
export const answer = implement(answerCall, {
  access: 'public',
  unlogged: true,
  of: processInstances,
  bodyLimit: MAX_ANSWER_BYTES,
  summary: 'Answer a call of a process, by the address that the call carried',
  // Address and answer apart: read as one input, a member of the answer would stand in the place of what the address says.
  async handle({ services: { workflow, transactions }, request }) {
    const { token } = request.query as Readonly<Record<string, unknown>>
    const call = typeof token === 'string' && TOKEN.test(token) ? await workflow.callOfToken(token) : undefined
    if (!call) {
      await consumeAllowances(transactions, [{ key: keyOf('process-callback', networkOf(request.ip)), ...MISSES }])
      return fail('process.callback')
    }
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' && header.length <= MAX_KEY ? header : undefined
    await workflow.answerCall({ tenantId: call.tenantId, outside: call.id, answer: request.body ?? {}, key })
    return null
  },
})
