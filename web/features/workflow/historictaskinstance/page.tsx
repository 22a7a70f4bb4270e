/** All tasks there ever were; those that are over can be taken off the list. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { historicTasks } from '../../../../model/index.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { deleteRows } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { done } from '../../../shared/workflow/act.ts'
import { forgetProcesses, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { taskColumns } from '../../../shared/workflow/task-columns.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const filters = ['name', 'processDefinitionName', 'assigneeId', 'taskState']
const DETAILS = '/activiti/historictaskdetails'

const isOver = ({ taskState }: ResourceRow): boolean => taskState === 'done' || taskState === 'cancelled'

export default function HistoricTasksPage() {
  useProcessInvalidation()
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()

  async function remove(rows: readonly ResourceRow[]): Promise<void> {
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    if (!rows.every(isOver)) return toast.warning(t('process-list.task-not-over'))
    const isSure = await confirm({
      title: t('delete.title'),
      text: t('process-list.delete-past-tasks', { count: rows.length }),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!isSure) return
    const ids = rows.map(({ id }) => id)
    if (await done(() => deleteRows(historicTasks, ids), t('delete.done'))) await forgetProcesses(queries)
  }

  return (
    <ResourcePage
      of={historicTasks}
      columns={taskColumns}
      filters={filters}
      without={['add', 'update', 'delete']}
      empty={t('process-list.tasks-empty')}
      actions={(chosen, may) =>
        may('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(chosen) }] : []
      }
      rowActions={(row, may) => [
        ...(may('details')
          ? [{ key: 'details', label: t('button.details'), main: true, run: () => void navigate(`${DETAILS}?id=${row.id}`) }]
          : []),
        ...(may('delete') && isOver(row)
          ? [{ key: 'delete', label: t('button.delete'), danger: true, rare: true, run: () => void remove([row]) }]
          : []),
      ]}
    />
  )
}
