import type { ReactNode } from 'react'
import { useId } from 'react'

interface PanelProps {
  readonly title: string
  /** Beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A card with a heading. Its body has the height it will have when it is filled, so that nothing below it jumps. */
export function Panel({ title, action, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className="panel-body">{children}</div>
    </section>
  )
}
