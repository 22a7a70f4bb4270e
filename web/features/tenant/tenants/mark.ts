import { updateSysTenantByMark } from '../../../../model/contract/tenant/tenants.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

/** Asks first: it signs people out. Taking the mark away harms nobody. */
export async function markTenants(rows: readonly ResourceRow[], mark: boolean, t: Translate): Promise<void> {
  if (mark) {
    const [first] = rows
    const text =
      rows.length === 1
        ? t('tenants.mark.ask', { name: String(first?.['tenantName'] ?? '') })
        : t('tenants.mark.several', { count: rows.length })
    if (!(await confirm({ title: t('tenants.mark'), text, ok: t('tenants.mark'), cancel: t('common.cancel'), danger: true }))) return
  }
  try {
    await ask(updateSysTenantByMark, { id: rows.map(({ id }) => id), mark: mark ? 1 : 0 })
    toast.success(t(mark ? 'tenants.mark.done' : 'tenants.unmark.done'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
