/** What there is before a sign-in, for somebody who has only the address. */
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { queryRegistration } from '../../../../model/contract/account/registration.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { lastTenant } from '../../../shared/entry/last-tenant.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { readToken } from '../../../kernel/http/token.ts'

export function LandingPage() {
  const t = useT()
  const [parameters] = useSearchParams()
  const tenant = parameters.get('tenantCode') ?? lastTenant()
  const mayRegister = useRegistration(tenant)
  const isSignedIn = readToken() !== undefined
  return (
    <EntryPage title={t('navpage.title')}>
      <p className="sign-in-lead">{t('navpage.text')}</p>
      <ul className="entry-ways">
        <li>
          <Link to={isSignedIn ? '/' : '/login'}>
            <strong>{t(isSignedIn ? 'navpage.console' : 'signIn.title')}</strong>
            <span>{t('navpage.sign-in.text')}</span>
          </Link>
        </li>
        {mayRegister && (
          <li>
            <Link to={`/register?tenantCode=${encodeURIComponent(tenant)}`}>
              <strong>{t('register.title')}</strong>
              <span>{t('navpage.register.text', { tenant })}</span>
            </Link>
          </li>
        )}
        <li>
          <Link to="/forgotpassword">
            <strong>{t('signIn.forgot')}</strong>
            <span>{t('navpage.forgot.text')}</span>
          </Link>
        </li>
        <li>
          <Link to="/docs">
            <strong>{t('navpage.docs')}</strong>
            <span>{t('navpage.docs.text')}</span>
          </Link>
        </li>
      </ul>
    </EntryPage>
  )
}

/** Whether the tenant somebody comes from lets people register. */
function useRegistration(tenantCode: string): boolean {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (tenantCode === '') return undefined
    const asking = new AbortController()
    ask(queryRegistration, { tenantCode }, { quiet: true, signal: asking.signal }).then(
      (answer) => setOpen(answer.open),
      () => setOpen(false),
    )
    return () => asking.abort()
  }, [tenantCode])
  return open
}
