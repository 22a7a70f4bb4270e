/**
 * Plays a published screen: on a page of its own, within the console, and on displays of links. It never shows as live what is not: the connection, the clock
 * of the server and each right are followed (docs/decisions/0208-the-player-of-screens.md).
 */
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ShownPlayer } from './shown-player.tsx'
import { useOwnSocket } from './use-own-socket.ts'
import type { WhichScreen } from './use-shown.ts'
import { useShown } from './use-shown.ts'
import './player.css'

export interface PlayerProps extends WhichScreen {
  /** On a display of a link: nothing leads away, and nothing is played back. */
  readonly isKiosk?: boolean
  /** No console is around it: it opens the socket of the page, and has all its keys. */
  readonly isAlone?: boolean
  /** The session has ended; without it the reader is asked to sign in again. */
  readonly onEnded?: () => void
  /** Opens an address of the console, or of another screen. */
  readonly onLeave?: (address: string) => void
}

export default function Player({ id, screenCode, isKiosk = false, isAlone = false, onEnded, onLeave }: PlayerProps) {
  const t = useT()
  const { shown, failure, next, lookFor, takeNext } = useShown({ id, screenCode }, isKiosk)
  /** How often what the session may do has changed. */
  const [changes, setChanges] = useState(0)
  const changed = useCallback(() => setChanges((before) => before + 1), [])
  useOwnSocket({ isOwn: isAlone, isKiosk, onChanged: changed, onEnded })
  /** What was chosen goes along from page to page, and into the next version. */
  const [variables] = useState(() => new Map<string, unknown>())
  const [first, setFirst] = useState<string>()
  const take = useCallback(
    (page: string) => {
      setFirst(page)
      takeNext()
    },
    [takeNext],
  )
  const title = shown?.screenName
  useEffect(() => {
    if (title && isAlone) document.title = `${title} - ${t('app.title')}`
  }, [t, title, isAlone])
  if (!shown) {
    return (
      <div className={isAlone ? 'player player-alone player-empty' : 'player player-empty'}>
        {failure ? (
          <p role="alert">
            {failure.kind === 'refused' ? t('screen-player.refused') : messageOf(failure.error) || t('screen-player.away')}
          </p>
        ) : (
          <p role="status">{t('common.loading')}</p>
        )}
      </div>
    )
  }
  return (
    <ShownPlayer
      key={`${shown.id} ${shown.screenVersion} ${shown.screenName}`}
      shown={shown}
      variables={variables}
      first={first}
      changes={changes}
      isKiosk={isKiosk}
      isAlone={isAlone}
      isNextWaiting={next !== undefined}
      onVersion={lookFor}
      onNext={take}
      onLeave={onLeave}
    />
  )
}

const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : '')
