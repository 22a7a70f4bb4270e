/** Rows of a noun that were removed, and the way back for each. Loaded when it is first opened. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer, Input, Skeleton } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { RemovedRow } from '../../../model/contract/exchange/rows.ts'
import { queryRemovedRows, restoreRows } from '../../../model/contract/exchange/rows.ts'
import type { Resource } from '../../../model/resource.ts'
import { toast } from '../../ui/toast.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import type { LabelKey } from '../i18n/i18n.ts'
import { textOr, useT } from '../i18n/i18n.ts'
import { ListFailure } from './list-failure.tsx'
import { named } from '../../ui/named.ts'
import './history/history.css'

interface RecycleBinProps {
  readonly of: Resource
  readonly open: boolean
  readonly onClose: () => void
  readonly changed: () => Promise<void>
}

export default function RecycleBin({ of, open, onClose, changed }: RecycleBinProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState<string>()
  const keyword = useDeferredValue(typed.trim())
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [of.name, 'removed', keyword],
    queryFn: ({ pageParam }) =>
      ask(queryRemovedRows, { noun: of.name, ...(keyword ? { keyword } : {}), ...(pageParam === undefined ? {} : { before: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ before }) => before ?? undefined,
    gcTime: 0,
  })
  const rows = data?.pages.flatMap(({ list }) => list) ?? []
  const nameOf = ({ name }: RemovedRow) => name || t('bin.nameless')

  async function bringBack(row: RemovedRow): Promise<void> {
    setBusy(row.id)
    try {
      await ask(restoreRows, { noun: of.name, id: row.id })
      toast.success(t('bin.restored', { name: nameOf(row) }))
      await changed()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // The field that stops it is no field of a form here.
      for (const { message } of failure.errors) toast.warning(message)
    } finally {
      setBusy(undefined)
    }
    await refetch()
  }

  const noun = t(`noun.${of.name}` as LabelKey)
  const about = textOr(`bin.about-${of.name}`, '')
  return (
    <Drawer open={open} onClose={onClose} size="min(560px, 100vw)" title={t('bin.title', { noun })} destroyOnHidden>
      <p className="history-about">{t('bin.about')}</p>
      {about && <p className="history-about">{about}</p>}
      <Input.Search
        allowClear
        value={typed}
        aria-label={t('bin.search')}
        placeholder={t('bin.search')}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <p className="history-note">{t('bin.none')}</p>}
      <ol className="history-list">
        {rows.map((row) => (
          <li key={row.id} className="history-entry">
            <div className="history-head">
              <strong>{nameOf(row)}</strong>
              <span className="by">
                {row.user ? t('bin.removed-by', { user: row.user, time: row.time }) : t('bin.removed', { time: row.time })}
              </span>
              <Button
                size="small"
                loading={busy === row.id}
                onClick={() => void bringBack(row)}
                aria-label={named(t('bin.restore'), nameOf(row))}
              >
                {t('bin.restore')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="history-more">
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('bin.more')}
          </Button>
        </div>
      )}
    </Drawer>
  )
}
