import type { KeyboardEvent } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'

export const ways = ['password', 'code'] as const
export type Way = (typeof ways)[number]

/** Which way to sign in: tabs, moved between with the arrow keys (WAI-ARIA, tabs pattern). */
export function Ways({ way, panel, onChoose }: { way: Way; panel: string; onChoose: (way: Way) => void }) {
  const t = useT()

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const next = ways[(ways.indexOf(way) + 1) % ways.length] as Way
    onChoose(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-way=${next}]`)?.focus()
  }

  return (
    <div className="sign-in-ways" role="tablist" aria-label={t('signIn.ways')} onKeyDown={move}>
      {ways.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          data-way={one}
          id={`${panel}-${one}`}
          aria-selected={way === one}
          aria-controls={panel}
          tabIndex={way === one ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {t(`signIn.by-${one}`)}
        </button>
      ))}
    </div>
  )
}
