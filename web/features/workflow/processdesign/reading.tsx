/** A process to look at: on a phone, and for whoever may not change it. */
import { Alert } from 'antd'
import type { ProcessDesign } from '../../../../model/contract/workflow/models.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DiagramView } from '../../../shared/workflow/diagram-view.tsx'

export default function Reading({ model, why }: { model: ProcessDesign; why: 'phone' | 'rights' }) {
  const t = useT()
  return (
    <article className="process-reading">
      <h1>{model.name}</h1>
      <Alert type="info" showIcon title={t(`process-design.reading-${why}`)} />
      {model.xml === null ? <p>{t('process-design.nothing-drawn')}</p> : <DiagramView xml={model.xml} label={model.name} />}
    </article>
  )
}
