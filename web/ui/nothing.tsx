import type { ReactNode } from 'react'
import './nothing.css'

/** What stands where there is nothing to show: why, and what to do about it. */
export function Nothing({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="nothing">
      <svg viewBox="0 0 96 48" aria-hidden="true" focusable="false">
        <path d="M2 30h24l6-14 8 22 7-16 5 8h14" />
        <path className="gap" d="M70 30h4M80 30h4M90 30h4" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  )
}
