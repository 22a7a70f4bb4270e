/** Reports that are made by themselves: when, for whom, and what became of each period. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { runReportSchedule } from '../../../../model/contract/report/schedules.ts'
import { reportSchedules } from '../../../../model/index.ts'
import { WITH_PARAMETERS } from '../../../../model/reports/built-in/taking-parameters.ts'
import { takesPoints } from '../../../../model/reports/built-in/taking-points.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

const ScheduleForm = lazy(() => import('./form.tsx'))
const Runs = lazyWithPreload(() => import('./runs.tsx'))

const KINDS = { done: 'good', failed: 'urgent', missed: 'notice' } as const
const kindOf = (state: unknown) => KINDS[state as keyof typeof KINDS] ?? 'quiet'

const columns: ColumnSetups = {
  scheduleName: { width: 220, first: true },
  reportCode: { width: 200 },
  templateId: { width: 180 },
  deviceId: { width: 150, hide: true },
  siteId: { width: 150, hide: true },
  pointId: { width: 180, hide: true },
  reportParams: { width: 180, hide: true },
  rhythm: { width: 90 },
  runAt: { width: 90 },
  offsetDays: { hide: true },
  issues: { width: 150 },
  scheduleFormats: { width: 120 },
  userId: { width: 170 },
  recipientRoleId: { width: 150 },
  mailTo: { width: 200, hide: true },
  linkDays: { hide: true },
  scheduleLanguage: { hide: true },
  scheduleStatus: { width: 100, first: true },
  ownerId: { width: 160 },
  nextRunAt: { width: 180, first: true },
  lastRunAt: { width: 180 },
  lastRunState: {
    width: 110,
    render: (row, text) => (row['lastRunState'] ? <Tag kind={kindOf(row['lastRunState'])}>{text}</Tag> : text),
  },
  scheduleDescription: { width: 220, hide: true },
}

const filters = ['scheduleName', 'rhythm', 'scheduleStatus', 'lastRunState']
const folded = {
  label: 'schedule.more',
  names: ['mailTo', 'linkDays', 'offsetDays', 'scheduleLanguage', 'scheduleDescription'],
} as const

/** A report is a built-in one or a template: once one is chosen the other is not asked for. Points are asked for where the report is made of some, and parameters where it may have some. */
const shows: ResourceFormProps['shows'] = (name, { reportCode, templateId }) => {
  if (name === 'pointId') return takesPoints(reportCode)
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  if (name === 'reportParams') return isGiven(templateId) || WITH_PARAMETERS.includes(String(reportCode))
  if (name === 'templateId') return !isGiven(reportCode) || isGiven(templateId)
  return name !== 'reportCode' || !isGiven(templateId) || isGiven(reportCode)
}

export default function ReportSchedulesPage() {
  const t = useT()
  const queries = useQueryClient()
  const scheduleLanguage = useLanguage()
  const [shown, setShown] = useState<ResourceRow>()

  async function run(row: ResourceRow): Promise<void> {
    const isSure = await confirm({
      title: t('schedule.run-title'),
      text: t('schedule.run-text', { owner: String(row['ownerIdCn'] ?? '—') }),
      ok: t('schedule.run-now'),
      cancel: t('common.cancel'),
    })
    if (!isSure) return
    try {
      await ask(runReportSchedule, { id: row.id })
      toast.success(t('schedule.run-begun'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, reportSchedules)
  }

  return (
    <>
      <ResourcePage
        of={reportSchedules}
        form={ScheduleForm}
        columns={columns}
        filters={filters}
        folded={folded}
        shows={shows}
        empty={t('schedule.empty')}
        defaults={{ rhythm: 'day', runAt: '06:30', issues: '0', scheduleFormats: 'pdf', scheduleStatus: '1', scheduleLanguage }}
        rowActions={(row, may) => [
          ...(may('runs') ? [{ key: 'runs', label: t('schedule.runs'), main: true, run: () => setShown(row), preload: Runs.preload }] : []),
          ...(may('start') ? [{ key: 'start', label: t('schedule.run-now'), run: () => void run(row) }] : []),
        ]}
      />
      {shown && (
        <Suspense fallback={null}>
          <Runs key={shown.id} id={shown.id} name={String(shown['scheduleName'] ?? '')} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
