/** The form of the process, with the fields that its node and one's roles let one see and write. */
import { useMemo } from 'react'
import type { FilledForm } from '../../../../model/contract/workflow/office.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { processSources } from '../../../shared/forms/session-sources.ts'
import type { Uploads } from '../../../ui/uploads.ts'
import { UploadsOf } from '../../../ui/uploads.ts'
import type { TaskDraft } from './use-task-draft.ts'

interface TaskFormProps {
  readonly of: FilledForm
  readonly taskId: string
  readonly draft: TaskDraft
  readonly uploads: Uploads
  readonly isWritten: boolean
}

export function TaskForm({ of, taskId, draft, uploads, isWritten }: TaskFormProps) {
  const t = useT()
  const language = useLanguage()
  const sources = useMemo(() => processSources({ taskId }, of.names), [taskId, of.names])
  const shown = { definition: of.definition, language, zone: of.zone, sources }
  return (
    <section className="resource-card" aria-label={t('my-task.form')}>
      <header className="process-card-head">
        <h2>{of.formDescription}</h2>
      </header>
      {isWritten && of.writable.length > 0 ? (
        <UploadsOf value={uploads}>
          <FormView
            {...shown}
            before={of.data}
            data={draft.data}
            onChange={draft.onData}
            mayWrite={draft.mayWrite}
            isDraft={draft.isDraft}
            faults={draft.faults}
            showsAllFaults={draft.attempts > 0}
            attempts={draft.attempts}
          />
        </UploadsOf>
      ) : (
        <FormView {...shown} data={of.data} />
      )}
    </section>
  )
}
