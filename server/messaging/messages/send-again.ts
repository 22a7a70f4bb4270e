/** Messages that somebody wants sent again. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Channel } from '../../../model/admin/messages.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { LEASE_SECONDS } from './messages.ts'

/**
 * The channels of the messages that leave now, one for each: those that failed, that nothing could send, or that wait for a later attempt; and those
 * that leave within a minute anyway, which are left alone. One of these may be on its way just now, and would go out twice.
 * @param which A condition on rows of `messages`
 */
export async function sendAgain(tx: Transaction, which: RawBuilder<boolean>): Promise<Channel[]> {
  // What is on its way has the end of its lease there.
  const leaseEnds = sql<Date>`now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})`
  await tx.run(
    build
      .updateTable('messages')
      .where(which)
      .where((where) =>
        where.or([
          where('message_state', 'in', ['failed', 'kept']),
          where.and([where('message_state', '=', 'waiting'), where('next_at', '>', leaseEnds)]),
        ]),
      )
      .set({ message_state: 'waiting', attempts: 0, next_at: sql`now()`, updated_at: sql`now()`, version: sql`version + 1` }),
  )
  const leaving = await tx.all(build.selectFrom('messages').select('channel').where(which).where('message_state', '=', 'waiting'))
  return leaving.map(({ channel }) => channel as Channel)
}
