/** Which group of widgets shows: chosen by tabs, or one after the other by itself. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Shell } from './shell.tsx'

const USUAL_SECONDS = 12

export function TabsView(props: WidgetProps<'tabs'>) {
  const { options, showGroup, isDesign } = props
  const { tabs } = options
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, tabs.length - 1)
  const show = useEffectEvent((nth: number) => {
    const tab = tabs[nth]
    if (tab)
      showGroup?.(
        tab.group,
        tabs.map(({ group }) => group),
      )
  })
  useEffect(() => show(at), [at])
  return (
    <Shell {...props} isParted size={18}>
      {/* Buttons that are pressed or not: what they show stands elsewhere on the page, and is no panel of theirs. */}
      <div className="sw-tabs">
        {tabs.map(({ group, label }, nth) => (
          <button key={group} type="button" aria-pressed={nth === at} disabled={isDesign} onClick={() => setChosen(nth)}>
            {label}
          </button>
        ))}
      </div>
    </Shell>
  )
}

/** Stops while somebody has paused it, and in the designer. */
export function CarouselView(props: WidgetProps<'carousel'>) {
  const { options, showGroup, isDesign } = props
  const t = useT()
  const { groups, seconds = USUAL_SECONDS } = options
  const [chosen, setChosen] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const at = chosen % groups.length
  const show = useEffectEvent((nth: number) => {
    const group = groups[nth]
    if (group !== undefined) showGroup?.(group, groups)
  })
  useEffect(() => show(at), [at])
  const moves = !isPaused && !isDesign && groups.length > 1
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => {
      if (!document.hidden) setChosen((nth) => nth + 1)
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [moves, seconds])
  return (
    <Shell {...props} isParted>
      <div className="sw-carousel">
        {groups.map((group, nth) => (
          <button
            key={group}
            type="button"
            className="sw-place"
            aria-pressed={nth === at}
            aria-label={t('screen-widget.place', { place: nth + 1, all: groups.length })}
            disabled={isDesign}
            onClick={() => setChosen(nth)}
          />
        ))}
        <button
          type="button"
          className="sw-pause"
          aria-label={t(isPaused ? 'screen-widget.go-on' : 'screen-widget.pause')}
          disabled={isDesign}
          onClick={() => setPaused(!isPaused)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={isPaused ? 'M6 4l10 6-10 6Z' : 'M5 4h3v12H5ZM12 4h3v12h-3Z'} className="sw-sign-full" />
          </svg>
        </button>
      </div>
    </Shell>
  )
}
