/** What is written of an order or a fault, as far as its reader sees it; what nobody filled in is left out. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import type { Resource } from '../../../model/resource.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { columnsOf } from '../../kernel/resource/columns.tsx'
import './maintenance.css'

interface FactsProps {
  readonly of: Resource
  readonly row: ResourceRow
  readonly fields: readonly string[] | undefined
  /** Fields that stand elsewhere on the page. */
  readonly without: readonly string[]
  /** Fields that lead somewhere. */
  readonly links?: Readonly<Record<string, (text: string) => ReactNode>>
}

export function Facts({ of, row, fields, without, links = {} }: FactsProps) {
  const t = useT()
  const id = useId()
  const hidden = Object.fromEntries(without.map((name) => [name, { hide: true }]))
  const filled = columnsOf(of, fields, hidden, t)
    .map(({ key, title, text }) => ({ key, title, value: text?.(row) ?? '' }))
    .filter(({ value }) => value !== '')
  return (
    <section className="upkeep-card" aria-labelledby={id}>
      <h2 id={id}>{t('work-order.facts')}</h2>
      <dl className="upkeep-facts">
        {filled.map(({ key, title, value }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{links[key]?.(value) ?? value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
