/** The standard form, which says whose rights the reports are made with from then on. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import './form.css'

export default function ScheduleForm(props: ResourceFormProps) {
  const t = useT()
  return <ResourceForm {...props} beneath={<p className="whole-row schedule-owner">{t('schedule.becomes-owner')}</p>} />
}
