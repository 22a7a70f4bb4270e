/** The last messages of the device as they came, and what became of them. */
import { useQuery } from '@tanstack/react-query'
import { queryDeviceMessages } from '../../../../../model/contract/acquisition/devices.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { CopyButton } from '../../../../shared/dialogs/copy-button.tsx'
import { refusalText } from '../../../../shared/acquisition/refusal-text.ts'
import { exactOf } from '../../../../ui/clock.ts'

const AGAIN = 2000

export function RecentMessages({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['device-messages', id],
    queryFn: ({ signal }) => ask(queryDeviceMessages, { id }, { signal, quiet: true }),
    // A failure stays until somebody asks again: it is read aloud whenever it appears.
    refetchInterval: ({ state }) => (state.error && !state.data ? false : AGAIN),
  })
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="device-log" aria-busy="true" />
  if (data.list.length === 0) return <p className="device-about">{t('monitor.no-recent')}</p>
  return (
    <div className="device-log" role="region" aria-label={t('monitor.recent')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(['time', 'from', 'message', 'outcome'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`monitor.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.list.map(({ time, via, topic, text, bytes, stored, refused, fault }, at) => (
            <tr key={`${time} ${at}`}>
              <td>{exactOf(time)}</td>
              <td>
                {via === 'mqtt' ? 'MQTT' : 'HTTP'} <code>{topic}</code>
              </td>
              <td className="device-message">
                <code>{text}</code>
                {bytes > new TextEncoder().encode(text).length && <span className="device-about">{t('monitor.cut', { bytes })}</span>}
                <CopyButton text={text} name={t('monitor.message')} />
              </td>
              <td>
                {t('monitor.kept', { stored, refused })}
                {fault && <div className="device-fault">{refusalText(fault, t)}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
