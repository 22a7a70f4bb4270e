import { devices } from '../../../../../model/index.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { DeviceLink } from './device-link.tsx'

const hidden = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { hide: true }]))

/** What stands below, as it is now. */
const asNow = ['presence', 'lastSeenAt', 'openAlarms', 'hasOpenAlarms', 'hasOverdueAttachment']
/** And what says nothing of a device that sends by itself. */
const sending = hidden([...asNow, 'modbusHost', 'modbusPort', 'modbusUnit', 'pollSeconds'])
const polled = hidden(asNow)

/** What is written of the device, as far as this caller sees it; what nobody filled in is left out. */
export function Nameplate({ row, fields }: { row: ResourceRow; fields: readonly string[] | undefined }) {
  const t = useT()
  const filled = columnsOf(devices, fields, row['connection'] === 'push' ? sending : polled, t)
    .map(({ key, title, text }) => ({ key, title, value: text?.(row) ?? '' }))
    .filter(({ value }) => value !== '')
  return (
    <section className="device-card" aria-labelledby="device-nameplate">
      <h2 id="device-nameplate">{t('monitor.nameplate')}</h2>
      <dl className="device-facts">
        {filled.map(({ key, title, value }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{key === 'gatewayId' ? <DeviceLink id={String(row[key])}>{value}</DeviceLink> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
