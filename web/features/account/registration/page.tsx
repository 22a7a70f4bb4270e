/** Asking for an account, by the rules of the form of users. */
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { PasswordPolicy } from '../../../../model/contract/account/passwords.ts'
import { queryRegistration, registerAccount } from '../../../../model/contract/account/registration.ts'
import { users } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import { hashPassword } from '../../../kernel/session/account.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import Captcha from '../../../shared/entry/captcha.tsx'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { lastTenant } from '../../../shared/entry/last-tenant.ts'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { useCaptcha } from '../../../shared/entry/use-captcha.ts'
import { needed, useEntryForm } from '../../../shared/entry/use-entry-form.ts'
import { CONFIRM, PASSWORD, checkField } from '../../../kernel/resource/form-checks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { passwordPolicy, wordsOfPolicy, wrongWithPassword } from '../../../kernel/session/password-policy.ts'

type Own = 'username' | 'nickname' | 'password' | 'email' | 'prefix' | 'mobile'
const names = ['tenantCode', 'username', 'nickname', 'email', 'prefix', 'mobile', 'password', CONFIRM, 'charCaptcha'] as const
type FieldName = (typeof names)[number]

const empty = { username: '', nickname: '', password: '', [CONFIRM]: '', email: '', prefix: '86', mobile: '', charCaptcha: '' }

export function RegistrationPage() {
  const t = useT()
  const [parameters] = useSearchParams()
  const captcha = useCaptcha()
  const [policy, setPolicy] = useState<PasswordPolicy>(passwordPolicy())
  const [done, setDone] = useState(false)
  const { form, values, busy, failure, field, send, failWith } = useEntryForm<FieldName>(
    { ...empty, tenantCode: parameters.get('tenantCode') ?? lastTenant() },
    check,
    () => {
      captcha.renew()
      return undefined
    },
  )

  function check(name: FieldName, given: Readonly<Record<FieldName, string>>): string | undefined {
    if (name === 'charCaptcha') return captcha.ready ? undefined : t('check.required', { field: t('captcha.label') })
    if (name === 'tenantCode') return needed(given.tenantCode, t('signIn.tenantCode'), t)
    if (name === 'password')
      return needed(given.password, t('signIn.password'), t) ?? wrongWithPassword(given.password, t('signIn.password'), policy, t)
    return checkField(users, name, given, t)
  }

  /** As soon as the tenant is named it is said whether it takes registrations, and what it asks of passwords. */
  async function lookUp(): Promise<void> {
    const tenantCode = values.tenantCode.trim()
    if (tenantCode === '') return
    try {
      const { open, password } = await ask(queryRegistration, { tenantCode }, { quiet: true })
      if (password) setPolicy(password)
      if (!open) failWith(new ApiError('', 403, 403, [{ field: 'tenantCode', message: t('error.registration.closed') }]))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  const atOnce = useRef(lookUp)
  useEffect(() => void atOnce.current(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(names, async () => {
      const { tenantCode, username, nickname, password, email, prefix, mobile } = values
      await ask(
        registerAccount,
        {
          tenantCode: tenantCode.trim(),
          username: username.trim(),
          nickname: nickname.trim(),
          password: hashPassword(password),
          email: email.trim(),
          prefix: prefix.trim(),
          mobile: mobile.trim(),
          ...captcha.sent,
        },
        { quiet: true },
      )
      setDone(true)
    })
  }

  const labelled = (name: Own) => ({ ...field(name), label: t(fieldKey('users', name)) })
  return (
    <EntryPage title={t('register.title')} wide>
      {done ? (
        <p className="sign-in-done" role="status">
          {t('register.done')}
        </p>
      ) : (
        <>
          <p className="sign-in-lead">{t('register.text')}</p>
          <form ref={form} className="sign-in-form" noValidate onSubmit={submit}>
            <div className="sign-in-failure" role="alert">
              {failure && <p>{failure}</p>}
            </div>
            <div className="entry-two">
              <TextField {...field('tenantCode')} label={t('signIn.tenantCode')} autoComplete="organization" onBlur={() => void lookUp()} />
              <TextField {...labelled('username')} autoComplete="username" maxLength={64} />
              <TextField {...labelled('nickname')} autoComplete="nickname" maxLength={64} />
              <TextField {...labelled('email')} autoComplete="email" inputMode="email" maxLength={128} />
              <div className="entry-number">
                <TextField {...labelled('prefix')} autoComplete="tel-country-code" inputMode="tel" maxLength={5} />
                <TextField {...labelled('mobile')} autoComplete="tel-national" inputMode="tel" maxLength={15} />
              </div>
              <span aria-hidden="true" />
              <TextField
                {...labelled('password')}
                autoComplete="new-password"
                secret
                maxLength={PASSWORD.max}
                help={wordsOfPolicy(policy, t)}
              />
              <TextField
                {...field(CONFIRM)}
                label={t('form.confirmPassword')}
                autoComplete="new-password"
                secret
                maxLength={PASSWORD.max}
              />
            </div>
            <Captcha {...captcha.shown} error={field('charCaptcha').error} />
            <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
              {t('register.submit')}
            </button>
          </form>
        </>
      )}
      <p className="sign-in-links">
        <Link to="/login">{t('entry.back')}</Link>
      </p>
    </EntryPage>
  )
}
