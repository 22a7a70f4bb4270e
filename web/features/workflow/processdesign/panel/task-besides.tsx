/** What a task does besides asking: it sends copies, and has services done at its moments. */
import type { TaskSettings } from '../../../../../model/workflow/settings.ts'
import { TASK_MOMENTS, taskListener } from '../../../../../model/workflow/settings.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Section } from '../../../../shared/panels/section.tsx'
import { Listeners } from './listeners.tsx'
import { PeopleRules } from './people-rules.tsx'

export interface PartProps {
  readonly said: TaskSettings
  readonly say: (values: Partial<TaskSettings>) => void
  readonly at: string
}

export function Besides({ said, say, at }: PartProps) {
  const t = useT()
  return (
    <>
      <Section title={t('process-design.copies')}>
        <PeopleRules
          label={t('process-design.copies-to')}
          at={at}
          value={said.copies}
          onKeep={(copies) => say({ copies: copies.length > 0 ? [...copies] : undefined })}
        />
      </Section>
      <Section title={t('process-design.listeners')}>
        <Listeners at={at} moments={TASK_MOMENTS} schema={taskListener} value={said.listeners} onKeep={(listeners) => say({ listeners })} />
      </Section>
    </>
  )
}
