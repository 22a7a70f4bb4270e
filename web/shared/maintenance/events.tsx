/** What an order or a fault has gone through, the earliest first. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import { secondOf } from '../../ui/clock.ts'
import './maintenance.css'

export interface ShownEvent {
  readonly id: string
  readonly what: string
  readonly tag: ReactNode
  readonly happenedAt: number
  /** Who, why and what was remarked. */
  readonly facts: readonly (string | null)[]
}

export function Events({ title, events }: { readonly title: string; readonly events: readonly ShownEvent[] }) {
  const id = useId()
  return (
    <section className="upkeep-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol className="upkeep-events">
        {events.map(({ id: key, what, tag, happenedAt, facts }) => {
          const shown = facts.filter((fact) => fact !== null && fact !== '')
          return (
            <li key={key}>
              <div>
                <strong>{what}</strong>
                {tag}
                <time>{secondOf(happenedAt)}</time>
              </div>
              {shown.length > 0 && <p>{shown.join(' · ')}</p>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
