/** What a task does besides asking: it sends copies, and has services done at its moments. */
import type { TaskSettings } from '../../../../../model/workflow/settings.ts'
import { TASK_MOMENTS, taskListener } from '../../../../../model/workflow/settings.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Section } from '../../../../shared/panels/section.tsx'
import { Listeners } from './listeners.tsx'
import { PeopleRules } from './people-rules.tsx'

export interface PartProps {
  readonly settings: TaskSettings
  readonly change: (values: Partial<TaskSettings>) => void
  readonly at: string
}

export function Besides({ settings, change, at }: PartProps) {
  const t = useT()
  return (
    <>
      <Section title={t('process-design.copies')}>
        <PeopleRules
          label={t('process-design.copies-to')}
          at={at}
          value={settings.copies}
          onKeep={(copies) => change({ copies: copies.length > 0 ? [...copies] : undefined })}
        />
      </Section>
      <Section title={t('process-design.listeners')}>
        <Listeners
          at={at}
          moments={TASK_MOMENTS}
          schema={taskListener}
          value={settings.listeners}
          onKeep={(listeners) => change({ listeners })}
        />
      </Section>
    </>
  )
}
