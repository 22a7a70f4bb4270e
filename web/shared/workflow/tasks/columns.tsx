/** How lists of one's own tasks show them. */
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import { StatusTag } from '../status-tag.tsx'
import './tasks.css'

export type TaskColumn = Column<PersonalTask>

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

/** The columns of a list, in their order; `name` opens the task. */
export function taskColumnsOf(t: Translate, open: (task: PersonalTask) => void): Readonly<Record<TaskColumnName, TaskColumn>> {
  const text = (
    key: TaskColumnName,
    title: string,
    width: number,
    of: (task: PersonalTask) => string | null,
    more: Partial<TaskColumn> = {},
  ) => ({
    key,
    title,
    width,
    text: (task: PersonalTask) => of(task) ?? '',
    render: (task: PersonalTask) => of(task) ?? '',
    ...more,
  })
  return {
    name: text('name', t('field.process-tasks.name'), 220, ({ name }) => name, {
      render: (task) => (
        <span className="task-name">
          <button type="button" className="task-open" onClick={() => open(task)}>
            {task.name || t('field.process-tasks.name')}
          </button>
          <TaskMarks of={task} t={t} />
        </span>
      ),
    }),
    instance: text('instance', t('field.process-tasks.processInstanceName'), 220, ({ processInstanceName }) => processInstanceName),
    definition: text(
      'definition',
      t('field.process-tasks.processDefinitionName'),
      150,
      ({ processDefinitionName }) => processDefinitionName,
    ),
    number: text('number', t('field.process-tasks.businessNumber'), 160, ({ businessNumber }) => businessNumber, { isFirm: true }),
    starter: text('starter', t('field.process-instances.starterId'), 110, ({ starter }) => starter),
    description: text('description', t('field.process-tasks.description'), 200, ({ description }) => description),
    created: text('created', t('process-list.created'), 170, ({ createTime }) => createTime, { isFirm: true }),
    due: text('due', t('field.process-tasks.dueTime'), 170, ({ dueTime }) => dueTime, { isFirm: true }),
    ended: text('ended', t('my-task.period-done'), 170, ({ endTime }) => endTime, { isFirm: true }),
    outcome: text('outcome', t('field.process-tasks.outcome'), 100, ({ outcome }) => outcome && t(`choice.outcome.${outcome}`), {
      render: ({ outcome }) =>
        outcome && (
          <Tag kind={outcome === 'rejected' ? 'urgent' : outcome === 'approved' ? 'good' : 'quiet'}>{t(`choice.outcome.${outcome}`)}</Tag>
        ),
    }),
    status: text(
      'status',
      t('field.process-instances.processStatus'),
      120,
      ({ processStatus }) => processStatus && t(`choice.processStatus.${processStatus}`),
      {
        render: ({ processStatus }) => processStatus && <StatusTag of={processStatus} />,
      },
    ),
  }
}

export type TaskColumnName =
  'name' | 'instance' | 'definition' | 'number' | 'starter' | 'description' | 'created' | 'due' | 'ended' | 'outcome' | 'status'
