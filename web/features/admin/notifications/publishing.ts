import { ApiError, call } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const BASE = '/api/notification/notification'

/** Publishing and taking back, each asked once more: many people are told something. */
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
    if (!yes) return
    try {
      const { status } = await call<{ status: 'draft' | 'scheduled' | 'published' | 'withdrawn' }>('POST', `${BASE}/${verb}Notification`, {
        json: { id: row.id },
      })
      toast.success(t('notifications.now', { status: t(`choice.status.${status}`) }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await onChanged()
  }

  return { publish: (row: ResourceRow) => act(row, 'publish'), withdraw: (row: ResourceRow) => act(row, 'withdraw') }
}
