/** The standard form, with points to choose for reports that take some; it says whose rights the reports are made with from then on. */
import { MAX_REPORT_POINTS } from '../../../../model/reports/built-in/asked.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import { PointsField } from '../../../shared/acquisition/choose-points/points-field.tsx'
import './form.css'

export default function ScheduleForm(props: ResourceFormProps) {
  const t = useT()
  const controls = { ...props.controls, pointId: <PointsField most={MAX_REPORT_POINTS} none={t('reports.all-points')} /> }
  return <ResourceForm {...props} controls={controls} beneath={<p className="whole-row schedule-owner">{t('schedule.becomes-owner')}</p>} />
}
