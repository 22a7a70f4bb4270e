import { useState } from 'react'
import { resetPassword } from '../../../../model/contract/organisation/users.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { RowAction } from '../../../ui/data-table.tsx'

/** The row action that gives somebody else a new password, and the password while it is shown. */
export function useResetPassword() {
  const t = useT()
  const { user } = useSession()
  const [made, setMade] = useState<{ name: string; password: string }>()

  async function reset(row: ResourceRow): Promise<void> {
    const name = String(row['nickname'] ?? row['username'] ?? '')
    if (
      !(await confirm({
        title: t('password.reset'),
        text: t('password.reset-ask', { name }),
        ok: t('password.reset'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    try {
      const { password } = await ask(resetPassword, { id: row.id })
      setMade({ name, password })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  const actionsOf = (row: ResourceRow, may: (operation: string) => boolean): RowAction[] =>
    // One's own is changed by whoever knows the old one.
    may('reset') && row.id !== user.id ? [{ key: 'reset', label: t('button.reset'), rare: true, run: () => void reset(row) }] : []
  return { actionsOf, made, done: () => setMade(undefined) }
}
