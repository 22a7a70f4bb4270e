/** A page as it was: alone, or beside what it is now. A frame and a line of words see to it that nobody takes it for live. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import type { ShownScreen } from '../../../../../model/contract/screen/screens.ts'
import type { ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { secondOf } from '../../../../ui/clock.ts'
import type { PlaybackFeed } from '../../playback-feed.ts'
import { openPlaybackFeed } from '../../playback-feed.ts'
import type { WidgetProps } from '../../widget-props.ts'
import type { PlayedStretch } from '../address.ts'
import { playbackHost } from '../hosts.ts'
import { StageArea } from '../stage-area.tsx'
import type { LivePage } from '../use-live-page.ts'
import type { Compare } from './compare.ts'
import { PlaybackBar } from './playback-bar.tsx'
import './playback.css'

interface PlaybackProps {
  readonly shown: ShownScreen
  readonly pageId: string
  readonly live: LivePage | undefined
  readonly variables: Map<string, unknown>
  /** Where it begins; where it has come to is written to it, and is where the next page begins. */
  readonly played: { stretch: PlayedStretch }
  /** The clock of the server. */
  readonly now: () => number
  readonly compare: Compare
  readonly onCompare: (wanted: Compare) => void
  readonly openOf: (widget: ScreenWidget) => WidgetProps['open']
  readonly epoch: number
  readonly onClose: () => void
}

/** Of one page: give another `key` for another one. */
export default function Playback(props: PlaybackProps) {
  const { shown, pageId, live, variables, played, now, compare, onCompare, openOf, epoch, onClose } = props
  const { content, id } = shown
  const t = useT()
  const page = content.pages.find((each) => each.id === pageId) as ScreenPage
  const [feed, setFeed] = useState<PlaybackFeed>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const moved = useEffectEvent((opened: PlaybackFeed) => {
    played.stretch = { ...played.stretch, at: opened.now(), speed: opened.speed() }
  })
  useEffect(() => {
    const { at, until, speed } = played.stretch
    const opened = openPlaybackFeed({
      document: content,
      page,
      variables,
      onVariable: (name, value) => void variables.set(name, value),
      at,
      until,
      speed,
      host: playbackHost(id, page.id, now),
    })
    // A link to a stretch plays it.
    if (until !== undefined && at < until) opened.play()
    const deaf = [opened.onState(redraw), opened.watch(['clock'], () => moved(opened))]
    setFeed(opened)
    return () => {
      deaf.forEach((end) => end())
      opened.stop()
    }
  }, [id, content, page, variables, played, now])
  if (!feed) return null
  const state = feed.state()
  const words = t('screen-player.playing', { time: secondOf(feed.now()), speed: feed.speed() })
  return (
    <>
      <div className="playback-stages" data-compare={compare}>
        {compare !== 'now' && (
          <div className="playback-then">
            <PlaybackClock feed={feed} />
            <StageArea document={content} page={page} feed={feed} label={words} openOf={openOf} epoch={epoch} />
            {(state.kind === 'away' || state.kind === 'refused') && (
              <p className="player-lost" role="alert">
                {t(state.kind === 'refused' ? 'screen-player.playback-refused' : 'screen-player.playback-away')}
              </p>
            )}
          </div>
        )}
        {compare !== 'off' && live && (
          <div className="playback-now">
            <p className="playback-words">{t('screen-player.now')}</p>
            <StageArea document={content} page={live.page} feed={live.feed} label={t('screen-player.now')} openOf={openOf} epoch={epoch} />
          </div>
        )}
      </div>
      <PlaybackBar
        feed={feed}
        shownId={shown.id}
        page={page}
        variables={variables}
        now={now}
        compare={compare}
        onCompare={onCompare}
        onClose={onClose}
      />
    </>
  )
}

/** What is played, and how fast: always there, in words. */
function PlaybackClock({ feed }: { readonly feed: PlaybackFeed }) {
  const t = useT()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => feed.watch(['clock'], redraw), [feed])
  const { kind } = feed.state()
  return (
    <p className="playback-words">
      {t('screen-player.playing', { time: secondOf(feed.now()), speed: feed.speed() })}
      {(kind === 'seeking' || kind === 'waiting') && <span role="status"> · {t('common.loading')}</span>}
      {feed.withheld().length > 0 && <span> · {t('screen-player.without-past', { count: feed.withheld().length })}</span>}
    </p>
  )
}
