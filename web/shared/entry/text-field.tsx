import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'

export interface TextFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly error: string
  readonly autoComplete: string
  readonly secret?: boolean
  /** What keyboard a telephone shows. */
  readonly inputMode?: 'numeric' | 'tel' | 'email'
  readonly maxLength?: number
  readonly optional?: boolean
  /** Said below the field while nothing is wrong with it. */
  readonly help?: string
  /** Has the focus when the page opens, where there is a keyboard: on a phone it would cover half of the page. */
  readonly autoFocus?: boolean
  /** Stands at the end of the field. */
  readonly beside?: ReactNode
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

export function TextField({
  name,
  label,
  value,
  error,
  autoComplete,
  secret = false,
  inputMode,
  maxLength,
  optional = false,
  help = '',
  autoFocus = false,
  beside,
  onChange,
  onBlur,
}: TextFieldProps) {
  const t = useT()
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const hint = error || (secret && capsLock ? t('signIn.capsLock') : help)
  return (
    <div className={error ? 'text-field wrong' : 'text-field'}>
      <label htmlFor={id}>{label}</label>
      <div className={beside ? 'text-field-box beside' : 'text-field-box'}>
        <input
          id={id}
          name={name}
          value={value}
          type={secret && !shown ? 'password' : 'text'}
          autoComplete={autoComplete}
          required={!optional}
          inputMode={inputMode}
          maxLength={maxLength}
          autoCapitalize="none"
          autoFocus={autoFocus && !matchMedia('(pointer: coarse)').matches}
          spellCheck={false}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          onKeyUp={(event) => {
            if (secret) setCapsLock(event.getModifierState('CapsLock'))
          }}
        />
        {beside}
        {secret && (
          <button
            type="button"
            className="text-field-eye"
            aria-pressed={shown}
            aria-label={t('signIn.showPassword')}
            onClick={() => setShown(!shown)}
          >
            <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
              <path d="M2 12s3.6-6.5 10-6.500S22 12 22 12s-3.6 6.5-10 6.500S2 12 2 12Z" />
              <circle cx="12" cy="12" r="2.8" />
              {!shown && <path d="M4 20 20 4" />}
            </svg>
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-field-hint">
        {hint}
      </p>
    </div>
  )
}
