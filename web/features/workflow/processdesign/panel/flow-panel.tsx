/** When a flow is gone along: by a condition, always, or where no other is. */
import { Checkbox } from 'antd'
import { bodyAt, elementAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { expressionOf } from '../modeler/changes.ts'
import { ConditionLine } from './written-input.tsx'

/** Of these one or some of several flows are gone along. */
const CHOOSING = /^bpmn:(ExclusiveGateway|InclusiveGateway|.*Task|CallActivity|SubProcess)$/

export function FlowPanel({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  const source = elementAt(element.businessObject, 'sourceRef')
  const from = drawing.elements.get(source?.id ?? '')
  if (!source || !from || !CHOOSING.test(source.$type)) return <p className="form-quiet">{t('process-design.flow-always')}</p>
  const isDefault = elementAt(source, 'default') === element.businessObject
  return (
    <Section title={t('process-design.condition')}>
      <Checkbox
        className="form-tick"
        checked={isDefault}
        onChange={({ target }) =>
          drawing.together(() => {
            drawing.modeling.updateProperties(from, { default: target.checked ? element.businessObject : undefined })
            if (target.checked) drawing.modeling.updateProperties(element, { conditionExpression: undefined })
          })
        }
      >
        {t('process-design.flow-otherwise')}
      </Checkbox>
      {!isDefault && (
        <ConditionLine
          label={t('process-design.condition')}
          value={bodyAt(element.businessObject, 'conditionExpression') ?? ''}
          onKeep={(text) => drawing.modeling.updateProperties(element, { conditionExpression: expressionOf(drawing, text) })}
        />
      )}
    </Section>
  )
}
