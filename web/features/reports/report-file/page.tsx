/** What recipients of a scheduled report get: its files. By the address of a mail for anybody who has it, or as somebody of the tenant who was told of it. */
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { ReceivedReport } from '../../../../model/contract/report/schedules.ts'
import {
  downloadReceivedReport,
  downloadReportLink,
  openReportLink,
  queryReceivedReport,
} from '../../../../model/contract/report/schedules.ts'
import type { ScheduleFormat } from '../../../../model/reports/schedule.ts'
import { secondText } from '../../../../model/zone.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import './report-file.css'

/** Milliseconds: a large report over a slow line. */
const LONG = 3_600_000

/** For whoever has the address of a mail. */
export function ReportLinkPage() {
  const { hash } = useLocation()
  const token = hash.slice(1)
  return (
    <Received
      key={token}
      open={() => ask(openReportLink, { token }, { quiet: true })}
      load={(format) => askFile(downloadReportLink, { token, format }, { limit: LONG })}
    />
  )
}

/** For somebody of the tenant who was told by a notification. */
export function OwnReportPage() {
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  return (
    <Received
      key={id}
      open={() => ask(queryReceivedReport, { id }, { quiet: true })}
      load={(format) => askFile(downloadReceivedReport, { id, format }, { limit: LONG })}
    />
  )
}

interface ReceivedProps {
  readonly open: () => Promise<ReceivedReport>
  readonly load: (format: ScheduleFormat) => ReturnType<typeof askFile>
}

/** Asked for once: another link has a key of its own. */
function Received({ open, load }: ReceivedProps) {
  const t = useT()
  const [report, setReport] = useState<ReceivedReport>()
  const [failure, setFailure] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const [asked] = useState(open)

  useEffect(() => {
    let isShown = true
    asked.then(
      (found) => {
        if (isShown) setReport(found)
      },
      (error: unknown) => {
        if (isShown && error instanceof ApiError) setFailure(error)
      },
    )
    return () => {
      isShown = false
    }
  }, [asked])

  async function download(format: ScheduleFormat): Promise<void> {
    setBusy(true)
    try {
      saveFile(await load(format))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <EntryPage title={report?.title ?? t('schedule.received')} plain>
      {failure && (
        <p className="report-file-failed" role="alert">
          {failure.status === 404 || failure.status === 422 ? t('schedule.link-gone') : failure.message}
        </p>
      )}
      {!report && !failure && <p role="status">{t('common.loading')}</p>}
      {report && (
        <div className="report-file">
          <p>
            <strong>{report.period}</strong> {report.reportNumber}
          </p>
          <p>{report.tenant}</p>
          {report.reportState !== null && report.reportState !== 'valid' && (
            <p className="report-file-failed">{t('schedule.no-longer-valid')}</p>
          )}
          <ul>
            {report.files.map(({ format, size }) => (
              <li key={format}>
                <button type="button" className="main-button" disabled={isBusy} onClick={() => void download(format)}>
                  {t(`choice.scheduleFormats.${format}`)}
                </button>{' '}
                <small>{sizeOf(size)}</small>
              </li>
            ))}
          </ul>
          <p className="report-file-until">
            {t('schedule.expires', { at: `${secondText(report.zone, report.expiresAt)} (${report.zone})` })}
          </p>
        </div>
      )}
    </EntryPage>
  )
}
