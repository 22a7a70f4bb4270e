/** The second step of signing in, for whoever has a second factor; loaded by those alone. */
import type { FormEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { SecondStep } from '../../../kernel/session/account.ts'
import { takeSecondStep } from '../../../kernel/session/account.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

interface SecondStepProps {
  readonly step: SecondStep
  readonly onDone: () => Promise<void>
  readonly onBack: () => void
}

export default function SecondStepForm({ step, onDone, onBack }: SecondStepProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [otp, setOtp] = useState('')
  const [failure, setFailure] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const missing = tried && otp.trim() === '' ? t('check.required', { field: t('signIn.otp') }) : ''
  useEffect(() => input.current?.focus(), [])

  async function show(shown: Parameters<typeof takeSecondStep>[1]): Promise<void> {
    setBusy(true)
    setFailure('')
    try {
      await takeSecondStep(step, shown)
      await onDone()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('failure.unknown'))
      setBusy(false)
      input.current?.focus()
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    if (otp.trim() === '') return input.current?.focus()
    void show({ otp: otp.trim() })
  }

  async function byPasskey(): Promise<void> {
    const { signWithPasskey } = await import('../../../kernel/session/passkeys.ts')
    const assertion = await signWithPasskey(step.passkey)
    if (assertion === undefined) setFailure(t('factor.passkey-refused'))
    else await show({ assertion })
  }

  return (
    <form className="sign-in-form" noValidate onSubmit={submit} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="second-title">
        {t('signIn.second-title')}
      </h2>
      <p className="second-text">{t(step.totp ? 'signIn.second-code' : 'signIn.second-recovery')}</p>
      <div className="sign-in-failure" role="alert">
        {failure && <p>{failure}</p>}
      </div>
      <div className={missing ? 'text-field wrong' : 'text-field'}>
        <label htmlFor={id}>{t('signIn.otp')}</label>
        <div className="text-field-box">
          <input
            ref={input}
            id={id}
            name="otp"
            value={otp}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
            aria-invalid={missing !== ''}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setOtp(event.target.value)}
          />
        </div>
        <p id={`${id}-hint`} className="text-field-hint">
          {missing}
        </p>
      </div>
      <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
        {t(busy ? 'signIn.busy' : 'factor.confirm')}
      </button>
      {step.passkey && 'PublicKeyCredential' in window && (
        <button type="button" className="plain-button sign-in-button" disabled={busy} onClick={() => void byPasskey()}>
          {t('factor.confirm-with-passkey')}
        </button>
      )}
      <button type="button" className="plain-button sign-in-button" onClick={onBack}>
        {t('signIn.back')}
      </button>
    </form>
  )
}
