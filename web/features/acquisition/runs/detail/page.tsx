/** One run: its points, its stages, what was noted and what was found. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { RunDetail } from '../../../../../model/contract/acquisition/runs.ts'
import { acceptRun, finishRun } from '../../../../../model/contract/acquisition/runs.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../../kernel/resource/row-id.ts'
import { secondOf } from '../../../../ui/clock.ts'
import { confirm } from '../../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { ResultTag } from '../../../../shared/acquisition/result-tag.tsx'
import { Forecast } from './forecast.tsx'
import { Notes } from './notes.tsx'
import { Points } from './points.tsx'
import { act, detailOf } from './run-client.ts'
import { Stages } from './stages.tsx'
import { Verdict } from './verdict.tsx'
import './run-detail.css'

const ReasonDialog = lazyWithPreload(() => import('../../../../shared/dialogs/reason-dialog.tsx'))

const LIST = '/acquisition/runs'

export default function RunPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <div className="run-detail">{isRowId(id) ? <Run key={id} id={id} /> : <NoRun />}</div>
}

function NoRun() {
  const t = useT()
  return (
    <section className="run-card">
      <h1>{t('menu.run')}</h1>
      <p role="alert">{t('error.row.not-found')}</p>
      <p>
        <Link to={LIST}>{t('noun.runs')}</Link>
      </p>
    </section>
  )
}

function Run({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(detailOf(id))
  if (error instanceof ApiError && error.status === 404) return <NoRun />
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <section className="run-card">
        <h1>{t('menu.run')}</h1>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  return (
    <>
      <Head data={data} />
      {data.missing.length > 0 && data.run.runState === 'running' && (
        <p role="status">
          <Tag kind="notice">
            {t('runs.missing', { roles: data.missing.map((role) => t(`choice.runRole.${role}`)).join(t('common.between')) })}
          </Tag>
        </p>
      )}
      {data.allowed.includes('verdict') && <Verdict id={id} mayWaive={data.allowed.includes('waive')} />}
      <Points data={data} />
      <Stages data={data} />
      {data.allowed.includes('forecast') && <Forecast id={id} />}
      <Notes data={data} />
    </>
  )
}

function Head({ data: { run, allowed } }: { data: RunDetail }) {
  const t = useT()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'accepted' | 'void'>()
  const { id, version } = run

  async function finish(): Promise<void> {
    const [title, ok] = [t('runs.finish'), t('runs.finish')]
    if (await confirm({ title, text: t('runs.finish-now'), ok, cancel: t('common.cancel') }))
      await act(queries, () => ask(finishRun, { id, version }))
  }

  const facts: readonly (readonly [label: string, text: string | undefined])[] = [
    [t('field.runs.componentId'), run.componentName],
    [t('field.runs.runKind'), t(`choice.runKind.${run.runKind}`)],
    [t('field.runs.limitSetId'), run.limitSetName && t('runs.limit-version', { name: run.limitSetName, version: run.setVersion })],
    [t('field.runs.waterAddedAt'), run.waterAddedAt ? secondOf(run.waterAddedAt) : undefined],
    [t('field.runs.startedAt'), secondOf(run.startedAt)],
    [t('field.runs.endedAt'), run.endedAt === null ? undefined : secondOf(run.endedAt)],
    [t('field.runs.acceptReason'), run.acceptReason ?? undefined],
  ]
  return (
    <section className="run-card">
      <header className="run-head">
        <h1>{run.runNumber ?? t('menu.run')}</h1>
        <span className="run-ways">
          {allowed.includes('finish') && (
            <Button size="small" type="primary" onClick={() => void finish()}>
              {t('runs.finish')}
            </Button>
          )}
          {allowed.includes('accept') && (
            <>
              <Button
                size="small"
                type="primary"
                aria-haspopup="dialog"
                onPointerEnter={() => void ReasonDialog.preload()}
                onClick={() => setAsked('accepted')}
              >
                {t('runs.accept')}
              </Button>
              <Button
                size="small"
                danger
                aria-haspopup="dialog"
                onPointerEnter={() => void ReasonDialog.preload()}
                onClick={() => setAsked('void')}
              >
                {t('runs.void')}
              </Button>
            </>
          )}
          <Link to={LIST}>{t('noun.runs')}</Link>
        </span>
      </header>
      <p className="run-states">
        <Tag kind={run.runState === 'running' ? 'info' : 'quiet'}>{t(`choice.runState.${run.runState}`)}</Tag>{' '}
        <ResultTag result={run.runVerdict} />
      </p>
      <dl className="run-facts">
        {facts.flatMap(([label, text]) =>
          text
            ? [
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {asked && (
        <Suspense fallback={null}>
          <ReasonDialog
            title={t(asked === 'void' ? 'runs.void' : 'runs.accept')}
            label={t(asked === 'void' ? 'runs.reason' : 'field.runs.acceptReason')}
            isDanger={asked === 'void'}
            run={(reason) => act(queries, () => ask(acceptRun, { id, version, decision: asked, reason }))}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
