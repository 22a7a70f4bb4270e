import { keepOneTime, peopleByEmail, hashToken, newToken } from '../../../identity/index.ts'
import type { EntryRequest } from '../../../messaging/index.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export const PURPOSE = 'password-link'
const MINUTES = 30

/** What is kept of a link. */
export const hashOfLink = (token: string) => hashToken(token).toString('hex')

/** One mail for each account of the mailbox: each says which it is for. */
export const sendPasswordLink =
  ({ messages, config }: Pick<Services, 'messages' | 'config'>) =>
  async (tx: Transaction, { recipient, tenantCode, language }: EntryRequest): Promise<void> => {
    for (const { tenantId, tenantName, userId, username, email } of await peopleByEmail(tx, recipient, tenantCode)) {
      const token = newToken()
      await keepOneTime(tx, { tenantId, userId, purpose: PURPOSE, hash: hashOfLink(token), minutes: MINUTES })
      // Behind the hash mark, which no browser sends anywhere: neither to us nor to a log on the way.
      const secret = `${config.publicUrl.replace(/\/$/, '')}/forgotpassword#${token}`
      await messages.post(tx, {
        tenantId,
        channel: 'mail',
        kind: 'password-link',
        recipient: email,
        language,
        values: { tenant: tenantName, username },
        secret,
        minutes: MINUTES,
      })
    }
  }
