import * as contract from '../../../../model/contract/account/recovery.ts'
import { users } from '../../../../model/index.ts'
import { useCaptcha, neededKeyOf } from '../../../identity/index.ts'
import { keyOf, networkOf, consumeAllowances } from '../../../kernel/database/counters.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { PURPOSE } from './link.ts'
import { queryPasswordLink, resetForgottenPassword } from './reset.ts'

const HOUR = 3600

/** Nothing is looked up while the caller waits: an address that nobody has is answered alike, and as fast. */
const retrievePassword = implement(contract.retrievePassword, {
  access: 'public',
  summary: 'Ask for a mail with a link to a new password; the answer is the same whether or not anybody has the address',
  of: users,
  async handle(call) {
    const {
      input: { email, charCaptcha, tenantCode },
      services: { transactions, messages },
      request,
    } = call
    const key = neededKeyOf(call, call.input.key)
    await consumeAllowances(transactions, [{ key: keyOf('mail-address', networkOf(request.ip)), most: 20, seconds: HOUR }])
    await useCaptcha(transactions, { key, text: charCaptcha }, request.ip)
    await consumeAllowances(transactions, [
      { key: keyOf('mail-mailbox', email), most: 3, seconds: HOUR },
      { key: keyOf('mail-tenant', tenantCode ?? ''), most: 1000, seconds: HOUR },
    ])
    await messages.ask({ purpose: PURPOSE, tenantCode: tenantCode || undefined, recipient: email, language: languageOfRequest(request) })
    return null
  },
})

export const recoveryFeature: Feature = { tag: 'recovery', routes: [retrievePassword, queryPasswordLink, resetForgottenPassword] }
