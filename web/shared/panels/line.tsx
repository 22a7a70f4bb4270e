import type { ReactNode } from 'react'
import { useId } from 'react'
import './panel.css'

/** One line of the panel: what it is about, and the control that its label names. */
export function Line({ label, mark, children }: { label: string; mark?: ReactNode; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="form-line">
      <span className="form-line-label">
        <label htmlFor={id}>{label}</label>
        {mark}
      </span>
      {children(id)}
    </div>
  )
}

/** One line of several controls, which have names of their own. */
export function GroupLine({ label, mark, children }: { label: string; mark?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <div className="form-line" role="group" aria-labelledby={id}>
      <span className="form-line-label">
        <span id={id}>{label}</span>
        {mark}
      </span>
      {children}
    </div>
  )
}
