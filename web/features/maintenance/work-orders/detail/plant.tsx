/** The alarms that an order keeps out of service, or did. */
import { useId } from 'react'
import type { WorkOrderDetail } from '../../../../../model/contract/maintenance/work-orders.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { AlarmLink } from '../../../../shared/maintenance/row-link.tsx'
import { Tag } from '../../../../ui/tag.tsx'

export function PlantAlarms({ alarms }: { readonly alarms: WorkOrderDetail['alarms'] }) {
  const t = useT()
  const id = useId()
  if (alarms.length === 0) return null
  return (
    <section className="upkeep-card" aria-labelledby={id}>
      <h2 id={id}>{t('work-order.alarms')}</h2>
      <p className="upkeep-about">{t('work-order.alarms-about')}</p>
      <ul className="upkeep-files">
        {alarms.map(({ id: alarm, ruleName, pointName, isOut }) => (
          <li key={alarm}>
            <span>
              <AlarmLink of={{ ruleName, pointName }} text={`${ruleName} · ${pointName}`} />
            </span>
            <Tag kind={isOut ? 'notice' : 'good'}>{t(isOut ? 'work-order.alarm-out' : 'work-order.alarm-back')}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}
