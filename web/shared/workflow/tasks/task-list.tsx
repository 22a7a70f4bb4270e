/** A list of one's own tasks: those that can be taken, those one has, those one has done. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PERSONAL_STATES, PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { exportPersonalTask, queryPersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { assignedTaskList, candidateTaskList, finishedTaskList } from '../../../../model/lists/personal.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import type { Action } from '../../../ui/toolbar.tsx'
import { PersonalList } from '../personal-list.tsx'
import { useShown } from './buttons.ts'
import { taskColumnsOf } from './columns.tsx'

const DETAILS = '/personaloa/mytaskdetails'
const LISTS = { candidate: candidateTaskList, assignee: assignedTaskList, finished: finishedTaskList } as const

interface TaskListProps {
  readonly status: (typeof PERSONAL_STATES)[number]
  readonly empty: LabelKey
  /** What stands on a card on a phone. */
  readonly fields: readonly string[]
  readonly actionsOf: (task: PersonalTask, open: () => void) => readonly RowAction[]
  /** Of the rows that are ticked; without it none can be. */
  readonly actions?: (chosen: readonly PersonalTask[], clear: () => void) => readonly Action[]
  /** What has to do with no row. */
  readonly tools?: readonly Action[]
}

export function TaskList({ status, empty, fields, actionsOf, actions, tools = [] }: TaskListProps) {
  const t = useT()
  const navigate = useNavigate()
  const of = LISTS[status]
  const shows = useShown(of.menu)
  const [ids, choose] = useState<ReadonlySet<string>>(new Set())
  const open = ({ id }: PersonalTask) => void navigate(`${DETAILS}?id=${id}`)

  return (
    <PersonalList<PersonalTask>
      of={of}
      ask={(query, options) => ask(queryPersonalTask, { taskStatus: status, ...query }, options)}
      file={(asked, options) => askFile(exportPersonalTask, { taskStatus: status, ...asked }, options)}
      shows={shows}
      columns={taskColumnsOf(t, open)}
      filters={['name', 'processDefinitionName', 'description']}
      card={{ title: 'name', status: status === 'finished' ? 'outcome' : undefined, fields }}
      nameOf={({ name, processInstanceName }) => [name, processInstanceName].filter(Boolean).join(' · ')}
      empty={t(empty)}
      actionsOf={(task) => actionsOf(task, () => open(task))}
      actions={(_rows, chosen) => [...(actions?.(chosen, () => choose(new Set())) ?? []), ...tools]}
      {...(actions ? { ticked: { ids, choose } } : {})}
    />
  )
}
