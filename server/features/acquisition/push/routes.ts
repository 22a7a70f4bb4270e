/** What devices send over HTTP: one value, an object of values, values with their times, or many of those (docs/guides/sending-readings.md). */
import * as contract from '../../../../model/contract/acquisition/collectors.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { deviceOfRequest, Busy } from '../../../acquisition/index.ts'
import type { Receipt, Refusal } from '../../../acquisition/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { textOf } from './body.ts'
import { messageBodies } from './message-bodies.ts'

const push = implement(contract.push, {
  access: 'machine',
  raw: messageBodies,
  summary:
    'Send measured values; answered once they are stored. User name `<tenant>/<device>`, password the secret of the device. `stored` counts what was not there before, `corrected` those of them that replaced another value of their moment, `repeated` what was there already or is within the deadband',
  async handle({ input, request, services, t }) {
    const device = deviceOfRequest(request) ?? fail('device.credentials')
    const text = await textOf(request, t)
    const { messages, meters } = services.acquisition
    const receipt = await messages.receive(device, { source: { via: 'http', key: input.key }, payload: text }, false).catch(comeBack)
    meters.http.count(device.tenantId, receipt.stored)
    const refusals = receipt.refusals.map((refusal) => ({ ...refusal, message: messageOf(refusal, t) }))
    if (receipt.stored + receipt.repeated === 0 && receipt.refused > 0)
      fail('readings.refused', { fields: refusals.map(({ at, message }) => ({ field: at === '' ? 'body' : at, message })) })
    return { stored: receipt.stored, corrected: receipt.corrected, repeated: receipt.repeated, refused: receipt.refused, refusals }
  },
})

const messageOf = ({ code, at }: Refusal, t: Translate) => t(`refusal.${code}`, { at })

/** Nothing of it has been stored, or nobody can say: the device keeps it and sends it again. */
function comeBack(error: unknown): Receipt {
  if (!(error instanceof Busy)) fail('server.busy', { retryAfter: 5, cause: error })
  const seconds = Math.max(1, Math.ceil(error.retryAfterMs / 1000))
  return fail('request.too-many', { values: { seconds }, retryAfter: seconds })
}

export const pushFeature: Feature = { tag: 'push', routes: [push] }
