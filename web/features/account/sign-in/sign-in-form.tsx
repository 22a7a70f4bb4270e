import type { FormEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { signIn } from '../../../kernel/account.ts'
import { ApiError } from '../../../kernel/api.ts'
import type { LabelKey } from '../../../kernel/i18n.ts'
import { useT } from '../../../kernel/i18n.ts'
import { safeRedirect } from '../../../kernel/redirect.ts'

const fields = ['tenantCode', 'username', 'password'] as const
type FieldName = (typeof fields)[number]

/** The tenant code of the last sign-in here: the same person mostly comes back. */
const LAST_TENANT = 'last_tenant'

export function SignInForm({ onFirstUse }: { onFirstUse: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ tenantCode: localStorage.getItem(LAST_TENANT) ?? '', username: '', password: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const missing = fields.filter((name) => (name === 'password' ? values.password === '' : values[name].trim() === ''))

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    setFailure('')
    const [first] = missing
    if (first) return focus(first)
    setBusy(true)
    try {
      await signIn(values)
      localStorage.setItem(LAST_TENANT, values.tenantCode.trim())
      await navigate(safeRedirect(parameters.get('redirect')), { replace: true })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('failure.unknown'))
      setBusy(false)
      focus('password')
    }
  }

  function focus(name: FieldName): void {
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  const field = (name: FieldName) => ({
    name,
    label: t(`signIn.${name}` as LabelKey),
    value: values[name],
    error: tried && missing.includes(name) ? t('check.required', { field: t(`signIn.${name}` as LabelKey) }) : '',
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })

  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={(event) => void submit(event)} onFocus={onFirstUse}>
      <div className="sign-in-failure" role="alert">{failure && <p>{failure}</p>}</div>
      <TextField {...field('tenantCode')} autoComplete="organization" />
      <TextField {...field('username')} autoComplete="username" />
      <TextField {...field('password')} autoComplete="current-password" secret />
      <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
        {t(busy ? 'signIn.busy' : 'signIn.submit')}
      </button>
    </form>
  )
}

interface TextFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly error: string
  readonly autoComplete: string
  readonly secret?: boolean
  readonly onChange: (value: string) => void
}

function TextField({ name, label, value, error, autoComplete, secret = false, onChange }: TextFieldProps) {
  const t = useT()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const hint = error || (secret && capsLock ? t('signIn.capsLock') : '')
  return (
    <div className={error ? 'text-field wrong' : 'text-field'}>
      <label htmlFor={id}>{label}</label>
      <div className="text-field-box">
        <input
          id={id} name={name} value={value} type={secret && !shown ? 'password' : 'text'} autoComplete={autoComplete} required
          autoCapitalize="none" spellCheck={false} aria-invalid={error !== ''} aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          onKeyUp={(event) => { if (secret) setCapsLock(event.getModifierState('CapsLock')) }}
        />
        {secret && (
          <button type="button" aria-pressed={shown} aria-label={t('signIn.showPassword')} onClick={() => setShown(!shown)}>
            <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
              <path d="M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12Z" /><circle cx="12" cy="12" r="2.800" />
              {!shown && <path d="M4 20 20 4" />}
            </svg>
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-field-hint">{hint}</p>
    </div>
  )
}
