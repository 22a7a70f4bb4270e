import type { FormEvent } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { retrievePassword } from '../../../../model/contract/account/recovery.ts'
import { ask } from '../../../kernel/http/ask.ts'
import Captcha from '../../../shared/entry/captcha.tsx'
import { lastTenant } from '../../../shared/entry/last-tenant.ts'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { useCaptcha } from '../../../shared/entry/use-captcha.ts'
import { needed, useEntryForm } from '../../../shared/entry/use-entry-form.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

type FieldName = 'tenantCode' | 'email' | 'charCaptcha'

export function AskForLink() {
  const t = useT()
  const captcha = useCaptcha()
  const [asked, setAsked] = useState(false)
  const { form, values, busy, failure, field, send } = useEntryForm<FieldName>(
    { tenantCode: lastTenant(), email: '', charCaptcha: '' },
    check,
    () => {
      captcha.renew()
      return undefined
    },
  )

  function check(name: FieldName, given: Readonly<Record<FieldName, string>>): string | undefined {
    if (name === 'charCaptcha') return captcha.ready ? undefined : t('check.required', { field: t('captcha.label') })
    if (name === 'tenantCode') return undefined
    // What an address is in detail, the server says.
    return (
      needed(given.email, t('forgot.email'), t) ??
      (/^\S+@\S+$/.test(given.email.trim()) ? undefined : t('check.email', { field: t('forgot.email') }))
    )
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(['email', 'charCaptcha'], async () => {
      const { email, tenantCode } = values
      await ask(retrievePassword, { email: email.trim(), tenantCode: tenantCode.trim(), ...captcha.sent }, { quiet: true })
      setAsked(true)
    })
  }

  if (asked) {
    return (
      <>
        <p className="sign-in-done" role="status">
          {t('forgot.sent')}
        </p>
        <p className="sign-in-links">
          <Link to="/login">{t('entry.back')}</Link>
        </p>
      </>
    )
  }
  return (
    <>
      <p className="sign-in-lead">{t('forgot.text')}</p>
      <form ref={form} className="sign-in-form" noValidate onSubmit={submit}>
        <div className="sign-in-failure" role="alert">
          {failure && <p>{failure}</p>}
        </div>
        <TextField {...field('tenantCode')} label={t('signIn.tenantCode')} autoComplete="organization" optional />
        <TextField {...field('email')} label={t('forgot.email')} autoComplete="email" inputMode="email" maxLength={128} />
        <Captcha {...captcha.shown} error={field('charCaptcha').error} />
        <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
          {t('forgot.submit')}
        </button>
      </form>
      <p className="sign-in-links">
        <Link to="/login">{t('entry.back')}</Link>
      </p>
    </>
  )
}
