import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/mappings.ts'
import { devices, unparsedMessages } from '../../../../model/index.ts'
import { reread } from '../../../acquisition/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { assertAllExist } from '../../../kernel/resources/write.ts'

/** What is listed is a view of the messages. */
const messageWrites = writes(unparsedMessages, {
  remove: { apply: (tx, _asking, ids) => tx.run(build.deleteFrom('unparsed_messages').where(sql<boolean>`id = any(${ids}::uuid[])`)) },
})

const rereadUnparsedMessage = implement(contract.rereadUnparsedMessage, {
  access: 'granted',
  summary: 'Read kept messages again, by the mappings as they are now, and store what they say at the time they came',
  of: unparsedMessages,
  async handle({ input: { id }, caller, inTenant, services: { acquisition, transactions } }) {
    if (id) await inTenant((tx) => assertAllExist(tx, unparsedMessages, id))
    return reread(acquisition, transactions, caller, id)
  },
})

const beginning = sql<Buffer>`substring(payload from 1 for ${contract.MAX_SHOWN_BYTES})`

const queryMessageText = implement(contract.queryMessageText, {
  access: 'granted',
  summary: 'A kept message, of a long one its beginning or, where it is asked for, the whole',
  of: unparsedMessages,
  async handle({ input, caller, inTenant }) {
    if (!viewOf(caller, unparsedMessages).sees('messageHead')) fail('permission.denied')
    const found = await inTenant((tx) =>
      tx.first(
        build
          .selectFrom('unparsed_messages')
          .innerJoin('devices', 'devices.id', 'unparsed_messages.device_id')
          .select(['message_source', 'topic', 'user_properties', 'device_type_id'])
          .select([sql<number>`octet_length(payload)`.as('bytes'), (input.whole ? sql<Buffer>`payload` : beginning).as('payload')])
          .where('unparsed_messages.id', '=', input.id),
      ),
    )
    if (!found) fail('row.not-found')
    const isWhole = found.payload.length === found.bytes
    const text = found.payload.toString('utf8')
    return {
      messageSource: found.message_source,
      topic: viewOf(caller, unparsedMessages).sees('topic') ? found.topic : null,
      userProperties: found.user_properties,
      // Where it is cut a character may be cut as well.
      text: isWhole ? text : text.replace(/\uFFFD+$/, ''),
      isWhole,
      bytes: found.bytes,
      deviceTypeId: viewOf(caller, devices).sees('deviceTypeId') ? found.device_type_id : null,
    }
  },
})

export const unparsedMessagesFeature: Feature = {
  tag: 'unparsed-messages',
  routes: [list(unparsedMessages), ...exportsOf(unparsedMessages), remove(messageWrites), rereadUnparsedMessage, queryMessageText],
}
