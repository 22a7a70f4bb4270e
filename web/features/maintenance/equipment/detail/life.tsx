/** What happened to a machine, the latest first. */
import type { EquipmentLife } from '../../../../../model/contract/maintenance/equipment.ts'
import type { LabelKey } from '../../../../kernel/i18n/i18n.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { dayOf, secondOf } from '../../../../ui/clock.ts'

export function Life({ life }: { life: EquipmentLife['life'] }) {
  const t = useT()
  if (life.length === 0) return null
  return (
    <section className="machine-card">
      <h2>{t('equipment.life')}</h2>
      <ol className="machine-life">
        {life.map(({ at, kind, text, by }) => (
          <li key={`${at}-${kind}-${text}`} className={`life-${kind}`}>
            <time title={secondOf(at)}>{dayOf(at)}</time>
            <span>
              <strong>{t(`equipment.life-${kind}`)}</strong> {kind === 'changed' ? t(`choice.equipmentState.${text}` as LabelKey) : text}
              {by && <span className="quiet"> · {by}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
