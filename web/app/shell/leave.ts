import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../kernel/i18n/i18n.ts'
import { signOut } from '../../kernel/session/account.ts'
import { signInPath } from '../../kernel/session/redirect.ts'
import { closeSession, useSession } from '../../kernel/session/session-store.ts'
import { unsentOf } from '../../shared/maintenance/rounds/kept.ts'
import { confirm } from '../../ui/confirm.ts'

/** Signs out; whoever signs in next comes back to this page. What was found on rounds and has not arrived stays here for the one who found it: they are asked first. */
export function useLeave(): () => Promise<void> {
  const t = useT()
  const navigate = useNavigate()
  const { user } = useSession()
  const { pathname, search } = useLocation()
  return async () => {
    const { count } = await unsentOf(user.id)
    const question = {
      title: t('round.leave'),
      text: t('round.leave-about', { count }),
      ok: t('round.leave-keep'),
      cancel: t('round.leave-stay'),
    }
    if (count > 0 && !(await confirm(question))) return
    await signOut()
    await navigate(signInPath(pathname + search))
    closeSession()
  }
}
