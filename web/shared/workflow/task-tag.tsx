import type { TaskOutcome, TaskState } from '../../../model/workflow/process-tasks.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'

const STATES = { waiting: 'quiet', open: 'info', done: 'good', cancelled: 'quiet' } as const satisfies Readonly<Record<TaskState, string>>

/** How a task is, and how it ended where it is done. */
export function StatusOfTask({ of, outcome }: { of: TaskState; outcome: TaskOutcome | null }) {
  const t = useT()
  return (
    <>
      <Tag kind={STATES[of]}>{t(`choice.taskState.${of}`)}</Tag>{' '}
      {outcome && <Tag kind={outcome === 'rejected' ? 'urgent' : 'plain'}>{t(`choice.outcome.${outcome}`)}</Tag>}
    </>
  )
}
