import { confirm } from '../../ui/confirm.ts'
import { t } from '../i18n/i18n.ts'
import { dropToken } from './token.ts'

let asking = false

/** Asks once, however many calls were refused, whether to sign in again. */
export async function askToSignInAgain(): Promise<void> {
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
