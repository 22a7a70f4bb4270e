import type { PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Facts } from '../../../shared/workflow/facts.tsx'
import { StatusTag } from '../../../shared/workflow/status-tag.tsx'
import { StatusOfTask } from '../../../shared/workflow/task-tag.tsx'
import { TaskMarks } from '../../../shared/workflow/tasks/columns.tsx'

/** What a task is, whose, and of which process. */
export function TaskFacts({ of: { task, track } }: { of: PersonalTaskDetails }) {
  const t = useT()
  const range = [task.rangeStart, task.rangeEnd].filter(Boolean).join(' – ')
  return (
    <section className="resource-card">
      <header className="process-card-head">
        <h2 className="task-name">
          {task.name} <TaskMarks of={task} t={t} />
        </h2>
        <StatusOfTask of={task.taskState} outcome={task.outcome} />
      </header>
      <Facts
        of={[
          [t('field.process-tasks.processInstanceName'), task.processInstanceName],
          [t('field.process-tasks.processDefinitionName'), task.processDefinitionName],
          [t('field.process-tasks.businessNumber'), task.businessNumber],
          [t('field.process-instances.processStatus'), track.processStatus && <StatusTag key="status" of={track.processStatus} />],
          [t('field.process-instances.starterId'), task.starter],
          [t('field.process-tasks.description'), task.description],
          [t('process-list.range'), range],
          [t('field.process-tasks.assigneeId'), task.assignee],
          [t('field.process-tasks.ownerId'), task.owner],
          [t('process-list.created'), task.createTime],
          [t('field.process-tasks.claimTime'), task.claimTime],
          [t('field.process-tasks.dueTime'), task.dueTime],
          [t('field.process-tasks.endTime'), task.endTime],
          [t('field.process-tasks.priority'), String(task.priority)],
        ]}
      />
    </section>
  )
}
