/** One issued report: its pages as they were frozen, who signed it, its files, and what is done with it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { IssuedReportDetail } from '../../../../model/contract/report/issued-reports.ts'
import {
  downloadIssuedReport,
  queryIssuedReportDetail,
  queryIssuedReportPage,
  reviseReport,
  withdrawReport,
} from '../../../../model/contract/report/issued-reports.ts'
import type { IssuedFormat } from '../../../../model/reports/issued.ts'
import { ISSUED_FORMATS } from '../../../../model/reports/issued.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../kernel/resource/row-id.ts'
import { PageView } from '../../../shared/reports/page-view.tsx'
import { Pager } from '../../../shared/reports/pager.tsx'
import { StateTag } from '../../../shared/reports/state-tag.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { KEY, useAct, useMay } from './acting.ts'
import { Signatures } from './signatures.tsx'
import './issued-report.css'

const WithdrawDialog = lazyWithPreload(() => import('./withdraw-dialog.tsx'))

const LIST = '/reports/issuedreport'

export default function IssuedReportPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <div className="issued-report">{isRowId(id) ? <Report key={id} id={id} /> : <NoReport />}</div>
}

function NoReport() {
  const t = useT()
  return (
    <section className="issued-card">
      <h1>{t('menu.issuedreportdetails')}</h1>
      <p role="alert">{t('error.row.not-found')}</p>
      <p>
        <Link to={LIST}>{t('noun.issued-reports')}</Link>
      </p>
    </section>
  )
}

function Report({ id }: { id: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, id, 'detail'],
    queryFn: ({ signal }) => ask(queryIssuedReportDetail, { id }, { signal, quiet: true }),
  })
  if (error instanceof ApiError && error.status === 404) return <NoReport />
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <section className="issued-card">
        <h1>{t('menu.issuedreportdetails')}</h1>
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </section>
    )
  return (
    <>
      <Head data={data} />
      <Signatures data={data} />
      {data.allowed.includes('page') && <Pages id={id} />}
      <Files files={data.files} />
    </>
  )
}

function Head({ data }: { data: IssuedReportDetail }) {
  const t = useT()
  const may = useMay(data)
  const act = useAct()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string>()
  const [withdrawing, setWithdrawing] = useState(false)
  const { report, supersedes, supersededBy } = data
  const { id, version } = report

  async function run(key: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(key)
    await act(work)
    setBusy(undefined)
  }

  async function revise(): Promise<void> {
    const [title, text, ok] = [t('issued.revise-title'), t('issued.revise-text'), t('issued.revise')]
    if (!(await confirm({ title, text, ok, cancel: t('common.cancel') }))) return
    await run('revise', async () => {
      const issued = await ask(reviseReport, { id, version })
      if ('queued' in issued) return void toast.success(t('issued.queued'))
      toast.success(t('issued.issued', { number: issued.reportNumber }))
      void navigate(`?id=${issued.id}`)
    })
  }

  const download = (format: IssuedFormat) => run(format, () => fetchFile(downloadIssuedReport, { id, format }))
  const facts: readonly (readonly [label: string, text: string | null | undefined])[] = [
    [t('field.issued-reports.reportTitle'), report.reportTitle],
    [t('field.issued-reports.periodName'), report.periodName],
    ...(data.parameters ?? []).map(({ name, text }) => [name, text] as const),
    [t('field.issued-reports.issuedBy'), report.issuedBy],
    [t('issued.issued-at'), report.issuedAt === undefined ? undefined : secondOf(report.issuedAt)],
    [t('field.issued-reports.withdrawReason'), report.withdrawReason],
  ]
  return (
    <section className="issued-card">
      <header className="issued-head">
        <h1>{report.reportNumber ?? t('menu.issuedreportdetails')}</h1>
        <span className="issued-ways">
          {may('download') &&
            ISSUED_FORMATS.filter((format) => data.files.some(({ kind }) => kind === format)).map((format) => (
              <Button
                key={format}
                size="small"
                type={format === 'pdf' ? 'primary' : 'default'}
                loading={busy === format}
                onClick={() => void download(format)}
              >
                {t(`issued.${format}`)}
              </Button>
            ))}
          {may('revise') && (
            <Button size="small" loading={busy === 'revise'} onClick={() => void revise()}>
              {t('issued.revise')}
            </Button>
          )}
          {may('void') && (
            <Button
              size="small"
              danger
              aria-haspopup="dialog"
              onPointerEnter={() => void WithdrawDialog.preload()}
              onClick={() => setWithdrawing(true)}
            >
              {t('issued.withdraw')}
            </Button>
          )}
          <Link to={LIST}>{t('noun.issued-reports')}</Link>
        </span>
      </header>
      <p className="issued-states">
        <StateTag state={report.reportState} />
        {supersededBy && (
          <Link to={`?id=${supersededBy.id}`}>{t('issued.superseded', { number: supersededBy.reportNumber ?? t('issued.another') })}</Link>
        )}
        {supersedes && (
          <Link to={`?id=${supersedes.id}`}>{t('issued.supersedes', { number: supersedes.reportNumber ?? t('issued.another') })}</Link>
        )}
      </p>
      <dl className="issued-facts">
        {facts.flatMap(([label, text]) =>
          text
            ? [
                <div key={`${label} ${text}`}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {withdrawing && (
        <Suspense fallback={null}>
          <WithdrawDialog
            number={report.reportNumber ?? t('issued.this')}
            run={async (reason) => {
              const done = await act(() => ask(withdrawReport, { id, version, reason }))
              if (done) toast.success(t('issued.withdrawn'))
              return done
            }}
            onClose={() => setWithdrawing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

function Pages({ id }: { id: string }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [KEY, id, 'page', page],
    queryFn: ({ signal }) => ask(queryIssuedReportPage, { id, page }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />
  return (
    <section aria-label={t('reports.preview')} aria-busy={isFetching}>
      {data.omitted > 0 && <p className="quiet">{t('issued.omitted-note', { count: data.omitted })}</p>}
      <Pager page={data.page} count={data.count} onPage={setPage} />
      <PageView page={data} />
    </section>
  )
}

function Files({ files }: Pick<IssuedReportDetail, 'files'>) {
  const t = useT()
  return (
    <section className="issued-card" aria-label={t('issued.files')}>
      <h2>{t('issued.files')}</h2>
      <ul className="issued-files">
        {files.map(({ kind, signatures, size, sha256 }) => (
          <li key={`${kind} ${signatures}`}>
            <span>{t(`issued.file-${kind}`, { count: signatures })}</span>
            <small>{sizeOf(size)}</small>
            <code>{sha256}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
