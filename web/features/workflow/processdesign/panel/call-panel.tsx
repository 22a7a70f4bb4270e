/** Which process is called, in which version, and what is handed there and back. */
import { Select } from 'antd'
import { callSettings } from '../../../../../model/workflow/settings.ts'
import type { CallSettings } from '../../../../../model/workflow/settings.ts'
import { textAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { changeSettings } from '../modeler/changes.ts'
import { readSettings } from '../modeler/settings.ts'
import { Assignments } from './assignments.tsx'
import { WholeNumber } from './whole-number.tsx'

export function CallPanel({ element }: { element: DiagramElement }) {
  const t = useT()
  const drawing = useDrawn()
  const settings = readSettings(element.businessObject, callSettings) ?? callSettings.parse({})
  const change = (values: Partial<CallSettings>) => void changeSettings(drawing, element, element.businessObject, callSettings, values)
  return (
    <Section title={t('process-elements.call-activity')}>
      <Line label={t('process-design.process-key')}>
        {(id) => (
          <KeptInput
            id={id}
            value={textAt(element.businessObject, 'calledElement') ?? ''}
            maxLength={64}
            onKeep={(key) => {
              drawing.modeling.updateProperties(element, { calledElement: key === '' ? undefined : key })
              return true
            }}
          />
        )}
      </Line>
      <Line label={t('process-design.version')}>
        {(id) => (
          <Select
            id={id}
            value={settings.version === 'latest' ? 'latest' : 'fixed'}
            options={(['latest', 'fixed'] as const).map((one) => ({ value: one, label: t(`process-design.version-${one}`) }))}
            onChange={(next) => change({ version: next === 'latest' ? 'latest' : 1 })}
          />
        )}
      </Line>
      {settings.version !== 'latest' && (
        <WholeNumber
          label={t('process-design.version-fixed')}
          min={1}
          value={settings.version}
          onChange={(version) => version !== null && change({ version })}
        />
      )}
      <Assignments label={t('process-design.hand')} value={settings.hand} onKeep={(hand) => change({ hand })} />
      <Assignments label={t('process-design.back')} value={settings.back} onKeep={(back) => change({ back })} />
    </Section>
  )
}
