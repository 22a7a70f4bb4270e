/** What a display shows that has the address of a link: its screen and nothing else. Nobody is signed in on it, whoever is signed in in this browser. */
import type { FormEvent } from 'react'
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { languages } from '../../../../model/labels/index.ts'
import { onSessionLost } from '../../../kernel/http/sign-in-again.ts'
import { chooseLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { setClockZone } from '../../../ui/clock.ts'
import type { DarkReason, OpenedScreen } from './display-session.ts'
import { displaySession } from './display-session.ts'
import { displayHost } from './host.ts'
import './show.css'

/** Comes when a session is there: what asks for a password, or is dark, needs none of it. */
const Player = lazy(() => import('../../../shared/screens/player/player.tsx'))

export function ShowPage() {
  // Behind the mark, where servers and their logs do not see it.
  const token = useLocation().hash.slice(1)
  return <Shown key={token} token={token} />
}

function Shown({ token }: { readonly token: string }) {
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
      return <Playing key={state.screen.accessToken} screen={state.screen} onLost={session.lost} />
  }
}

function Playing({ screen: { screenId, language, zone }, onLost }: { readonly screen: OpenedScreen; readonly onLost: () => void }) {
  useEffect(() => {
    setClockZone(zone)
    const known = languages.find((each) => each === language)
    if (known) void chooseLanguage(known, false)
  }, [language, zone])
  return (
    <Suspense fallback={<Dark />}>
      <Player id={screenId} isKiosk isAlone onEnded={onLost} />
    </Suspense>
  )
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
