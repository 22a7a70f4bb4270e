import { useState } from 'react'
import { passkeySignIn, signInByPasskey } from '../../../kernel/session/account.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

interface PasskeyButtonProps {
  readonly tenantCode: string
  readonly onDone: () => Promise<void>
  /** The tenant is not named yet. */
  readonly onMissing: () => void
  readonly onFailure: (message: string) => void
}

/** A passkey belongs to a name, and browsers use one only where nobody listens. */
const isPossible = 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

export function PasskeyButton({ tenantCode, onDone, onMissing, onFailure }: PasskeyButtonProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  if (!isPossible) return null

  async function enter(): Promise<void> {
    if (tenantCode.trim() === '') return onMissing()
    onFailure('')
    setBusy(true)
    try {
      const [options, { signWithPasskey }] = await Promise.all([passkeySignIn(tenantCode), import('../../../kernel/session/passkeys.ts')])
      const assertion = await signWithPasskey(options)
      if (assertion === undefined) return onFailure(t('factor.passkey-refused'))
      await signInByPasskey(tenantCode, assertion)
      await onDone()
    } catch (error) {
      onFailure(error instanceof ApiError ? error.message : t('failure.unknown'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <button type="button" className="plain-button sign-in-button" disabled={busy} aria-busy={busy} onClick={() => void enter()}>
      {t('signIn.passkey')}
    </button>
  )
}
