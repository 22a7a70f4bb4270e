/** A report to look at: on a phone, and for whoever may not change it. */
import { Alert } from 'antd'
import type { ReportDesign } from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import Preview from './preview.tsx'

export default function Reading({ report, why }: { report: ReportDesign; why: 'phone' | 'rights' }) {
  const t = useT()
  const { authority } = useSession()
  return (
    <article className="report-reading">
      <h1>{report.templateName}</h1>
      <Alert type="info" showIcon title={t(`report-design.reading-${why}`)} />
      {mayUse('preview', reportTemplates.menu, report.mayPreview ? ['preview'] : [], authority.menuButton) && (
        <Preview id={report.id} content={report.content} withheld={report.withheldParameters ?? []} faults={report.faults} />
      )}
    </article>
  )
}
