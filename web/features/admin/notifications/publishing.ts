import { publishNotification, withdrawNotification } from '../../../../model/contract/admin/notifications.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const calls = { publish: publishNotification, withdraw: withdrawNotification }

/** Publishing and taking back, each asked once more: many people are told something. What is saved and published by one button was not pressed by mistake. */
export function usePublishing(onChanged: () => Promise<void>) {
  const t = useT()

  async function act(row: ResourceRow, verb: 'publish' | 'withdraw'): Promise<void> {
    const title = String(row['title'] ?? '')
    const yes = await confirm({
      title: t(`button.${verb}`),
      text: t(`notifications.${verb}-ask`, { title }),
      ok: t(`button.${verb}`),
      cancel: t('common.cancel'),
      danger: verb === 'withdraw',
    })
    if (yes) await done(row, verb)
  }

  async function done(row: ResourceRow, verb: 'publish' | 'withdraw'): Promise<void> {
    try {
      const { status } = await ask(calls[verb], { id: row.id })
      toast.success(t('notifications.now', { status: t(`choice.status.${status}`) }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await onChanged()
  }

  return {
    publish: (row: ResourceRow) => act(row, 'publish'),
    withdraw: (row: ResourceRow) => act(row, 'withdraw'),
    publishSaved: (row: ResourceRow) => done(row, 'publish'),
  }
}
