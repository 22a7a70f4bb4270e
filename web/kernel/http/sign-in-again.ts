import { confirm } from '../../ui/confirm.ts'
import { t } from '../i18n/i18n.ts'
import { dropToken } from './token.ts'

let asking = false
let instead: (() => void) | undefined

/** A page that nobody sits at is told in place of whoever sits there, until the function it gives back is called. */
export function onSessionLost(listener: () => void): () => void {
  instead = listener
  return () => {
    if (instead === listener) instead = undefined
  }
}

/** Asks once, however many calls were refused, whether to sign in again. */
export async function askToSignInAgain(): Promise<void> {
  if (instead) return instead()
  if (asking) return
  asking = true
  const yes = await confirm({
    title: t('session.confirm-logout'),
    text: t('session.logged-out'),
    ok: t('session.re-login'),
    cancel: t('common.cancel'),
    stays: true,
  })
  asking = false
  if (!yes) return
  dropToken()
  location.reload()
}
