/** A point to choose, with what its chooser says of it. */
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

interface OfferedProps {
  readonly label: string
  readonly note?: string
  readonly isChosen: boolean
  /** No more can be chosen. */
  readonly isFull: boolean
  readonly onToggle: () => void
  /** Stands behind it. */
  readonly children?: ReactNode
}

export function OfferedPoint({ label, note = '', isChosen, isFull, onToggle, children }: OfferedProps) {
  return (
    <li>
      <Checkbox checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle}>
        {label} {note && <small>{note}</small>}
      </Checkbox>
      {children}
    </li>
  )
}
