/** Where in time a playback is, and how fast it goes: day, slider with alarms, speed, compare, and a link to the stretch. */
import { useEffect, useReducer, useState } from 'react'
import type { ScreenPage } from '../../../../../model/screens/document.ts'
import { startOf } from '../../../../../model/zone.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../../ui/clipboard.ts'
import { clockZone, dayOf, momentOfText, secondOf, timeOfDay } from '../../../../ui/clock.ts'
import type { PlaybackFeed } from '../../playback-feed.ts'
import { SPEEDS, playerAddress } from '../address.ts'
import { PlayerButton } from '../icons.tsx'
import type { Compare } from './compare.ts'
import { COMPARES } from './compare.ts'
import { Marks, nextMark } from './marks.tsx'
import { useMarks } from './use-marks.ts'

interface PlaybackBarProps {
  readonly feed: PlaybackFeed
  readonly shownId: string
  readonly page: ScreenPage
  readonly variables: ReadonlyMap<string, unknown>
  /** The clock of the server. */
  readonly now: () => number
  readonly compare: Compare
  readonly onCompare: (wanted: Compare) => void
  readonly onClose: () => void
}

const SECOND = 1000
/** A stretch whose end nobody has set. */
const USUAL_STRETCH = 600_000

export function PlaybackBar({ feed, shownId, page, variables, now, compare, onCompare, onClose }: PlaybackBarProps) {
  const t = useT()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const deaf = [feed.watch(['clock'], redraw), feed.onState(redraw)]
    return () => deaf.forEach((end) => end())
  }, [feed])
  const [from, setFrom] = useState<number>()
  const [to, setTo] = useState<number>()
  const [isCopied, setCopied] = useState<boolean>()
  const at = feed.now()
  const zone = clockZone()
  const [begin, end] = [startOf(zone, at, 'day'), Math.min(startOf(zone, at, 'day', 1), now())]
  const marks = useMarks(shownId, page.id, variables, begin, now)
  const isPlaying = feed.isPlaying()
  const [before, after] = [nextMark(marks, at, -1), nextMark(marks, at, 1)]

  function goToDay(day: string): void {
    // The same time on the other day; where that is still to come, as late as it is now.
    const moment = momentOfText(`${day} ${timeOfDay(at)}`)
    if (moment !== undefined) feed.seek(Math.min(moment, now()))
  }
  async function copyLink(): Promise<void> {
    const start = from ?? at
    const stretch = { at: start, until: to !== undefined && to > start ? to : start + USUAL_STRETCH, speed: feed.speed() }
    setCopied(await copyText(new URL(playerAddress(shownId, { page: page.id, variables, stretch }), location.origin).href))
  }

  return (
    <div className="playback-bar" role="group" aria-label={t('screen-player.playback')}>
      <div className="playback-times">
        <input
          type="date"
          className="player-select"
          aria-label={t('screen-player.day')}
          value={dayOf(at)}
          max={dayOf(now())}
          onChange={({ target }) => goToDay(target.value)}
        />
        <div className="playback-slider">
          <Marks marks={marks} begin={begin} end={startOf(zone, at, 'day', 1)} />
          <input
            type="range"
            aria-label={t('screen-player.time')}
            aria-valuetext={secondOf(at)}
            min={begin}
            max={startOf(zone, at, 'day', 1) - SECOND}
            step={SECOND}
            value={Math.floor(at)}
            onChange={({ target }) => feed.seek(Math.min(Number(target.value), end), true)}
          />
        </div>
        <output className="playback-time">{timeOfDay(at)}</output>
      </div>
      <div className="playback-acts">
        <PlayerButton
          icon="before"
          label={t('screen-player.alarm-before')}
          isDisabled={before === undefined}
          onClick={() => before !== undefined && feed.seek(before)}
        />
        <PlayerButton
          icon={isPlaying ? 'pause' : 'play'}
          label={t(isPlaying ? 'screen-player.stop' : 'screen-player.play')}
          onClick={isPlaying ? feed.pause : feed.play}
        />
        <PlayerButton
          icon="next"
          label={t('screen-player.alarm-next')}
          isDisabled={after === undefined}
          onClick={() => after !== undefined && feed.seek(after)}
        />
        <select
          className="player-select"
          aria-label={t('screen-player.speed')}
          value={feed.speed()}
          onChange={({ target }) => feed.setSpeed(Number(target.value))}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              ×{speed}
            </option>
          ))}
        </select>
        <select
          className="player-select"
          aria-label={t('screen-player.compare')}
          value={compare}
          onChange={({ target }) => onCompare(target.value as Compare)}
        >
          {COMPARES.map((each) => (
            <option key={each} value={each}>
              {t(`screen-player.compare-${each}`)}
            </option>
          ))}
        </select>
        <PlayerButton
          icon="begin"
          label={t('screen-player.from-here')}
          isPressed={from !== undefined}
          onClick={() => setFrom(from === undefined ? at : undefined)}
        />
        <PlayerButton
          icon="end"
          label={t('screen-player.to-here')}
          isPressed={to !== undefined}
          onClick={() => setTo(to === undefined ? at : undefined)}
        />
        <PlayerButton icon="copy" label={t('screen-player.copy-link')} onClick={() => void copyLink()} />
        {/* The player may fill the display, and messages of the page lie behind it. */}
        <span role="status">
          {isCopied === undefined ? '' : t(isCopied ? 'screen-player.link-copied' : 'screen-player.link-not-copied')}
        </span>
        <button type="button" className="player-text-button" onClick={onClose}>
          {t('screen-player.to-live')}
        </button>
      </div>
    </div>
  )
}
