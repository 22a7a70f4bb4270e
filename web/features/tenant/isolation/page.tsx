/** Whether one tenant can find out about another: asked of this very server, by pressing a button. */
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { cancelIsolationTest, queryIsolationTest, startIsolationTest } from '../../../../model/contract/tenant/isolation.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { figureText } from '../../../kernel/i18n/texts.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { Report } from './report.tsx'
import { Runs } from './runs.tsx'
import './isolation.css'

const key = ['isolation']

export default function IsolationPage() {
  const t = useT()
  const queries = useQueryClient()
  const [shown, setShown] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => ask(queryIsolationTest, {}),
    refetchInterval: ({ state }) => (state.data?.running ? 1000 : 15_000),
  })
  const again = () => queries.invalidateQueries({ queryKey: key })
  const start = useMutation({
    mutationFn: () => ask(startIsolationTest, {}),
    onSuccess: () => setShown(undefined),
    onSettled: again,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => ask(cancelIsolationTest, { id }),
    onSettled: again,
  })
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />

  const running = data?.running
  const run = data?.list.find(({ id }) => id === shown) ?? data?.list[0]
  return (
    <div className="isolation">
      <header className="isolation-head">
        <div>
          <h1>{t('menu.isolation')}</h1>
          <p>{t('isolation.text')}</p>
        </div>
        <Button
          type="primary"
          icon={<PlayCircleOutlined aria-hidden="true" />}
          disabled={!data || Boolean(running)}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t('isolation.start')}
        </Button>
      </header>
      {running && (
        <section className="isolation-card" aria-label={t('isolation.verdict.running')}>
          <div className="isolation-running">
            <span role="status">
              {running.total
                ? t('isolation.running', { done: figureText(running.done), total: figureText(running.total) })
                : t('isolation.preparing')}
            </span>
            <Button size="small" onClick={() => cancel.mutate(running.id)} loading={cancel.isPending}>
              {t('common.cancel')}
            </Button>
          </div>
          <Progress
            percent={running.total ? Math.floor((running.done / running.total) * 100) : 0}
            status="active"
            aria-label={t('isolation.verdict.running')}
          />
        </section>
      )}
      {data && data.list.length === 0 && !running && <section className="isolation-card isolation-none">{t('isolation.none')}</section>}
      {run && <Report key={run.id} run={run} />}
      {data && data.list.length > 1 && <Runs list={data.list} shown={run?.id} onShow={setShown} />}
    </div>
  )
}
