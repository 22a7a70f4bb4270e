/** What became of alarms that had to be told: every attempt, and the way to try again. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/deliveries.ts'
import { deliveries } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { deliverUnaddressed } from '../../../acquisition/index.ts'
import { canLeave, sendAgain } from '../../../messaging/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'

const retryDelivery = implement(contract.retryDelivery, {
  access: 'granted',
  summary: 'Send messages of deliveries again that failed, or that nothing could send, and deliver anew what reached nobody',
  of: deliveries,
  handle: ({ input: { id: ids }, inTenant, services: { config, messages, scheduler } }) =>
    inTenant(async (tx) => {
      await assertAllExist(tx, deliveries, ids)
      // First, since these have no messages yet.
      const unaddressed = await deliverUnaddressed(tx, scheduler, ids)
      const again = await sendAgain(tx, sql<boolean>`batch_id in (select batch_id from deliveries where id = any(${ids}::uuid[]))`)
      if (again.length + unaddressed === 0) fail('message.over')
      if (again.some((channel) => !canLeave(config, channel))) fail('message.no-port')
      tx.afterCommit(() => messages.wake())
      return { waiting: again.length + unaddressed }
    }),
})

/** What a digest says of other devices is for those who see all that it is about. */
const queryDeliveryAttempt = implement(contract.queryDeliveryAttempt, {
  access: 'granted',
  summary: 'The messages that a delivery is in, with each attempt to send them',
  of: deliveries,
  async handle({ input: { id }, caller, inTenant }) {
    const view = viewOf(caller, deliveries)
    if (!view.sees('attempts') || !view.sees('lastError')) fail('permission.denied')
    return inTenant(async (tx) => {
      await assertAllExist(tx, deliveries, [id])
      const [rows, whole] = await Promise.all([
        tx.all(
          build
            .selectFrom('messages')
            .innerJoin('deliveries', 'deliveries.batch_id', 'messages.batch_id')
            .leftJoin('message_attempts', 'message_attempts.message_id', 'messages.id')
            .select([
              'messages.id',
              'messages.recipient',
              'messages.message_state as state',
              'messages.body',
              sql<string | null>`to_char(message_attempts.attempted_at, 'YYYY-MM-DD HH24:MI:SS')`.as('attemptedAt'),
              'message_attempts.reason',
              'message_attempts.took_ms as tookMs',
            ])
            .where('deliveries.id', '=', id)
            .orderBy('messages.id')
            .orderBy('message_attempts.id'),
        ),
        tx.beyondScope('whether everything that a message tells is in scope').first(
          build
            .selectFrom('deliveries as each')
            .innerJoin('deliveries as asked', 'asked.batch_id', 'each.batch_id')
            .select(sql<number>`count(*)::int`.as('count'))
            .where('asked.id', '=', id),
        ),
      ])
      const seen = await tx.first(
        build
          .selectFrom('deliveries as each')
          .innerJoin('deliveries as asked', 'asked.batch_id', 'each.batch_id')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('asked.id', '=', id),
      )
      const isWhole = seen?.count === whole?.count && view.sees('alarmName') && view.sees('deviceId')
      return [...Map.groupBy(rows, (row) => row.id)].map(([messageId, [first, ...more]]) => {
        const { recipient, state, body } = first as (typeof rows)[number]
        return {
          id: messageId,
          recipient,
          state,
          body: isWhole ? body : '',
          attempts: [first as (typeof rows)[number], ...more].flatMap(({ attemptedAt, reason, tookMs }) =>
            attemptedAt === null || tookMs === null ? [] : [{ attemptedAt, reason, tookMs }],
          ),
        }
      })
    })
  },
})

export const deliveriesFeature: Feature = {
  tag: 'deliveries',
  routes: [list(deliveries), ...exportsOf(deliveries), retryDelivery, queryDeliveryAttempt],
}
