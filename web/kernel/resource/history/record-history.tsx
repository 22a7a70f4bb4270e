/** The past of one record, the latest first; each earlier state can be compared with the record and restored. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../../model/resource.ts'
import { Tag } from '../../../ui/tag.tsx'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import { ListFailure } from '../list-failure.tsx'
import type { ResourceRow } from '../../http/resource-client.ts'
import { ChangesTable } from './changes-table.tsx'
import type { HistoryEntry } from '../../../../model/contract/admin/logs.ts'
import { readHistory } from './entries.ts'
import type { RecordCalls } from './restore-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { named } from '../../../ui/named.ts'
import './history.css'

interface RecordHistoryProps {
  readonly of: Resource
  readonly row: ResourceRow
  readonly mayRestore: boolean
  /** How the record is read and changed back; the calls of its noun unless said. */
  readonly calls?: RecordCalls
  readonly open: boolean
  readonly onClose: () => void
  readonly onRestored: () => Promise<void>
}

export default function RecordHistory({ of, row, mayRestore, calls, open, onClose, onRestored }: RecordHistoryProps) {
  const t = useT()
  const [chosen, setChosen] = useState<number>()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['history', of.name, row.id],
    queryFn: ({ pageParam }) => readHistory(of.name, row.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ before }) => before ?? undefined,
    gcTime: 0,
  })
  const entries = data?.pages.flatMap(({ list }) => list) ?? []
  // What was there before history was kept has no entry of its own, but its values are in the oldest change.
  const beforeAll = data !== undefined && !hasNextPage && entries.length > 0 && entries.at(-1)?.verb !== 'add'
  const time = chosen === undefined ? undefined : (entries[chosen]?.time ?? t('history.beginning'))

  return (
    <Drawer
      open={open}
      onClose={onClose}
      size="min(640px, 100vw)"
      title={t('history.title', { name: String(row[of.title] ?? '') })}
      destroyOnHidden
    >
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && <p className="history-note">{t('history.empty')}</p>}
      <ol className="history-list">
        {entries.map((entry, at) => (
          <Entry
            key={`${entry.id}/${at}`}
            entry={entry}
            {...(at > 0 && entry.verb !== 'delete' ? { onCompare: () => setChosen(at) } : {})}
          />
        ))}
        {beforeAll && (
          <li className="history-entry">
            <div className="history-head">
              <span>{t('history.beginning')}</span>
              <Button size="small" onClick={() => setChosen(entries.length)}>
                {t('history.compare')}
              </Button>
            </div>
          </li>
        )}
      </ol>
      {hasNextPage && (
        <div className="history-more">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('history.more')}
          </Button>
        </div>
      )}
      {time !== undefined && (
        <RestoreDialog
          key={chosen}
          of={of}
          row={row}
          time={time}
          newer={entries.slice(0, chosen)}
          mayRestore={mayRestore}
          {...(calls ? { calls } : {})}
          onClose={() => setChosen(undefined)}
          onRestored={async () => {
            setChosen(undefined)
            await Promise.all([refetch(), onRestored()])
          }}
        />
      )}
    </Drawer>
  )
}

function Entry({ entry, onCompare }: { entry: HistoryEntry; onCompare?: () => void }) {
  const t = useT()
  const { verb, time, user, changes } = entry
  return (
    <li className="history-entry">
      <div className="history-head">
        <Tag kind={verb === 'delete' ? 'quiet' : 'good'}>{t(`history.verb.${verb}`)}</Tag>
        <time>{time}</time>
        <span className="by">{user ? t('history.by', { user }) : t('history.system')}</span>
        {onCompare && (
          <Button size="small" onClick={onCompare} aria-label={named(t('history.compare'), time)}>
            {t('history.compare')}
          </Button>
        )}
      </div>
      {changes.length > 0 && <ChangesTable changes={changes} verb={verb} caption={`${t(`history.verb.${verb}`)} ${time}`} />}
    </li>
  )
}
