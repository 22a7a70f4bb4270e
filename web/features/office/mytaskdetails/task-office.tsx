/** A task as whoever it concerns works on it: form, record, diagram, approvers and copies, and the acts below. */
import { Suspense, useState } from 'react'
import type { PersonalTaskDetails, Signer } from '../../../../model/contract/workflow/office.ts'
import { faultsOfAnswer } from '../../../../model/devtool/entry-faults.ts'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import type { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ActTask, DialogAct } from '../../../shared/workflow/tasks/acts.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { useUploads } from '../../../ui/uploads.ts'
import { ActBar } from './act-bar.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskForm } from './task-form.tsx'
import { TaskTabs } from './task-tabs.tsx'
import { useNextTask } from './use-next-task.ts'
import { useTaskDraft } from './use-task-draft.ts'

const ActDialog = lazyWithPreload(() => import('../../../shared/workflow/tasks/act-dialog.tsx'))

/** Acts after which somebody looks for the next task. */
const LEAVES: ReadonlySet<DialogAct> = new Set([
  'complete',
  'reject',
  'abstain',
  'resolve',
  'delegate',
  'transfer',
  'regress',
  'return',
  'terminate',
])

/** Acts with which what was filled in goes along. */
const FILLS: ReadonlySet<DialogAct> = new Set(['complete', 'reject', 'resolve'])

interface OpenedAct {
  readonly act: DialogAct
  readonly task: ActTask
  readonly about?: string
  readonly formData?: EntryData
}

export function TaskOffice({ of }: { of: PersonalTaskDetails }) {
  const t = useT()
  const { task } = of
  const uploads = useUploads()
  const draft = useTaskDraft(of)
  const offerNext = useNextTask(task.id)
  const [wanted, setWanted] = useState<OpenedAct>()

  function want(act: DialogAct): void {
    if (!FILLS.has(act) || !of.form) return setWanted({ act, task })
    if (uploads.isUnderWay()) return toast.warning(t('upload.wait'))
    const formData = draft.readyToSend(act === 'complete')
    if (formData) setWanted({ act, task, formData })
  }

  function removeSigner({ taskId, person }: Signer): void {
    const about = person ?? t('my-task.somebody')
    setWanted({ act: 'remove-signer', task: { ...task, id: taskId }, about })
  }

  function refused({ errors }: ApiError): void {
    const faults = faultsOfAnswer(errors)
    if (faults.length === 0) return
    draft.showFaults(faults)
    setWanted(undefined)
  }

  function finished(act: DialogAct, message: string): void {
    if (!LEAVES.has(act)) return toast.success(message)
    draft.forget()
    void offerNext(message)
  }

  return (
    <>
      <TaskFacts of={of} />
      {of.form && <TaskForm of={of.form} taskId={task.id} draft={draft} uploads={uploads} isWritten={draft.isKept} />}
      <TaskTabs of={of} onRemoveSigner={removeSigner} />
      <ActBar of={of} onAct={want} onNear={() => void ActDialog.preload()} draft={draft} />
      <Suspense fallback={null}>
        {wanted && (
          <ActDialog
            key={`${wanted.act} ${wanted.task.id}`}
            {...wanted}
            pick={of.pick}
            {...(wanted.act === 'remove-signer' ? {} : { comment: draft.comment, onComment: draft.onComment })}
            onDone={(message) => finished(wanted.act, message)}
            onRefused={refused}
            onClose={() => setWanted(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
