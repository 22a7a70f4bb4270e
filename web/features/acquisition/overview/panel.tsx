import type { ReactNode } from 'react'
import { useId } from 'react'

export function Panel({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <section className={wide ? 'overview-panel wide' : 'overview-panel'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
