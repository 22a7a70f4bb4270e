import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../../model/contract/exchange/jobs.ts'
import { cancelJob, deleteJob, queryJobs } from '../../../../model/contract/exchange/jobs.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { fetchJobFile } from '../../../kernel/resource/exchange/save-file.ts'
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import { usePublicParameters } from '../../../kernel/session/public-parameters.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import { confirm } from '../../../ui/confirm.ts'
import type { Column, RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FIRST_PAGE, PAGER_SIZE } from '../../../ui/page-sizes.ts'
import { Pager } from '../../../ui/pager.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import '../../../kernel/resource/resource-page.css'
import './export-centre.css'

/** Milliseconds between two looks while something is under way; the socket tells sooner, when it is there. */
const LOOK = 2000

const isOpen = ({ status }: Job) => status === 'queued' || status === 'running'

export default function ExportCentrePage() {
  const t = useT()
  const queries = useQueryClient()
  const {
    export: { jobRows },
  } = usePublicParameters()
  const [{ page, size }, turn] = useState({ page: FIRST_PAGE, size: PAGER_SIZE })
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['jobs', page, size],
    queryFn: ({ signal }) => ask(queryJobs, { currentPage: page, pageSize: size }, { signal }),
    refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? LOOK : false),
  })
  const again = () => queries.invalidateQueries({ queryKey: ['jobs'] })
  useInvalidation('jobs', () => void again())

  async function perform(contract: typeof cancelJob, id: string, done: LabelKey): Promise<void> {
    try {
      await ask(contract, { id })
      toast.success(t(done))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await again()
  }

  async function download({ id }: Job): Promise<void> {
    try {
      await fetchJobFile(id)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  async function remove(job: Job): Promise<void> {
    if (
      job.fileSize !== null &&
      !(await confirm({
        title: t('delete.title'),
        text: t('delete.one', { name: job.title }),
        ok: t('button.delete'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    await perform(deleteJob, job.id, 'delete.done')
  }

  const actionsOf = (job: Job): RowAction[] =>
    isOpen(job)
      ? [{ key: 'cancel', label: t('jobs.cancel'), danger: true, run: () => void perform(cancelJob, job.id, 'jobs.cancelled') }]
      : [
          ...(job.fileSize === null ? [] : [{ key: 'download', label: t('button.download'), main: true, run: () => void download(job) }]),
          { key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(job) },
        ]

  const failure = error instanceof ApiError && !data ? error : undefined
  const total = data?.total ?? 0
  return (
    <div className="export-centre">
      <h1 className="visually-hidden">{t('menu.exportcentre')}</h1>
      {failure ? (
        <ListFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <section className="resource-card">
          <p className="export-centre-note">{t('jobs.note')}</p>
          <DataTable
            columns={columnsOf(t)}
            rows={data?.list ?? []}
            nameOf={({ title }) => title}
            choosable={false}
            chosen={new Set()}
            onChoose={() => undefined}
            onSort={() => undefined}
            actionsOf={actionsOf}
            card={{ title: 'title', status: 'status' }}
            state={isPending ? 'first' : 'ready'}
            expected={5}
            texts={{ ...tableTexts(t('menu.exportcentre'), t), empty: t('jobs.empty', { rows: jobRows.toLocaleString('en') }) }}
          />
          <Pager
            page={page}
            size={size}
            total={total}
            texts={pagerTexts(total, t)}
            onChange={(next, rows) => turn({ page: next, size: rows })}
          />
        </section>
      )}
    </div>
  )
}

function columnsOf(t: Translate): Column<Job>[] {
  const column = (key: string, width: number, text: (job: Job) => string, render: Column<Job>['render'] = text): Column<Job> => ({
    key,
    title: t(`jobs.${key}` as LabelKey),
    width,
    text,
    render,
  })
  return [
    column('title', 260, ({ title }) => title),
    column(
      'status',
      230,
      (job) => job.error ?? stateOf(job, t),
      (job) => <State of={job} t={t} />,
    ),
    column('rows', 110, ({ status, done }) => (status === 'done' ? done.toLocaleString('en') : '')),
    column('size', 100, ({ fileSize }) => (fileSize === null ? '' : sizeOf(fileSize))),
    column('created', 170, ({ createTime }) => createTime),
    column('expires', 170, ({ expireTime, fileSize }) => (fileSize === null ? '' : (expireTime ?? ''))),
  ]
}

const stateOf = ({ status }: Job, t: Translate) => t(`jobs.state-${status}`)

/** How far it is, as a bar that is read out, or what became of it. */
function State({ of, t }: { of: Job; t: Translate }) {
  const { status, done, total, error } = of
  if (status !== 'running')
    return (
      <span className="job-state">
        <span className={`job-${status}`}>
          <Tag kind={status === 'done' ? 'good' : 'quiet'}>{stateOf(of, t)}</Tag>
        </span>
        {error !== null && <span className="job-error">{error}</span>}
      </span>
    )
  const share = total ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <span className="job-progress">
      <progress max={100} value={share} aria-label={stateOf(of, t)} />
      <span>{share} %</span>
    </span>
  )
}
