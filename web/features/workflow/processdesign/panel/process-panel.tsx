/** What is said of the process as a whole. */
import { Input } from 'antd'
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import type { ProcessSettings } from '../../../../../model/workflow/settings.ts'
import { PROCESS_MOMENTS, processListener, processSettings } from '../../../../../model/workflow/settings.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { Section } from '../../../../shared/panels/section.tsx'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { changeSettings } from '../modeler/changes.ts'
import { readSettings } from '../modeler/settings.ts'
import { Listeners } from './listeners.tsx'
import { PeopleRules } from './people-rules.tsx'
import { ValueLine } from './written-input.tsx'

export function ProcessPanel({ element, of }: { element: DiagramElement; of: Element }) {
  const t = useT()
  const drawing = useDrawn()
  const settings = readSettings(of, processSettings) ?? processSettings.parse({})
  const change = (values: Partial<ProcessSettings>) => changeSettings(drawing, element, of, processSettings, values)
  return (
    <Section title={t('process-elements.process')}>
      <Line label={t('process-design.process-key')}>{(id) => <Input id={id} readOnly value={of.id ?? ''} />}</Line>
      <PeopleRules
        label={t('process-design.managers')}
        at={element.id}
        value={settings.managers}
        onKeep={(managers) => void change({ managers: [...managers] })}
      />
      <Listeners
        at={element.id}
        moments={PROCESS_MOMENTS}
        schema={processListener}
        value={settings.listeners}
        onKeep={(listeners) => void change({ listeners })}
      />
      <ValueLine
        label={t('process-design.title')}
        value={settings.title ?? ''}
        onKeep={(title) => void change({ title: title === '' ? undefined : title })}
      />
      <Line label={t('process-design.number-prefix')}>
        {(id) => (
          <KeptInput
            id={id}
            value={settings.numberPrefix ?? ''}
            maxLength={20}
            onKeep={(prefix) => change({ numberPrefix: prefix === '' ? undefined : prefix })}
          />
        )}
      </Line>
    </Section>
  )
}
