/** An image with characters to copy. Whoever cannot read it waits for half a minute and goes on without. */
import { useId, useState } from 'react'
import { generateImageCaptcha } from '../../../model/contract/account/captcha.ts'
import { urlOf } from '../../kernel/http/url.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { useSecondsUntil } from './countdown.ts'
import { TextField } from './text-field.tsx'

/** Seconds after which the server takes the key alone (server/identity/captcha/captchas.ts); one more for the way there. */
const WAIT_MS = 31_000

export interface CaptchaProps {
  /** Of the image that is shown; another one shows another image. */
  readonly image: string
  readonly text: string
  readonly error: string
  readonly onText: (text: string) => void
  readonly onAnother: () => void
  /** Half a minute is over, so that no characters are needed. */
  readonly onWaited: () => void
}

export default function Captcha({ image, text, error, onText, onAnother, onWaited }: CaptchaProps) {
  return <OneImage key={image} {...{ image, text, error, onText, onAnother, onWaited }} />
}

function OneImage({ image, text, error, onText, onAnother, onWaited }: CaptchaProps) {
  const t = useT()
  const id = useId()
  const [since, setSince] = useState(0)
  const [waits, setWaits] = useState(false)
  const left = useSecondsUntil(waits ? since + WAIT_MS : 0)
  const waited = waits && left === 0

  function wait(): void {
    setWaits(true)
    setTimeout(onWaited, Math.max(0, since + WAIT_MS - Date.now()))
  }

  return (
    <div className="captcha" role="group" aria-labelledby={id}>
      <span id={id} className="visually-hidden">
        {t('captcha.label')}
      </span>
      <TextField
        name="charCaptcha"
        label={t('captcha.label')}
        value={text}
        error={waited ? '' : error}
        autoComplete="off"
        maxLength={16}
        onChange={onText}
        optional={waited}
        beside={
          <img
            src={`${urlOf(generateImageCaptcha)}?key=${image}`}
            width="150"
            height="48"
            alt={t('captcha.image')}
            onLoad={() => setSince(Date.now())}
          />
        }
      />
      <div className="captcha-ways">
        <button type="button" className="link-button" onClick={onAnother}>
          {t('captcha.new')}
        </button>
        {!waits && (
          <button type="button" className="link-button" onClick={wait} disabled={since === 0}>
            {t('captcha.wait')}
          </button>
        )}
        <span role="status">{waits && t(waited ? 'captcha.waited' : 'captcha.waiting', { seconds: left })}</span>
      </div>
    </div>
  )
}
