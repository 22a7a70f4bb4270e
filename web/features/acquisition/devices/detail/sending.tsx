import type { DeviceState } from '../../../../../model/contract/acquisition/devices.ts'
import { exampleOf, pushAddress, serverOf, topicOf } from '../../../../shared/acquisition/sending.ts'
import { CopyButton } from '../../../../shared/dialogs/copy-button.tsx'
import { useT } from '../../../../kernel/i18n/i18n.ts'

/** What a device needs to be told so that it sends here; open until it has been heard of. */
export function Sending({ state, sends }: { state: DeviceState['state']; sends: NonNullable<DeviceState['sends']> }) {
  const t = useT()
  const server = serverOf(sends)
  const facts = [
    ...(server === undefined ? [] : [[sends.broker?.tls === true ? t('sending.server-tls') : t('sending.server'), server] as const]),
    [t('sending.user-name'), sends.userName],
    ...(server === undefined ? [] : [[t('sending.topic'), topicOf(sends)] as const]),
    [t('sending.address'), pushAddress()],
    [t('sending.example'), exampleOf(sends)],
  ] as const
  return (
    <details className="device-card device-sending" open={state === 'never'}>
      <summary>
        <h2>{t('sending.title')}</h2>
      </summary>
      <p>{t('sending.about')}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton text={value} name={name} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
