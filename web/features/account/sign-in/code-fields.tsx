/** The number, the button that sends a code there, and the code. Loaded when somebody chooses this way. */
import { useState } from 'react'
import { getSmsCaptcha } from '../../../../model/contract/account/sign-in.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useSecondsUntil } from '../../../shared/entry/countdown.ts'
import type { TextFieldProps } from '../../../shared/entry/text-field.tsx'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'

/** Until when the button rests; kept, so that reloading the page does not wake it. */
const RESTS = 'sms_again_at'

/** Room for the blanks that are pasted along: they are dropped, and must not push out what matters. */
const BLANKS = 6

type Field = Omit<TextFieldProps, 'autoComplete' | 'label'>

interface CodeFieldsProps {
  readonly prefix: Field
  readonly mobile: Field
  readonly code: Field
  readonly tenantCode: string
  /** Whether the fields that a code is sent by are filled in; shows what is missing. */
  readonly mayAsk: () => boolean
  readonly onFailure: (error: ApiError) => void
}

export default function CodeFields({ prefix, mobile, code, tenantCode, mayAsk, onFailure }: CodeFieldsProps) {
  const t = useT()
  const [again, setAgain] = useState(() => Number(localStorage.getItem(RESTS) ?? 0))
  const [sent, setSent] = useState(false)
  const seconds = useSecondsUntil(again)

  async function send(): Promise<void> {
    if (!mayAsk()) return
    try {
      const answer = await ask(
        getSmsCaptcha,
        { prefix: prefix.value.trim(), mobile: mobile.value.trim(), tenantCode: tenantCode.trim() },
        { quiet: true },
      )
      const moment = Date.now() + answer.seconds * 1000
      localStorage.setItem(RESTS, String(moment))
      setAgain(moment)
      setSent(true)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailure(error)
    }
  }

  return (
    <>
      <div className="entry-number">
        <TextField {...prefix} label={t('signIn.prefix')} autoComplete="tel-country-code" inputMode="tel" maxLength={4 + BLANKS} />
        <TextField {...mobile} label={t('signIn.mobile')} autoComplete="tel-national" inputMode="tel" maxLength={15 + BLANKS} />
      </div>
      <TextField
        {...code}
        label={t('signIn.smsCaptcha')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6 + BLANKS}
        beside={
          <button type="button" className="plain-button code-button" disabled={seconds > 0} onClick={() => void send()}>
            {seconds > 0 ? t('signIn.send-again', { seconds }) : t('signIn.send-code')}
          </button>
        }
      />
      <p className="sign-in-note" role="status">
        {sent && t('signIn.code-sent')}
      </p>
    </>
  )
}
