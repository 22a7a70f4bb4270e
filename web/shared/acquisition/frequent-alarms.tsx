/** The rules that raise the most alarms, with how many of these chatter. */
import type { ReactNode } from 'react'
import type { AlarmHealth } from '../../../model/contract/acquisition/alarms.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import './frequent-alarms.css'

type Row = AlarmHealth['often'][number]

interface FrequentAlarmsProps {
  readonly rows: readonly Row[]
  /** What stands for the number of a row: the number itself, or a link to what it counts. */
  readonly raisedOf?: (row: Row) => ReactNode
}

export function FrequentAlarms({ rows, raisedOf = ({ raised }) => raised }: FrequentAlarmsProps) {
  const t = useT()
  const headings = [
    t('field.alarms.ruleName'),
    t('field.alarms.deviceId'),
    t('field.alarms.pointName'),
    t('alarms.health-raised'),
    t('alarms.health-chattering'),
  ]
  return (
    <div className="frequent-alarms" role="region" aria-label={t('alarms.often')} tabIndex={0}>
      <table>
        <caption>{t('alarms.often')}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.ruleName}</td>
              <td>{row.deviceName}</td>
              <td>{row.pointName}</td>
              <td>{raisedOf(row)}</td>
              <td>{row.chatters}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
