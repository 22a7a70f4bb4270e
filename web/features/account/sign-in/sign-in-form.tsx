import type { FormEvent } from 'react'
import { Suspense, lazy, useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { HOME_CALLING_CODE } from '../../../../model/calling-codes.ts'
import type { SecondStep } from '../../../kernel/session/account.ts'
import { signIn, signInByCode } from '../../../kernel/session/account.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { needed, useEntryForm } from '../../../shared/entry/use-entry-form.ts'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { keepTenant, lastTenant } from '../../../shared/entry/last-tenant.ts'
import { useCaptcha } from '../../../shared/entry/use-captcha.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { safeRedirect } from '../../../kernel/session/redirect.ts'
import { PasskeyButton } from './passkey-button.tsx'
import type { Way } from './ways.tsx'
import { Ways } from './ways.tsx'

// Most people need none of them.
const SecondStepForm = lazy(() => import('./second-step.tsx'))
const CodeFields = lazy(() => import('./code-fields.tsx'))
const Captcha = lazy(() => import('../../../shared/entry/captcha.tsx'))

const fieldsOf = { password: ['tenantCode', 'username', 'password'], code: ['tenantCode', 'prefix', 'mobile', 'smsCaptcha'] } as const
type FieldName = (typeof fieldsOf)[Way][number] | 'charCaptcha'

export function SignInForm() {
  const t = useT()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const [way, setWay] = useState<Way>('password')
  const [asksCaptcha, setAsksCaptcha] = useState(false)
  const [step, setStep] = useState<SecondStep>()
  const captcha = useCaptcha()
  const panel = useId()
  const [isStranger] = useState(lastTenant() === '')
  const { form, values, busy, failure, field, send, clear, failWith } = useEntryForm<FieldName>(
    { tenantCode: lastTenant(), username: '', password: '', prefix: HOME_CALLING_CODE, mobile: '', smsCaptcha: '', charCaptcha: '' },
    check,
    (error) => {
      const asks = asksCaptcha || error.answer['captcha'] === true
      if (asks) captcha.renew()
      setAsksCaptcha(asks)
      return way === 'password' ? 'password' : 'smsCaptcha'
    },
  )

  function check(name: FieldName, given: Readonly<Record<FieldName, string>>): string | undefined {
    if (name === 'charCaptcha') return captcha.ready ? undefined : t('check.required', { field: t('captcha.label') })
    const label = t(`signIn.${name}` as LabelKey)
    if (name === 'password') return given.password === '' ? t('check.required', { field: label }) : undefined
    if (name === 'smsCaptcha' && given.smsCaptcha.trim() !== '' && !/^\d{6}$/.test(given.smsCaptcha.trim())) return t('signIn.code-digits')
    return needed(given[name], label, t)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const withCaptcha = way === 'password' && asksCaptcha
    void send([...fieldsOf[way], ...(withCaptcha ? ['charCaptcha' as const] : [])], async () => {
      const second = await (way === 'password'
        ? signIn({ ...values, captcha: withCaptcha ? captcha.sent : undefined })
        : signInByCode(values))
      keepTenant(values.tenantCode)
      if (!second) return goOn()
      // An image is good for one attempt.
      captcha.renew()
      setStep(second)
    })
  }

  async function goOn(): Promise<void> {
    await navigate(safeRedirect(parameters.get('redirect')), { replace: true })
  }

  /** Whether these are filled in; shows what is missing. */
  function has(...names: FieldName[]): boolean {
    const missing = names.flatMap((name) => {
      const message = check(name, values)
      return message ? [{ field: name, message }] : []
    })
    if (missing.length > 0) failWith(new ApiError('', 0, 0, missing))
    return missing.length === 0
  }

  function choose(next: Way): void {
    clear()
    setWay(next)
  }

  const tenant = values.tenantCode.trim()
  const labelled = (name: 'tenantCode' | 'username' | 'password') => ({ ...field(name), label: t(`signIn.${name}`) })
  if (step)
    return (
      <Suspense fallback={null}>
        <SecondStepForm step={step} onDone={goOn} onBack={() => setStep(undefined)} />
      </Suspense>
    )
  return (
    <>
      <Ways way={way} panel={panel} onChoose={choose} />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${way}`}>
        <form ref={form} className="sign-in-form" noValidate onSubmit={submit}>
          <div className="sign-in-failure" role="alert">
            {failure && <p>{failure}</p>}
          </div>
          <TextField {...labelled('tenantCode')} autoComplete="organization" help={t('signIn.tenantCode-help')} autoFocus={isStranger} />
          {way === 'password' ? (
            <>
              <TextField {...labelled('username')} autoComplete="username" autoFocus={!isStranger} />
              <TextField {...labelled('password')} autoComplete="current-password" secret />
              {asksCaptcha && (
                <Suspense fallback={null}>
                  <Captcha {...captcha.shown} error={field('charCaptcha').error} />
                </Suspense>
              )}
            </>
          ) : (
            <Suspense fallback={null}>
              <CodeFields
                prefix={field('prefix')}
                mobile={field('mobile')}
                code={field('smsCaptcha')}
                tenantCode={values.tenantCode}
                mayAsk={() => has('tenantCode', 'prefix', 'mobile')}
                onFailure={failWith}
              />
            </Suspense>
          )}
          <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
            {t(busy ? 'signIn.busy' : 'signIn.submit')}
          </button>
          <PasskeyButton
            tenantCode={values.tenantCode}
            onDone={goOn}
            onMissing={() => void has('tenantCode')}
            onFailure={(words) => (words ? failWith(new ApiError(words, 0, 0)) : clear())}
          />
        </form>
      </div>
      <p className="sign-in-links">
        <Link to="/forgotpassword">{t('signIn.forgot')}</Link>
        <Link to={`/register${tenant === '' ? '' : `?tenantCode=${encodeURIComponent(tenant)}`}`}>{t('signIn.register')}</Link>
        <Link to="/navpage">{t('signIn.welcome')}</Link>
      </p>
    </>
  )
}
