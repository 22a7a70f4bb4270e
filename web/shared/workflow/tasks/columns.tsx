/** How lists of one's own tasks show them. */
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import { StatusTag } from '../status-tag.tsx'
import './tasks.css'

/** Above it a task is more urgent than others: what a model that says nothing gives them is 50. */
const URGENT = 70

/** Whether it should have been done by now, by the tenant's clock. */
export const isLate = ({ dueTime, taskState }: PersonalTask): boolean =>
  taskState === 'open' && dueTime !== null && dueTime < secondOf(Date.now())

/** What stands beside the name of a task: that it is late, urgent, delegated, and by whom or to whom. */
export function marksOf(task: PersonalTask, t: Translate): { readonly kind: 'urgent' | 'notice' | 'info'; readonly text: string }[] {
  const { priority, delegationState, assignee, owner, taskState } = task
  return [
    ...(isLate(task) ? [{ kind: 'urgent' as const, text: t('my-task.overdue') }] : []),
    ...(priority > URGENT && taskState === 'open' ? [{ kind: 'notice' as const, text: t('my-task.urgent') }] : []),
    ...(delegationState === 'PENDING'
      ? [{ kind: 'info' as const, text: t('my-task.delegated-by', { name: owner ?? t('my-task.somebody') }) }]
      : []),
    ...(delegationState === 'RESOLVED' && taskState === 'open' && assignee !== null
      ? [{ kind: 'info' as const, text: t('my-task.delegated-back') }]
      : []),
  ]
}

export function TaskMarks({ of, t }: { of: PersonalTask; t: Translate }) {
  return marksOf(of, t).map(({ kind, text }) => (
    <Tag key={text} kind={kind}>
      {text}
    </Tag>
  ))
}

/** How the columns of a list of tasks look, in their order; `name` opens the task. */
export const taskColumnsOf = (t: Translate, open: (task: PersonalTask) => void): ColumnSetups<PersonalTask> => ({
  name: {
    width: 220,
    render: (task) => (
      <span className="task-name">
        <button type="button" className="task-open" onClick={() => open(task)}>
          {task.name || t('field.process-tasks.name')}
        </button>
        <TaskMarks of={task} t={t} />
      </span>
    ),
  },
  outcome: {
    width: 100,
    render: ({ outcome }, text) =>
      outcome && <Tag kind={outcome === 'rejected' ? 'urgent' : outcome === 'approved' ? 'good' : 'quiet'}>{text}</Tag>,
  },
  processInstanceName: { width: 220 },
  processStatus: { width: 120, render: ({ processStatus }) => processStatus && <StatusTag of={processStatus} /> },
  starter: { width: 160 },
  description: { width: 200 },
  businessNumber: { width: 160, isFirm: true },
})
