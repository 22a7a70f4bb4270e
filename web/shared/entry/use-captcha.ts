import { useState } from 'react'
import type { CaptchaProps } from './captcha.tsx'

/** A name for one image that nobody guesses. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface CaptchaState {
  /** For the control. */
  readonly shown: Omit<CaptchaProps, 'error'>
  /** Something stands in it, or has been waited for. */
  readonly ready: boolean
  /** For the call. */
  readonly sent: { readonly key: string; readonly charCaptcha: string }
  /** An image is good for one call. */
  renew(): void
}

/** The state of a captcha in a form: its image, what was typed, and a way to a new one. */
export function useCaptcha(): CaptchaState {
  const [state, setState] = useState(() => ({ image: newKey(), text: '', waited: false }))
  const renew = () => setState({ image: newKey(), text: '', waited: false })
  const { image, text, waited } = state
  return {
    shown: {
      image,
      text,
      onAnother: renew,
      onText: (next) => setState((before) => ({ ...before, text: next })),
      onWaited: () => setState((before) => (before.image === image ? { ...before, waited: true } : before)),
    },
    ready: text.trim() !== '' || waited,
    sent: { key: image, charCaptcha: text.trim() },
    renew,
  }
}
