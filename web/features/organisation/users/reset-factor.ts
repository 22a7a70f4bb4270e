import { resetSecondFactor } from '../../../../model/contract/organisation/users.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { toast } from '../../../ui/toast.ts'

/** The row action that takes somebody else's second factors out of use. */
export function useResetFactor() {
  const t = useT()
  const { user } = useSession()

  async function reset(row: ResourceRow): Promise<void> {
    const name = String(row['nickname'] ?? row['username'] ?? '')
    if (
      !(await confirm({
        title: t('factor.reset'),
        text: t('factor.reset-ask', { name }),
        ok: t('factor.reset'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    try {
      const { removed } = await ask(resetSecondFactor, { id: row.id })
      toast.success(t(removed ? 'factor.reset-done' : 'factor.reset-none', { name }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  return (row: ResourceRow, may: (operation: string) => boolean): RowAction[] =>
    may('resetFactor') && row.id !== user.id
      ? [{ key: 'resetFactor', label: t('factor.reset'), rare: true, run: () => void reset(row) }]
      : []
}
