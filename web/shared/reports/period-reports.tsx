/** Reports for a period: chosen in the address, shown as the pages that are printed, kept as files. */
import FilePdfOutlined from '@ant-design/icons/es/icons/FilePdfOutlined'
import FileExcelOutlined from '@ant-design/icons/es/icons/FileExcelOutlined'
import FileProtectOutlined from '@ant-design/icons/es/icons/FileProtectOutlined'
import FileWordOutlined from '@ant-design/icons/es/icons/FileWordOutlined'
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { issueReport } from '../../../model/contract/report/issued-reports.ts'
import type { ReportAsked } from '../../../model/contract/report/reports.ts'
import { exportPDFReport, exportReport, exportWordReport, queryReport, queryReportPage } from '../../../model/contract/report/reports.ts'
import { issuedReports } from '../../../model/index.ts'
import { takesPoints } from '../../../model/reports/built-in/taking-points.ts'
import { paramsOfText, textOfParams } from '../../../model/reports/params-text.ts'
import { PERIODS, periodOf } from '../../../model/reports/period.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { EXPORT_CENTRE } from '../../kernel/resource/exchange/use-export.tsx'
import { fetchFileOrJob, saveFile } from '../../kernel/resource/exchange/save-file.ts'
import { ListFailure } from '../../kernel/resource/list-failure.tsx'
import { mayUse } from '../../kernel/session/permissions.ts'
import { menuPaths } from '../../kernel/navigation/menu-routes.ts'
import { forgetLists } from '../../kernel/http/resource-client.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { clockZone, secondOf } from '../../ui/clock.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'
import { Nothing } from '../../ui/nothing.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { tooLongNotice } from './too-long.ts'
import { PageView } from './page-view.tsx'
import { Pager } from './pager.tsx'
import type { PointsControl } from './report-fields.tsx'
import { ReportFields } from './report-fields.tsx'
import { AskedParameters } from './asked-parameters.tsx'
import { changedPlace, lacksParameters, ofParameters, withoutNarrowed, wrongParameters } from './parameter-values.ts'

const ISSUED = '/reports/issuedreportdetails'
/** How long a printed file is kept for the tab that shows it, in milliseconds. */
const KEPT = 600_000

/** In a query string values of parameters are a text. */
type Asking = Omit<ReportAsked, 'params'> & { readonly params?: string }

/** What the period of a report is called, and whether all of it is past. */
function periodAsked({ period = 'day', date }: Asking, dayBegins: number | undefined): { name: string; isOver: boolean } {
  const now = Date.now()
  const { name, to } = periodOf(period, date, clockZone(), now, dayBegins)
  return { name, isOver: secondOf(now) >= to }
}

interface PeriodReportsProps {
  readonly menu: 'curingreport' | 'tensionreport'
  /** Which of the reports are offered, by their codes. */
  readonly offers: (report: string) => boolean
  /** How points are chosen for the reports that take some, and which of them an address names. Absent where none does. */
  readonly points?: { readonly named: (text: string) => readonly string[]; readonly Field: PointsControl }
}

export function PeriodReports({ menu, offers, points }: PeriodReportsProps) {
  const t = useT()
  const language = useLanguage()
  const { authority, user } = useSession()
  const [address, setAddress] = useSearchParams()
  const [busy, setBusy] = useState<string>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const reports = useQuery({
    queryKey: ['reports'],
    queryFn: ({ signal }) => ask(queryReport, {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
  const list = (reports.data?.list ?? []).filter((one) => offers(one.report))
  const chosen = list.find((one) => one.report === address.get('report')) ?? list[0]
  const report = chosen?.report
  const parameters = chosen?.parameters ?? []
  const values = ofParameters(parameters, paramsOfText(address.get('params')))
  const params = textOfParams(values)
  const period = PERIODS.find((one) => one === address.get('period')) ?? 'day'
  const page = Math.max(1, Math.trunc(Number(address.get('page') ?? 1)) || 1)
  const [date, deviceId, siteId] = ['date', 'deviceId', 'siteId'].map((name) => address.get(name) ?? '')
  const Points = takesPoints(report) ? points?.Field : undefined
  const pointId = (Points && points?.named(address.get('pointId') ?? '')) ?? []
  const asked: Asking | undefined =
    report === undefined
      ? undefined
      : {
          report,
          period,
          ...(date ? { date } : {}),
          ...(deviceId ? { deviceId } : {}),
          ...(siteId ? { siteId } : {}),
          ...(pointId.length > 0 ? { pointId } : {}),
          ...(params === undefined ? {} : { params }),
        }
  const isLacking = lacksParameters(parameters, values)
  const preview = useQuery({
    queryKey: ['report-page', asked, page],
    queryFn: ({ signal }) => ask(queryReportPage, { ...(asked as Asking), page }, { signal, quiet: true }),
    enabled: asked !== undefined && !isLacking,
    placeholderData: keepPreviousData,
  })
  // What is issued is asked about as soon as its page is there; until then, that of what was chosen before may be shown.
  const isComing = !isLacking && (preview.isPending || preview.isPlaceholderData)

  function change(next: Readonly<Record<string, string>>): void {
    const changed = new URLSearchParams(address)
    for (const [name, value] of Object.entries({ page: '', ...next }))
      if (value === '') changed.delete(name)
      else changed.set(name, value)
    setAddress(changed, { replace: true })
  }

  /** The values of parameters without those that belong to another device or site than is chosen now. */
  function withoutNarrowedBy(next: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const changed = changedPlace({ deviceId, siteId }, { deviceId, siteId, ...next }).filter((name) => next[name])
    return changed.length === 0 ? {} : { params: textOfParams(withoutNarrowed(parameters, values, changed)) ?? '' }
  }

  /** Does something that takes a while; people have been told of what went wrong. */
  async function run(key: string, work: (asked: Asking) => Promise<void>): Promise<void> {
    if (!asked) return
    setBusy(key)
    try {
      await work(asked)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(undefined)
    }
  }

  /** A report that is too large to be waited for is made by a job. */
  const notifyQueued = () => toast.success(t('export.queued'), { text: t('menu.exportcentre'), go: () => void navigate(EXPORT_CENTRE) })

  async function keep(contract: typeof exportReport, of: Asking): Promise<void> {
    const saved = await fetchFileOrJob(contract, of)
    if ('queued' in saved) notifyQueued()
    else saveFile(saved)
  }

  /** What is printed is the PDF. */
  async function print(of: Asking): Promise<void> {
    // Browsers open a tab for a click, and not for what comes of it later.
    const tab = window.open('', '_blank')
    try {
      const saved = await fetchFileOrJob(exportPDFReport, of)
      if ('queued' in saved) {
        tab?.close()
        return notifyQueued()
      }
      // Where the browser opens none, or it was closed meanwhile, the file is kept.
      if (!tab || tab.closed) return saveFile(saved)
      const url = URL.createObjectURL(saved.content)
      tab.opener = null
      tab.location.replace(url)
      setTimeout(() => URL.revokeObjectURL(url), KEPT)
    } catch (error) {
      tab?.close()
      throw error
    }
  }

  /** The values of parameters, for whoever is asked whether they are meant. */
  async function chosenInWords(): Promise<string> {
    const { labelOfChosen, wordsOfParameters } = await import('./parameter-words.ts')
    return wordsOfParameters(parameters, values, { t, language, labelOf: labelOfChosen(queries) })
  }

  /** What was issued is shown, to whoever has the page for it. */
  async function issue(of: Asking): Promise<void> {
    // Nothing is known of a report that is too large for its pages to be waited for: a job issues it.
    const omitted = preview.data?.omitted ?? 0
    const { name, isOver } = periodAsked(of, chosen?.dayBegins)
    const title = t('issued.issue-title', { report: chosen?.title ?? '', period: name })
    const text = [
      t('issued.issue-text'),
      ...(isOver ? [] : [t('issued.issue-unfinished')]),
      ...(of.pointId ? [t('issued.issue-points', { count: of.pointId.length })] : []),
      ...(of.params ? [t('issued.issue-params', { text: await chosenInWords() })] : []),
      ...(omitted > 0 ? [t('issued.issue-omitted', { count: omitted })] : []),
    ].join('\n')
    if (!(await confirm({ title, text, ok: t('issued.issue'), cancel: t('common.cancel') }))) return
    const issued = await ask(issueReport, of)
    if ('queued' in issued) return void toast.success(t('issued.queued'))
    toast.success(t('issued.issued', { number: issued.reportNumber }))
    await forgetLists(queries, issuedReports)
    if (menuPaths(authority.menu).has(ISSUED)) void navigate(`${ISSUED}?id=${issued.id}`)
  }

  const mayIssue =
    user.acting !== 'preview' &&
    mayUse('issue', 'issuedreport', reports.data?.allowed.includes('issueReport') ? ['issue'] : [], authority.menuButton)
  const may = (file: string) => user.acting !== 'preview' && mayUse(file, menu, reports.data?.allowed, authority.menuButton)
  const files = [
    {
      key: 'print',
      of: 'exportPDFReport',
      label: t('reports.print'),
      icon: <PrinterOutlined aria-hidden="true" />,
      main: true,
      work: print,
    },
    {
      key: 'pdf',
      of: 'exportPDFReport',
      label: t('reports.pdf'),
      icon: <FilePdfOutlined aria-hidden="true" />,
      work: (of: Asking) => keep(exportPDFReport, of),
    },
    {
      key: 'xlsx',
      of: 'exportReport',
      label: t('reports.excel'),
      icon: <FileExcelOutlined aria-hidden="true" />,
      work: (of: Asking) => keep(exportReport, of),
    },
    {
      key: 'docx',
      of: 'exportWordReport',
      label: t('reports.word'),
      icon: <FileWordOutlined aria-hidden="true" />,
      work: (of: Asking) => keep(exportWordReport, of),
    },
  ].filter(({ of }) => may(of))
  const actions = [
    ...files,
    ...(mayIssue
      ? [{ key: 'issue', of: '', label: t('issued.issue'), icon: <FileProtectOutlined aria-hidden="true" />, work: issue }]
      : []),
  ]
  const { error } = preview
  const data = isLacking ? undefined : preview.data
  const tooLong = tooLongNotice(
    t,
    error,
    files.filter(({ key }) => key !== 'print').map(({ label }) => label),
  )
  return (
    <div className="resource-card reports">
      <h1 className="visually-hidden">{t(menu === 'curingreport' ? 'menu.curingreport' : 'menu.tensionreport')}</h1>
      {actions.length > 0 && asked && (
        <Toolbar
          label={t('list.actions')}
          more={t('list.more')}
          actions={actions.map(({ work, of: _, ...action }) => ({
            ...action,
            busy: busy === action.key || (action.key === 'issue' && isComing),
            disabled: isLacking,
            run: () => void run(action.key, work),
          }))}
        />
      )}
      {reports.error instanceof ApiError && <ListFailure error={reports.error} onRetry={() => void reports.refetch()} />}
      {reports.data && list.length === 0 && <Nothing text={t('reports.none')} />}
      {report && (
        <ReportFields
          reports={list}
          asked={{ report, period, date: date ?? '', deviceId: deviceId ?? '', siteId: siteId ?? '', pointId }}
          Points={Points}
          onChange={(next) => change({ ...withoutNarrowedBy(next), ...next })}
        />
      )}
      {parameters.length > 0 && (
        <AskedParameters
          key={report}
          parameters={parameters}
          values={values}
          place={{ deviceId, siteId }}
          wrong={wrongParameters(error)}
          onChange={(next) => change({ params: textOfParams(next) ?? '' })}
        />
      )}
      {isLacking && (
        <p className="quiet" role="status">
          {t('reports.param-fill')}
        </p>
      )}
      {tooLong !== undefined && (
        <p className="quiet" role="status">
          {tooLong}
        </p>
      )}
      {tooLong === undefined && error instanceof ApiError && <ListFailure error={error} onRetry={() => void preview.refetch()} />}
      {report && !data && !error && !isLacking && <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {data && (
        <section aria-label={t('reports.preview')} aria-busy={preview.isFetching}>
          {data.omitted > 0 && <p className="quiet">{t('reports.omitted-note', { count: data.omitted })}</p>}
          <Pager page={data.page} count={data.count} onPage={(next) => change({ page: String(next) })} />
          <PageView page={data} />
        </section>
      )}
    </div>
  )
}
