/**
 * Asks whoever is signed in whether an application may act for them. Where the browser goes next is the server's word alone:
 * nothing of this page's own address is ever followed.
 */
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { getSysUser } from '../../../../model/contract/account/session.ts'
import type { UserInfo } from '../../../../model/contract/account/session.ts'
import type { Application } from '../../../../model/contract/oauth/authorize.ts'
import { authorize, queryAuthorization } from '../../../../model/contract/oauth/authorize.ts'
import { signOut } from '../../../kernel/session/account.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { signInPath } from '../../../kernel/session/redirect.ts'
import { closeSession } from '../../../kernel/session/session-store.ts'
import { dropToken } from '../../../kernel/http/token.ts'
import { Logo } from '../../../ui/logo.tsx'
import './authorize.css'

type State =
  | { at: 'asking' }
  | { at: 'question'; application: Application; who: string }
  | { at: 'leaving'; host: string }
  | { at: 'failed'; message: string }

const quiet = { quiet: true, ownsSession: true }

/** The parameters go as they stand in the address: what stands there twice is the server's to refuse, not one of the two to be chosen here. */
const answer = (allow: boolean) => ask(authorize, { allow }, { ...quiet, search: location.search })

const whoIs = (user: UserInfo) => `${user.nickname || user.username} (${user.username}) · ${user.tenantName}`

export function AuthorizePage() {
  const t = useT()
  const navigate = useNavigate()
  const [state, setState] = useState<State>({ at: 'asking' })
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    document.title = `${t('consent.title')} - ${t('app.title')}`
  }, [t])

  function fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 401) return setState({ at: 'failed', message: error.message })
    dropToken()
    void navigate(signInPath(location.pathname + location.search), { replace: true })
  }

  function leave(redirect: string, host: string): void {
    setState({ at: 'leaving', host })
    location.replace(redirect)
  }

  useEffect(() => {
    async function begin(): Promise<void> {
      const [question, user] = await Promise.all([
        ask(queryAuthorization, {}, { ...quiet, search: location.search }),
        ask(getSysUser, {}, quiet),
      ])
      const { application, redirect, remembered, signInAgain } = question
      if (signInAgain) return toSignIn()
      if (redirect !== null || !application) return leave(redirect ?? '/', redirect ? new URL(redirect).host : '')
      if (remembered) return leave((await answer(true)).redirect, application.redirectHost)
      setState({ at: 'question', application, who: whoIs(user) })
    }
    begin().catch(fail)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once, for the address the page was opened with
  }, [])

  async function decide(allow: boolean, host: string): Promise<void> {
    setBusy(true)
    try {
      leave((await answer(allow)).redirect, host)
    } catch (error) {
      fail(error)
      setBusy(false)
    }
  }

  /** Out of this session and back to the same question. */
  async function toSignIn(): Promise<void> {
    await signOut()
    closeSession()
    await navigate(signInPath(location.pathname + location.search), { replace: true })
  }

  return (
    <main className="consent">
      <div className="consent-card">
        <Logo size={40} />
        {state.at === 'asking' && <p role="status">{t('common.loading')}</p>}
        {state.at === 'leaving' && <p role="status">{t('consent.leaving', { host: state.host })}</p>}
        {state.at === 'failed' && (
          <div role="alert">
            <h1>{t('consent.failed')}</h1>
            <p className="consent-failure">{state.message}</p>
            <p>{t('consent.failed-hint')}</p>
          </div>
        )}
        {state.at === 'question' && (
          <Asked
            application={state.application}
            who={state.who}
            busy={busy}
            onDecide={(allow) => void decide(allow, state.application.redirectHost)}
            onAnother={() => void toSignIn()}
          />
        )}
      </div>
    </main>
  )
}

interface AskedProps {
  readonly application: Application
  readonly who: string
  readonly busy: boolean
  readonly onDecide: (allow: boolean) => void
  readonly onAnother: () => void
}

function Asked({
  application: { clientId, name, description, tenantName, redirectHost, scopes },
  who,
  busy,
  onDecide,
  onAnother,
}: AskedProps) {
  const t = useT()
  return (
    <>
      <h1>{t('consent.lead', { name })}</h1>
      <p>{description}</p>
      <p className="consent-quiet">
        {t('consent.of-tenant', { tenant: tenantName })} · <code>{clientId}</code>
      </p>
      <p id="consent-scopes">{t('consent.scopes')}</p>
      <ul className="consent-scopes" aria-labelledby="consent-scopes">
        {scopes.map(({ scope, text }) => (
          <li key={scope}>{text}</li>
        ))}
      </ul>
      <div className="consent-buttons">
        <button type="button" className="plain-button" disabled={busy} onClick={() => onDecide(false)}>
          {t('consent.deny')}
        </button>
        <button type="button" className="main-button" disabled={busy} aria-busy={busy} onClick={() => onDecide(true)}>
          {t('consent.allow')}
        </button>
      </div>
      <p className="consent-quiet">{t('consent.returns', { host: redirectHost })}</p>
      <p className="consent-quiet consent-who">
        <span>{t('consent.who', { name: who })}</span>
        <button type="button" className="consent-link" onClick={onAnother}>
          {t('consent.another')}
        </button>
      </p>
    </>
  )
}
