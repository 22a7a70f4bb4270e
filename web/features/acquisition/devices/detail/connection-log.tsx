/** When the device connected, why that ended, and what was refused of it. */
import { useQuery } from '@tanstack/react-query'
import type { LoggedEvent } from '../../../../../model/contract/acquisition/devices.ts'
import { queryDeviceLog } from '../../../../../model/contract/acquisition/devices.ts'
import type { DeviceEvent } from '../../../../../model/acquisition/connections.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import type { LabelKey, Translate } from '../../../../kernel/i18n/i18n.ts'
import { textOr, useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { refusalText } from '../../../../shared/acquisition/refusal-text.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { secondOf } from '../../../../ui/clock.ts'

const AGAIN = 5000
const kinds: Readonly<Record<DeviceEvent, 'good' | 'quiet' | 'urgent'>> = { connected: 'good', disconnected: 'quiet', refused: 'urgent' }

export function ConnectionLog({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['device-log', id],
    queryFn: ({ signal }) => ask(queryDeviceLog, { id }, { signal, quiet: true }),
    // A failure stays until somebody asks again: it is read aloud whenever it appears.
    refetchInterval: ({ state }) => (state.error && !state.data ? false : AGAIN),
  })
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="device-log" aria-busy="true" />
  if (data.list.length === 0) return <p className="device-about">{t('monitor.no-log')}</p>
  return (
    <div className="device-log" role="region" aria-label={t('monitor.log')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(['time', 'event', 'why', 'from'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`monitor.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.list.map((logged, at) => (
            <tr key={`${logged.time} ${at}`}>
              <td>{secondOf(logged.time)}</td>
              <td>
                <Tag kind={kinds[logged.event]}>{t(`logged.${logged.event}`)}</Tag>
              </td>
              <td>{reasonText(logged, t)}</td>
              <td>{logged.event === 'refused' ? '' : logged.place}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function reasonText({ event, code, place }: LoggedEvent, t: Translate): string {
  if (event === 'connected') return code
  if (event === 'refused') return refusalText({ code, at: place }, t)
  return textOr(`parted.${code}`, '') === '' ? t('parted.other') : t(`parted.${code}` as LabelKey)
}
