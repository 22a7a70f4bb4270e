import { useQueryClient } from '@tanstack/react-query'
import { publishLimitSet } from '../../../../model/contract/acquisition/limit-sets.ts'
import { limitSets } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const filters = ['setName', 'setCode', 'setKind']
const defaults = { setKind: 'steam', setStatus: '1' }

/** What standards ask for, and the versions that runs are judged by. */
export default function LimitSetsPage() {
  const t = useT()
  const queries = useQueryClient()
  const itemsOf = useRowsOf('/acquisition/limititems', 'limitSetId', t('noun.limit-items'))
  const columns: ColumnSetups = {
    setName: { width: 240, first: true },
    setCode: { width: 150 },
    setKind: { width: 150 },
    standardText: { width: 220 },
    setStatus: { width: 110 },
    setVersion: { width: 150, render: (row, text) => (row['setVersion'] === null ? t('limits.draft') : text) },
    publishedAt: { width: 180 },
    setDescription: { width: 240 },
  }

  async function publish({ id, version, setVersion }: ResourceRow): Promise<void> {
    const next = Number(setVersion ?? 0) + 1
    const text = t('limits.publish-what', { version: next })
    if (!(await confirm({ title: t('limits.publish'), text, ok: t('limits.publish'), cancel: t('common.cancel') }))) return
    try {
      const made = await ask(publishLimitSet, { id, ...(version === undefined ? {} : { version }) })
      toast.success(t('limits.published', { version: made.setVersion }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, limitSets)
  }

  return (
    <ResourcePage
      of={limitSets}
      columns={columns}
      filters={filters}
      defaults={defaults}
      rowActions={(row, may) => [
        ...itemsOf(row),
        ...(may('publish') ? [{ key: 'publish', label: t('limits.publish'), run: () => void publish(row) }] : []),
      ]}
    />
  )
}
