/** How much a machine was used, as its point tells it. */
import { useId } from 'react'
import type { EquipmentLife } from '../../../../../model/contract/maintenance/equipment.ts'
import { localeOf, useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { dayOf } from '../../../../ui/clock.ts'

export function Use({ use }: { readonly use: NonNullable<EquipmentLife['use']> }) {
  const t = useT()
  const id = useId()
  const locale = localeOf[useLanguage()]
  const { kind, pointName, total, since, recent } = use
  const unit = kind === 'run-hours' ? 'h' : (use.unit ?? '')
  const text = (value: number | null) =>
    value === null ? '–' : [value.toLocaleString(locale, { maximumFractionDigits: 1 }), unit].filter(Boolean).join(' ')
  return (
    <section className="machine-card" aria-labelledby={id}>
      <h2 id={id}>{t('equipment.use')}</h2>
      {pointName !== null && <p className="machine-about">{t('equipment.use-by', { point: pointName })}</p>}
      <dl className="machine-facts">
        <div>
          <dt>{t(`equipment.use-${kind}`)}</dt>
          <dd>
            {text(total)} {since !== null && <small>{t('equipment.use-since', { day: dayOf(since) })}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('equipment.use-recent')}</dt>
          <dd>{text(recent)}</dd>
        </div>
      </dl>
    </section>
  )
}
