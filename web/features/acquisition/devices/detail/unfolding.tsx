/** A card whose content is asked for when somebody wants to see it. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'

export function Unfolding({ title, about, children }: { title: string; about: string; children: () => ReactNode }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="device-card">
      <div className="device-head">
        <h2>
          <button
            type="button"
            className="device-fold"
            aria-expanded={isOpen}
            title={t(isOpen ? 'monitor.hide' : 'monitor.follow')}
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {title}
          </button>
        </h2>
        <span className="device-about">{about}</span>
      </div>
      {isOpen && children()}
    </section>
  )
}
