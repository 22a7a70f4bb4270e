/** Fields under a title, which can be folded. What is wrong in it unfolds it. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { PartState, Reveal } from './part-state.ts'

interface FormGroupProps {
  readonly part: PartState
  readonly isFolded: boolean
  readonly reveal: Reveal | undefined
  readonly children: ReactNode
}

export function FormGroup({ part, isFolded, reveal, children }: FormGroupProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(!isFolded)
  const [seen, setSeen] = useState(reveal)
  if (seen !== reveal) {
    setSeen(reveal)
    if (reveal && part.ids.includes(reveal.field)) setOpen(true)
  }
  return (
    <details className="fill-group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {part.title}
        {part.wrongSeen > 0 && <span className="fill-wrong-count">{t('fill.wrong', { count: part.wrongSeen })}</span>}
      </summary>
      <div className="fill-group-fields">{children}</div>
    </details>
  )
}
