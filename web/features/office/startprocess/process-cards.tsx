/** Processes as cards, those of a category together. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { Startable } from '../../../../model/contract/workflow/instances.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

interface ProcessCardsProps {
  readonly of: readonly Startable[]
  readonly onChoose: (id: string) => void
  /** One is about to be opened. */
  readonly onNear: () => void
}

export function ProcessCards({ of, onChoose, onNear }: ProcessCardsProps) {
  const t = useT()
  // Those without one come last, as everything that is left.
  const groups = [...Map.groupBy(of, ({ category }) => category ?? '')].sort(([one], [other]) => Number(one === '') - Number(other === ''))
  return groups.map(([category, processes]) => (
    <Category key={category} name={category || (groups.length > 1 ? t('my-process.no-category') : t('menu.startprocess'))}>
      {processes.map(({ id, name, description }) => (
        <li key={id}>
          <button type="button" className="start-card" onClick={() => onChoose(id)} onPointerEnter={onNear} onFocus={onNear}>
            <strong>{name}</strong>
            {description && <span>{description}</span>}
          </button>
        </li>
      ))}
    </Category>
  ))
}

function Category({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="start-category">
        {name}
      </h2>
      <ul className="start-cards">{children}</ul>
    </section>
  )
}
