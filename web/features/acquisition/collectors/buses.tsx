/** The Modbus buses that the tenant's devices stand on. */
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { Bus } from '../../../../model/contract/acquisition/collectors.ts'

const kinds = { connected: 'good', starting: 'quiet', elsewhere: 'quiet', unreachable: 'urgent', refused: 'urgent' } as const

export function Buses({ buses, t }: { buses: readonly Bus[]; t: Translate }) {
  return (
    <section className="collector-card collector-buses" aria-labelledby="collector-buses">
      <h2 id="collector-buses">{t('collector.buses')}</h2>
      <div className="collector-scroll" role="region" aria-labelledby="collector-buses" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('collector.address')}</th>
              <th scope="col">{t('collector.state')}</th>
              <th scope="col" className="figure">
                {t('collector.devices')}
              </th>
              <th scope="col">{t('collector.away')}</th>
              <th scope="col" className="figure">
                {t('collector.late')}
              </th>
            </tr>
          </thead>
          <tbody>
            {buses.map(({ host, port, state, devices, away, lateMs }, at) => (
              <tr key={host === null || port === null ? at : `${host}:${port}`}>
                <th scope="row">
                  {host ?? '•••'}:{port ?? '•••'}
                </th>
                <td>
                  <Tag kind={kinds[state]}>{t(`bus.state.${state}`)}</Tag>
                </td>
                <td className="figure">{devices}</td>
                <td>{away.join(', ')}</td>
                <td className="figure">{t('collector.ms', { count: lateMs })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
