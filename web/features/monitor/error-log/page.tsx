import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useState } from 'react'
import type { KeptError } from '../../../../model/contract/monitor/error-log.ts'
import { deleteErrorLog, deleteMyErrorLog, queryErrorLog, queryMyErrorLog } from '../../../../model/contract/monitor/error-log.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { keepError, seeErrors } from '../../../kernel/session/error-log.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { pagerTexts } from '../../../kernel/i18n/texts.ts'
import { FIRST_PAGE, PAGER_SIZE } from '../../../ui/page-sizes.ts'
import { Pager } from '../../../ui/pager.tsx'
import './error-log.css'

/** What the server keeps of errors that nobody caught: one's own, and for who may see them those of the whole tenant. */
export default function ErrorLogPage() {
  const t = useT()
  const [all, setAll] = useState(true)
  const [page, setPage] = useState({ currentPage: FIRST_PAGE, pageSize: PAGER_SIZE })
  const queries = useQueryClient()
  useEffect(seeErrors, [])
  // Whether it may be seen is the server's to say; who may not is shown the own ones.
  const everybody = useQuery({
    queryKey: ['error-log', 'all', page],
    queryFn: ({ signal }) => ask(queryErrorLog, page, { signal, quiet: true }),
  })
  const refused = everybody.error instanceof ApiError && everybody.error.status === 403
  const mine = useQuery({
    queryKey: ['error-log', 'mine', page],
    enabled: refused || !all,
    queryFn: ({ signal }) => ask(queryMyErrorLog, page, { signal, quiet: true }),
  })
  const { data, error, refetch } = refused || !all ? mine : everybody

  async function forget(ids: readonly string[]): Promise<void> {
    await ask(refused || !all ? deleteMyErrorLog : deleteErrorLog, { id: ids })
    await queries.invalidateQueries({ queryKey: ['error-log'] })
  }

  return (
    <Example title={t('menu.errorlog')} about={t('errorlog.about')} source={['features/monitor/error-log/']}>
      <div className="example-row">
        {!refused && (
          <Segmented
            value={all}
            aria-label={t('errorlog.whose')}
            options={[
              { value: true, label: t('errorlog.all') },
              { value: false, label: t('errorlog.mine') },
            ]}
            onChange={setAll}
          />
        )}
        <Button onClick={() => keepError(new Error(t('errorlog.made')))}>{t('errorlog.make')}</Button>
        <Button onClick={() => void refetch()}>{t('common.reload')}</Button>
        <Button danger disabled={!data || data.list.length === 0} onClick={() => void forget((data?.list ?? []).map(({ id }) => id))}>
          {t('errorlog.forget-page')}
        </Button>
      </div>
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data?.list.length === 0 && (
        <ExampleCard title={t('errorlog.none')}>
          <p>{t('errorlog.none-text')}</p>
        </ExampleCard>
      )}
      {data && data.list.length > 0 && (
        <ul className="error-log" aria-label={t('menu.errorlog')}>
          {data.list.map((row) => (
            <li key={row.id}>
              <KeptRow row={row} onForget={() => void forget([row.id])} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > 0 && (
        <Pager
          page={page.currentPage}
          size={page.pageSize}
          total={data.total}
          texts={pagerTexts(data.total, t)}
          onChange={(currentPage, pageSize) => setPage({ currentPage, pageSize })}
        />
      )}
    </Example>
  )
}

function KeptRow({ row, onForget }: { row: KeptError; onForget: () => void }) {
  const t = useT()
  return (
    <details>
      <summary>
        <span className="error-times" aria-label={t('errorlog.times', { times: row.times })}>
          {row.times}×
        </span>
        <code>{row.message}</code>
        <span className="error-where">
          {row.page} · {row.username} · {row.lastTime}
        </span>
      </summary>
      <pre tabIndex={0} aria-label={t('errorlog.stack')}>
        {row.stack || t('errorlog.no-stack')}
      </pre>
      <p>
        {t('errorlog.first', { time: row.firstTime })} · {row.agent}
      </p>
      <Button size="small" danger onClick={onForget}>
        {t('errorlog.forget')}
      </Button>
    </details>
  )
}
