/** What a display shows that has the address of a link: its screen and nothing else. Nobody is signed in on it, whoever is signed in in this browser. */
import type { ComponentType, FormEvent } from 'react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { languages } from '../../../../model/labels/index.ts'
import { onSessionLost } from '../../../kernel/http/sign-in-again.ts'
import { chooseLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { openLive } from '../../../kernel/realtime/live.ts'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { setClockZone } from '../../../ui/clock.ts'
import type { DarkReason, OpenedScreen } from './display-session.ts'
import { displaySession } from './display-session.ts'
import { displayHost } from './host.ts'
import './show.css'

export interface ShowPageProps {
  /** What draws a screen; given from outside, since it belongs to another feature. */
  readonly Player: ComponentType<{ readonly screenId: string; readonly isKiosk: true }>
}

export function ShowPage({ Player }: ShowPageProps) {
  // Behind the mark, where servers and their logs do not see it.
  const token = useLocation().hash.slice(1)
  return <Shown key={token} token={token} Player={Player} />
}

function Shown({ token, Player }: ShowPageProps & { readonly token: string }) {
  const [session] = useState(() => displaySession(displayHost(token)))
  const state = useSyncExternalStore(session.subscribe, session.state)

  useEffect(() => {
    const deaf = onSessionLost(session.lost)
    session.start()
    return () => {
      deaf()
      session.stop()
    }
  }, [session])

  switch (state.kind) {
    case 'opening':
      return <Dark />
    case 'dark':
      return <Dark why={state.why} />
    case 'password':
      return <Password problem={state.problem} onSubmit={session.submit} />
    case 'showing':
      return <Playing key={state.screen.accessToken} screen={state.screen} Player={Player} onLost={session.lost} />
  }
}

interface PlayingProps extends ShowPageProps {
  readonly screen: OpenedScreen
  readonly onLost: () => void
}

function Playing({ screen: { screenId, language, zone }, Player, onLost }: PlayingProps) {
  /** What the session may see: the stamp of the server, and how often it was another one. */
  const [sight, setSight] = useState(0)

  useEffect(() => {
    setClockZone(zone)
    const known = languages.find((each) => each === language)
    if (known) void chooseLanguage(known, false)
  }, [language, zone])

  useEffect(() => {
    let stamp: string | undefined
    return openLive({
      stamp: () => stamp,
      onChanged(now) {
        const before = stamp
        stamp = now
        // What was taken away is gone from the screen at once, and not when its figures are asked for the next time.
        if (before !== undefined) setSight((count) => count + 1)
      },
      onEnded: onLost,
    })
  }, [onLost])

  return <Player key={sight} screenId={screenId} isKiosk />
}

/** A calm sentence in the dark: who passes by has nothing to do about it. */
function Dark({ why }: { readonly why?: DarkReason }) {
  const t = useT()
  const texts: Readonly<Record<DarkReason, string>> = { over: t('show.over'), full: t('show.full'), away: t('show.away') }
  return (
    <main className="show-dark" role="status">
      {why && <p>{texts[why]}</p>}
    </main>
  )
}

function Password({ problem, onSubmit }: { readonly problem: string; readonly onSubmit: (password: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (typed !== '') onSubmit(typed)
  }

  return (
    <EntryPage title={t('show.title')} plain>
      <form className="show-door" onSubmit={submit}>
        <p>{t('show.asks')}</p>
        <TextField
          name="password"
          secret
          autoFocus
          label={t('screen-links.password')}
          value={typed}
          error={problem}
          autoComplete="off"
          maxLength={64}
          onChange={setTyped}
        />
        <button type="submit" className="main-button" disabled={typed === ''}>
          {t('show.enter')}
        </button>
      </form>
    </EntryPage>
  )
}
