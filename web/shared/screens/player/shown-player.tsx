/** One published version while it is played: its pages, what is asked for them, the keys and the bar. */
import { Suspense, useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ShownScreen } from '../../../../model/contract/screen/screens.ts'
import type { ScreenWidget } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { timeOfDay } from '../../../ui/clock.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { WidgetProps } from '../widget-props.ts'
import type { PlayedStretch } from './address.ts'
import { addressOf, stretchIn, variablesIn } from './address.ts'
import type { Compare } from './playback/compare.ts'
import { COMPARES } from './playback/compare.ts'
import { PlayerBar } from './player-bar.tsx'
import { StageArea } from './stage-area.tsx'
import { soundingOf, useAlarmSound } from './use-alarm-sound.ts'
import type { Carousel } from './carousel.ts'
import { openCarousel } from './carousel.ts'
import { useLostSince } from './use-connection.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useIdle } from './use-idle.ts'
import type { PlayerKey } from './use-keys.ts'
import { usePlayerKeys } from './use-keys.ts'
import { useLivePage } from './use-live-page.ts'
import { useUpkeep } from './use-upkeep.ts'

const Playback = lazyWithPreload(() => import('./playback/playback.tsx'))
const Help = lazyWithPreload(() => import('./help.tsx'))

interface ShownPlayerProps {
  readonly shown: ShownScreen
  /** What was chosen so far; it is written to. */
  readonly variables: Map<string, unknown>
  readonly first: string | undefined
  /** Another number when what the session may do has changed. */
  readonly changes: number
  readonly isKiosk: boolean
  readonly isAlone: boolean
  readonly isNextWaiting: boolean
  readonly onVersion: (version: number) => void
  /** Shows the version that waits, from a page on. */
  readonly onNext: (page: string) => void
  readonly onLeave: ((address: string) => void) | undefined
}

/** All that is drawn is made anew so often: libraries of charts keep a little of each drawing. */
const RENEWED_MS = 6 * 3_600_000

export function ShownPlayer(props: ShownPlayerProps) {
  const { shown, variables, first, changes, isKiosk, isAlone, isNextWaiting, onVersion, onNext, onLeave } = props
  const { content } = shown
  const t = useT()
  const root = useRef<HTMLDivElement>(null)
  const [search] = useSearchParams()
  const [begin] = useState(() => {
    for (const [name, value] of variablesIn(search, content)) if (!variables.has(name)) variables.set(name, value)
    return { page: first ?? search.get('page') ?? undefined, stretch: isKiosk ? undefined : stretchIn(search) }
  })
  const [isPlayedBack, setPlayedBack] = useState(begin.stretch !== undefined)
  /** Where a playback has come to; it is written to. */
  const [played] = useState<{ stretch: PlayedStretch }>(() => ({ stretch: begin.stretch ?? { at: Date.now() - BACK_MS, speed: 1 } }))
  const [compare, setCompare] = useState<Compare>('off')
  const clock = useRef(() => Date.now())
  const now = useCallback(() => clock.current(), [])
  const [hasHelp, setHelp] = useState(false)
  const [isSounding, setSounding] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const [epoch, renew] = useReducer((count: number) => count + 1, 0)
  const [carousel, setCarousel] = useState<Carousel>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  const isReplaced = useEffectEvent((following: string) => {
    if (isOutdated) location.reload()
    else if (isNextWaiting) onNext(following)
    return isOutdated || isNextWaiting
  })
  useEffect(() => {
    const opened = openCarousel({ pages: content.pages, first: begin.page, onChange: redraw, onNext: (following) => isReplaced(following) })
    if (begin.stretch) opened.pause()
    setCarousel(opened)
    return opened.stop
  }, [content, begin])
  const pageId = carousel?.page() ?? content.pages.find(({ id }) => id === begin.page)?.id ?? (content.pages[0]?.id as string)
  const live = useLivePage(shown, pageId, variables, isKiosk)

  // Without a next turn there is nothing to wait for; whoever looks at the past is left alone.
  const mayReplace = carousel !== undefined && !carousel.isTimed() && !isPlayedBack
  useEffect(() => {
    if (mayReplace && (isNextWaiting || isOutdated)) isReplaced(pageId)
  }, [mayReplace, isNextWaiting, isOutdated, pageId])

  useEffect(() => {
    const timer = setInterval(renew, RENEWED_MS)
    return () => clearInterval(timer)
  }, [])
  const feed = live?.feed
  useEffect(() => {
    if (feed) clock.current = feed.now
  }, [feed])
  useEffect(() => {
    if (changes > 0) feed?.refresh()
  }, [feed, changes])
  useEffect(
    () =>
      feed?.onState(() => {
        const state = feed.state()
        if (state.kind === 'shown') onVersion(state.screenVersion)
        redraw()
      }),
    [feed, onVersion],
  )
  useUpkeep({ id: shown.id, screenVersion: shown.screenVersion, isKiosk, onVersion, onBuild: () => setOutdated(true) })
  useAlarmSound(feed, live?.page, isSounding)
  const lostSince = useLostSince(feed, content.refresh)
  const isIdle = useIdle(root)
  const [isFull, toggleFull] = useFullscreen(root)

  const leave = useCallback((address: string) => (onLeave ? onLeave(address) : location.assign(address)), [onLeave])
  const valueOf = useCallback(
    (name: string) => (variables.has(name) ? variables.get(name) : content.variables.find((each) => each.name === name)?.default),
    [variables, content],
  )
  const openOf = useCallback(
    ({ action }: ScreenWidget): WidgetProps['open'] => {
      if (isKiosk && !(action && 'page' in action)) return undefined
      return (address) => {
        const target = address ?? (action && addressOf(action, valueOf))
        if (target !== undefined) return isKiosk ? undefined : leave(target)
        if (action && 'page' in action) carousel?.show(action.page)
      }
    },
    [isKiosk, carousel, valueOf, leave],
  )

  function togglePlayback(): void {
    if (isKiosk || !carousel) return
    setCompare('off')
    if (isPlayedBack) carousel.resume()
    else carousel.pause()
    if (!isPlayedBack) played.stretch = { at: now() - BACK_MS, speed: 1 }
    setPlayedBack(!isPlayedBack)
  }
  function onKey(key: PlayerKey): boolean {
    if (key === 'before' || key === 'next') carousel?.go(key === 'next' ? 1 : -1)
    else if (key === 'fullscreen') toggleFull()
    else if (key === 'playback') togglePlayback()
    else if (key === 'pause' && !isPlayedBack) carousel?.[carousel.isPaused() ? 'resume' : 'pause']()
    else if (key === 'help') setHelp(true)
    else if (key === 'compare' && isPlayedBack) setCompare(COMPARES[(COMPARES.indexOf(compare) + 1) % COMPARES.length] ?? 'off')
    else return false
    return true
  }
  usePlayerKeys(root, isAlone, onKey)

  const state = feed?.state()
  const sounds = live !== undefined && soundingOf(live.page).length > 0
  return (
    <div
      ref={root}
      className={isAlone ? 'player player-alone' : 'player'}
      tabIndex={-1}
      data-idle={isIdle && !hasHelp}
      data-lost={lostSince !== undefined}
      data-mode={isPlayedBack ? 'playback' : 'live'}
    >
      {lostSince !== undefined && (
        <p className="player-lost" role="alert">
          {t('screen-player.lost', { time: timeOfDay(lostSince) })}
        </p>
      )}
      {state?.kind === 'refused' && (
        <p className="player-lost" role="alert">
          {t('screen-player.refused')}
        </p>
      )}
      {isPlayedBack ? (
        <Suspense fallback={null}>
          <Playback
            key={pageId}
            shown={shown}
            pageId={pageId}
            live={live}
            variables={variables}
            played={played}
            now={now}
            compare={compare}
            onCompare={setCompare}
            openOf={openOf}
            epoch={epoch}
            onClose={togglePlayback}
          />
        </Suspense>
      ) : (
        live && <StageArea document={content} page={live.page} feed={live.feed} label={live.page.title} openOf={openOf} epoch={epoch} />
      )}
      {!live && !isPlayedBack && (
        <p className="player-opening" role="status">
          {t('common.loading')}
        </p>
      )}
      {carousel && !isPlayedBack && (
        <PlayerBar
          shown={shown}
          pageId={pageId}
          carousel={carousel}
          isKiosk={isKiosk}
          isAlone={isAlone}
          isFull={isFull}
          isSounding={sounds ? isSounding : undefined}
          onSound={() => setSounding(!isSounding)}
          onPlayback={togglePlayback}
          onFullscreen={toggleFull}
          onHelp={() => setHelp(true)}
          onLeave={leave}
        />
      )}
      {hasHelp && (
        <Suspense fallback={null}>
          <Help hasPlayback={!isKiosk} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Whoever looks back first looks at what was a quarter of an hour ago. */
const BACK_MS = 900_000
