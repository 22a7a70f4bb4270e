/** Reports of the demonstration that are issued when it is made, the way everybody issues them, and signed by its people. */
import { SIGNATURE_SLOTS } from '../../../../model/reports/issued.ts'
import { secondText } from '../../../../model/zone.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import type { DemonstrationTenant } from '../../../module.ts'
import { issue } from '../shared/issue.ts'
import { sign } from './sign.ts'

const HOUR_MS = 3_600_000
const LANGUAGE = 'zh'

/** Issues and signs what the seed says. @throws Error for a person who is not there or may not do it, which is a mistake in the seed */
export async function issueForDemonstration(services: Services, { tenantId, things }: DemonstrationTenant): Promise<void> {
  const t = translatorFor(LANGUAGE)
  const zone = await services.transactions.timeZoneOf(tenantId)
  const as = async (username: string) => {
    const caller = await personOf(services, tenantId, username)
    const actor = { tenantId, userId: caller.userId, rows: caller.rows, operationId: newId() }
    const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) => services.transactions.inTenant(actor, work)
    return { services, caller, t, language: LANGUAGE, inTenant } as const
  }
  for (const { report, period, hoursAgo, issuedBy, signedBy } of things.issuedReports) {
    const date = secondText(zone, services.clock.now() - hoursAgo * HOUR_MS).slice(0, 10)
    const { id } = await issue(await as(issuedBy), { report, period, date })
    for (const [at, username] of signedBy.entries()) {
      const slot = SIGNATURE_SLOTS[at]
      if (!slot) throw new Error(`a report has no place for the signature of ${username}`)
      // Nobody has signed in yet: that they have shown who they are belongs to the demonstration.
      await sign(await as(username), { id, slot }, { peek: async () => 'password', take: async () => undefined })
    }
  }
}

async function personOf({ transactions, grants }: Services, tenantId: DemonstrationTenant['tenantId'], username: string): Promise<Caller> {
  const user = await transactions.inTenant(
    { tenantId },
    (tx) => tx.first(build.selectFrom('users').select('id').where('username', '=', username)),
    'read',
  )
  const identity = user && (await identityOf(transactions, grants, { tenantId, userId: user.id, sessionId: newId() }))
  if (!identity) throw new Error(`the seed names ${username}, who is not there`)
  return callerOf(identity, undefined, LANGUAGE)
}
