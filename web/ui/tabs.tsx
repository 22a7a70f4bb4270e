/** Tabs that are moved between with the arrow keys (ARIA Authoring Practices, tabs with automatic activation). All have room: they wrap. */
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import './tabs.css'

export interface Tab {
  readonly key: string
  readonly label: string
  readonly children: ReactNode
}

/** The first one is open. What was looked at stays as it was left; what was not is not drawn. */
export function Tabs({ items, label }: { items: readonly Tab[]; label?: string }) {
  const id = useId()
  const [chosen, setChosen] = useState(items[0]?.key)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  // One that is no longer there leaves its place to the first.
  const open = items.some(({ key }) => key === chosen) ? chosen : items[0]?.key

  function choose(key: string): void {
    setSeen((before) => new Set([...before, ...(open === undefined ? [] : [open]), key]))
    setChosen(key)
  }

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const at = items.findIndex(({ key }) => key === open)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = items.at(to % items.length)
    if (!next) return
    choose(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus()
  }

  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {items.map(({ key, label: name }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-tab={key}
            id={`${id}-${key}`}
            aria-selected={key === open}
            aria-controls={`${id}-${key}-panel`}
            tabIndex={key === open ? 0 : -1}
            onClick={() => choose(key)}
          >
            {name}
          </button>
        ))}
      </div>
      {items
        .filter(({ key }) => key === open || seen.has(key))
        .map(({ key, children }) => (
          <div key={key} role="tabpanel" id={`${id}-${key}-panel`} aria-labelledby={`${id}-${key}`} hidden={key !== open}>
            {children}
          </div>
        ))}
    </div>
  )
}
