/** By what alarms leave the product. */
import { lazy } from 'react'
import { isAddressed } from '../../../../model/acquisition/alarm-channels.ts'
import { testAlarmChannel } from '../../../../model/contract/acquisition/deliveries.ts'
import { alarmChannels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { toast } from '../../../ui/toast.ts'

const ChannelForm = lazy(() => import('./form.tsx'))

const columns: ColumnSetups = {
  channelName: { width: 220, first: true },
  channelKind: { width: 160 },
  channelHost: { width: 220 },
  isSigned: { width: 90 },
  perMinute: { width: 150 },
  channelStatus: { width: 100 },
  channelDescription: { width: 240 },
}

const filters = ['channelName', 'channelKind']
const defaults = { channelKind: 'wecom', channelStatus: '1' }

export default function AlarmChannelsPage() {
  const t = useT()

  async function test(id: string): Promise<void> {
    try {
      const { sent, reason } = await ask(testAlarmChannel, { id })
      if (sent) toast.success(t('channels.test-sent'))
      else toast.warning(t('channels.test-refused', { reason: reason ?? '' }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <ResourcePage
      of={alarmChannels}
      columns={columns}
      filters={filters}
      defaults={defaults}
      form={ChannelForm}
      empty={t('channels.empty')}
      rowActions={(row, may) =>
        may('test') && isAddressed(row['channelKind']) ? [{ key: 'test', label: t('channels.test'), run: () => void test(row.id) }] : []
      }
    />
  )
}
