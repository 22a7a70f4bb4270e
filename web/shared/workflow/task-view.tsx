/** One task with its instance: who has it or could have it, what was filled in, what was done, and where it stands on the diagram. */
import type { ReactNode } from 'react'
import type { TaskDetails } from '../../../model/contract/workflow/tasks.ts'
import type { ProcessTrack } from '../../../model/contract/workflow/instances.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Asked } from './asked.tsx'
import { Facts } from './facts.tsx'
import { Attachments } from './office/attachments.tsx'
import { Opinions } from './office/opinions.tsx'
import { RecordLines } from './record.tsx'
import { StatusOfTask } from './task-tag.tsx'
import { TrackView } from './track-view.tsx'
import { VariableLines } from './variable-lines.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import './workflow.css'

interface TaskViewProps {
  readonly of: TaskDetails
  readonly track: { readonly data: ProcessTrack | undefined; readonly error: unknown; readonly refetch: () => unknown }
  /** What can be done to it. */
  readonly children?: ReactNode
}

export function TaskView({ of: { task, candidates, variables, record, recordEarlier }, track, children }: TaskViewProps) {
  const t = useT()
  const range = [task.rangeStart, task.rangeEnd].filter(Boolean).join(' – ')
  return (
    <>
      <section className="resource-card">
        <header className="process-card-head">
          <h2>{task.name}</h2>
          {children}
        </header>
        <Facts
          of={[
            [t('field.process-tasks.taskState'), <StatusOfTask key="state" of={task.taskState} outcome={task.outcome} />],
            [t('field.process-tasks.assigneeId'), task.assignee],
            [t('field.process-tasks.ownerId'), task.owner],
            [t('field.process-tasks.delegationState'), task.delegationState && t(`choice.delegationState.${task.delegationState}`)],
            [
              t('process-list.candidates'),
              candidates.map(({ kind, name }) => t(`process-list.candidate-${kind}`, { name })).join(t('common.between')),
            ],
            [t('field.process-tasks.processInstanceName'), task.processInstanceName],
            [t('field.process-tasks.processDefinitionName'), task.processDefinitionName],
            [t('field.process-tasks.businessNumber'), task.businessNumber],
            [t('field.process-instances.starterId'), task.starter],
            [t('field.process-tasks.description'), task.description],
            [t('process-list.range'), range],
            [t('process-list.created'), task.createTime],
            [t('field.process-tasks.claimTime'), task.claimTime],
            [t('field.process-tasks.dueTime'), task.dueTime],
            [t('field.process-tasks.endTime'), task.endTime],
            [t('field.process-tasks.priority'), String(task.priority)],
          ]}
        />
      </section>
      <section className="resource-card">
        <Tabs
          items={[
            { key: 'record', label: t('process-list.record'), children: <RecordLines of={record} earlier={recordEarlier} /> },
            { key: 'variables', label: t('process-list.variables'), children: <VariableLines of={variables} /> },
            { key: 'opinions', label: t('process-beside.opinions'), children: <Opinions of={task.processInstanceId} /> },
            { key: 'attachments', label: t('process-beside.attachments'), children: <Attachments of={task.processInstanceId} /> },
            { key: 'track', label: t('process-list.diagram'), children: <Asked of={track}>{(data) => <TrackView of={data} />}</Asked> },
          ]}
        />
      </section>
    </>
  )
}
