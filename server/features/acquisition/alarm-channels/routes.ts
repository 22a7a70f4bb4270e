import { isAddressed } from '../../../../model/acquisition/alarm-channels.ts'
import { testAlarmChannel } from '../../../../model/contract/acquisition/deliveries.ts'
import { alarmChannels } from '../../../../model/index.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { Refused, sendByChannel } from '../../../messaging/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { alarmChannelWrites } from './writes.ts'

/** Out of the transaction: what is sent here belongs to no alarm, and is not tried again. */
const test = implement(testAlarmChannel, {
  access: 'granted',
  summary: 'Send a test by a channel, at once, and tell what came of it',
  of: alarmChannels,
  async handle({ input: { id }, caller, inTenant, services, t }) {
    const { tenantId } = caller
    const channel = await inTenant((tx) =>
      tx.first(build.selectFrom('alarm_channels').select(['channel_name', 'channel_kind']).where('id', '=', id)),
    )
    if (!channel) fail('row.not-found')
    if (!isAddressed(channel.channel_kind))
      throw new Failure('channel.address', { field: { name: 'channelAddress', label: 'field.alarm-channels.channelAddress' } })
    const text = t('channels.test-text', { channel: channel.channel_name })
    const body = channel.channel_kind === 'webhook' ? JSON.stringify({ type: 'test', text, total: 0, alarms: [] }) : text
    const refused = await sendByChannel(services, { id: newId(), tenantId, channelId: id, body }).then(
      () => undefined,
      (error: unknown) => (error instanceof Refused ? error : Promise.reject(error as Error)),
    )
    return { sent: refused === undefined, reason: refused?.message ?? null }
  },
})

export const alarmChannelsFeature: Feature = {
  tag: 'alarm-channels',
  routes: [
    list(alarmChannels),
    ...exportsOf(alarmChannels),
    add(alarmChannelWrites),
    update(alarmChannelWrites),
    remove(alarmChannelWrites),
    importOf(alarmChannelWrites),
    options(alarmChannels),
    test,
  ],
}
