/** What can be done with a player: it shows while somebody moves the pointer, or stands in it with the keyboard. */
import type { ShownScreen } from '../../../../model/contract/screen/screens.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Carousel } from './carousel.ts'
import { PlayerButton } from './icons.tsx'

interface PlayerBarProps {
  readonly shown: ShownScreen
  readonly pageId: string
  readonly carousel: Carousel
  readonly isKiosk: boolean
  readonly isAlone: boolean
  readonly isFull: boolean
  /** Undefined where nothing of the page sounds. */
  readonly isSounding: boolean | undefined
  readonly onSound: () => void
  readonly onPlayback: () => void
  readonly onFullscreen: () => void
  readonly onHelp: () => void
  readonly onLeave: (address: string) => void
}

export function PlayerBar(props: PlayerBarProps) {
  const { shown, pageId, carousel, isKiosk, isAlone, isFull, isSounding, onSound, onPlayback, onFullscreen, onHelp, onLeave } = props
  const { pages } = shown.content
  const t = useT()
  const isPaused = carousel.isPaused()
  return (
    <div className="player-bar" role="toolbar" aria-label={t('screen-player.bar')}>
      {pages.length > 1 && (
        <>
          <PlayerButton icon="before" label={t('screen-player.before')} onClick={() => carousel.go(-1)} />
          <select
            className="player-select"
            aria-label={t('screen-player.page')}
            value={pageId}
            onChange={({ target }) => carousel.show(target.value)}
          >
            {pages.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          <PlayerButton icon="next" label={t('screen-player.next')} onClick={() => carousel.go(1)} />
        </>
      )}
      {carousel.runs && (
        <PlayerButton
          icon={isPaused ? 'play' : 'pause'}
          label={t(isPaused ? 'screen-player.resume' : 'screen-player.pause')}
          onClick={isPaused ? carousel.resume : carousel.pause}
        />
      )}
      {isSounding !== undefined && (
        <PlayerButton icon={isSounding ? 'sound' : 'silent'} label={t('screen-player.sound')} isPressed={isSounding} onClick={onSound} />
      )}
      {!isKiosk && <PlayerButton icon="playback" label={t('screen-player.playback')} onClick={onPlayback} />}
      <PlayerButton icon="full" label={t('screen-player.fullscreen')} isPressed={isFull} onClick={onFullscreen} />
      <PlayerButton icon="help" label={t('screen-player.keys')} onClick={onHelp} />
      {!isKiosk && shown.mayDesign && (
        <PlayerButton
          icon="edit"
          label={t('screen-player.design')}
          onClick={() => onLeave(`/bigscreen/screendesign?id=${encodeURIComponent(shown.id)}`)}
        />
      )}
      {!isKiosk && isAlone && (
        <PlayerButton icon="close" label={t('screen-player.to-console')} onClick={() => onLeave('/bigscreen/screens')} />
      )}
    </div>
  )
}
