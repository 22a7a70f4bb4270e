/** Where somebody is signed in: their own sessions in the console, and the end of them. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/profile.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

/** What acts as a role beside a session is no place of its own: it goes with the one it was opened from. */
const mine = (userId: string) => build.selectFrom('online_users').where('user_id', '=', userId)
const moment = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

export const querySession = implement(contract.querySession, {
  access: 'signed-in',
  summary: "One's own sessions: since when, from where, in which browser",
  async handle({ caller, inTenant }) {
    const current = caller.parentId ?? caller.sessionId
    const rows = await inTenant((tx) =>
      tx.all(
        mine(caller.userId)
          .select(['id', 'address', 'browser', moment('sign_in_time').as('signInTime'), moment('last_seen_time').as('lastSeenTime')])
          .orderBy('last_seen_time', 'desc')
          .orderBy('id'),
      ),
    )
    return rows
      .map((row) => ({ ...row, address: row.address ?? '', browser: row.browser ?? '', isCurrent: row.id === current }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  },
})

export const deleteSession = implement(contract.deleteSession, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Sign out in one of the places where one is signed in',
  async handle({ caller, input, inTenant, services: { sessions } }) {
    await inTenant(async (tx) => {
      if (!(await tx.first(mine(caller.userId).select('id').where('id', '=', input.id)))) fail('row.not-found')
      await sessions.endEach(tx, caller.tenantId, [input.id])
    })
    return null
  },
})

export const deleteOtherSessions = implement(contract.deleteOtherSessions, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Sign out everywhere but here',
  async handle({ caller, inTenant, services: { sessions } }) {
    return inTenant(async (tx) => {
      const others = (
        await tx.all(
          mine(caller.userId)
            .select('id')
            .where('id', '!=', caller.parentId ?? caller.sessionId),
        )
      ).map((row) => row.id)
      if (others.length > 0) await sessions.endEach(tx, caller.tenantId, others)
      return { ended: others.length }
    })
  },
})
