import type { ReactNode } from 'react'
import './sticky.css'

/** Stays in view while the page moves on. @param top pixels that are kept free above it */
export function Sticky({ top = 64, children }: { top?: number; children: ReactNode }) {
  return (
    <div className="sticky" style={{ top }}>
      {children}
    </div>
  )
}
