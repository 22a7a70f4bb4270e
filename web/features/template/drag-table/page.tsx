import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { organisations } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { allRows, forgetLists, listOf, updateRow } from '../../../kernel/http/resource-client.ts'
import { SortList } from '../../../ui/sort-list.tsx'
import { toast } from '../../../ui/toast.ts'
import { changesFor } from './order.ts'

const ROOT = '0'

/** The organisations below one of them, put in order by hand. Saving writes their `orgSequence`, which every list goes by. */
export default function DragTablePage() {
  const t = useT()
  const queries = useQueryClient()
  const [above, setAbove] = useState<string>()
  const [order, setOrder] = useState<readonly ResourceRow[]>()
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery(listOf(organisations, { currentPage: 1, pageSize: 10_000 }, { quiet: true }))
  const roots = data?.list ?? []
  const groups = [
    { id: ROOT, name: t('drag.top'), rows: roots },
    ...allRows(roots).map((row) => ({ id: row.id, name: String(row['orgName']), rows: row.children ?? [] })),
  ].filter(({ rows }) => rows.length > 1)
  const group = groups.find(({ id }) => id === above) ?? groups[0]
  const shown = order ?? group?.rows ?? []
  const may = data?.allowed?.includes('update') ?? false
  const changes = changesFor(shown, 'orgSequence')

  async function save(): Promise<void> {
    setBusy(true)
    const outcomes = await Promise.allSettled(changes.map((change) => updateRow(organisations, change)))
    setBusy(false)
    await forgetLists(queries, organisations)
    setOrder(undefined)
    if (outcomes.every(({ status }) => status === 'fulfilled')) toast.success(t('drag.saved'))
  }

  return (
    <Example title={t('menu.dragtable')} about={t('drag.about')} source={['features/template/drag-table/', 'ui/sort-list.tsx']}>
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data && !group && (
        <ExampleCard title={t('noun.organisations')}>
          <p>{t('drag.none')}</p>
        </ExampleCard>
      )}
      {group && (
        <ExampleCard title={t('noun.organisations')} about={t('drag.keyboard')}>
          <div className="example-row">
            <Select
              value={group.id}
              aria-label={t('drag.below')}
              options={groups.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(next: string) => {
                setAbove(next)
                setOrder(undefined)
              }}
              style={{ minWidth: 220 }}
            />
            <Button
              type="primary"
              loading={busy}
              disabled={!may || order === undefined || changes.length === 0}
              onClick={() => void save()}
            >
              {t('common.save')}
            </Button>
            <Button disabled={order === undefined} onClick={() => setOrder(undefined)}>
              {t('common.cancel')}
            </Button>
          </div>
          <SortList
            items={shown}
            nameOf={(row) => String(row['orgName'])}
            onSort={setOrder}
            disabled={!may || busy}
            render={(row) => (
              <>
                <span>{String(row['orgName'])}</span>
                <span style={{ marginLeft: 'auto' }}>{textOr(`choice.orgType.${String(row['orgType'])}`, '')}</span>
              </>
            )}
            texts={{
              label: t('noun.organisations'),
              handle: (name) => t('drag.handle', { name }),
              instructions: t('drag.keyboard'),
              moved: (name, place, of) => t('drag.moved', { name, place, of }),
            }}
          />
        </ExampleCard>
      )}
    </Example>
  )
}
