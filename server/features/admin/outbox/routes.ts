/** What was sent by mail and SMS, what waits and what failed. For the platform: the ports are one for all tenants. */
import { sql } from 'kysely'
import { queryPorts, retryMessage } from '../../../../model/contract/admin/outbox.ts'
import { messages } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { SECRET_MARK, canLeave, sendAgain } from '../../../messaging/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'

/** What is listed is a view of the messages; the rows are theirs. */
const messageWrites = writes(messages, {
  remove: { apply: (tx, _asking, ids) => tx.run(build.deleteFrom('messages').where(sql<boolean>`id = any(${ids}::uuid[])`)) },
})

export const outboxFeature: Feature = {
  tag: 'messages',
  routes: [
    list(messages),
    ...exportsOf(messages),
    implement(queryPorts, {
      access: 'platform',
      summary: 'What mail and SMS leave by',
      // The host alone: an address may carry a password or a key.
      handle: async ({
        services: {
          config: { mail, sms },
        },
      }) => ({ mail: gatewayOf(mail?.url), sms: gatewayOf(sms?.url) }),
    }),
    implement(retryMessage, {
      access: 'platform',
      summary: 'Send messages again that failed, or that nothing could send',
      handle: ({ input: { id: ids }, inScopeOf, services: { config, messages: post } }) =>
        inScopeOf(messages, async (tx) => {
          await assertAllExist(tx, messages, ids)
          // A code or link that was not kept cannot be sent any more.
          const again = await sendAgain(
            tx,
            sql<boolean>`(id = any(${ids}::uuid[]) and (expires_at is null or expires_at > now()) and (secret is not null or body not like ${`%${SECRET_MARK}%`}))`,
          )
          if (again.length !== ids.length) fail('message.over')
          if (again.some((channel) => !canLeave(config, channel))) fail('message.no-port')
          tx.afterCommit(() => post.wake())
          return { waiting: again.length }
        }),
    }),
    remove(messageWrites),
  ],
}

function gatewayOf(url: string | undefined): { configured: boolean; host: string } {
  return { configured: url !== undefined, host: /^[a-z]+:\/\/(?:[^@/]*@)?([^/?#]*)/i.exec(url ?? '')?.[1] ?? '' }
}
