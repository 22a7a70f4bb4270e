/** All tasks there ever were. */
import { useNavigate } from 'react-router'
import { historicTasks } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useProcessNews } from '../../../shared/workflow/queries.ts'
import { taskColumns } from '../../../shared/workflow/task-columns.tsx'

const filters = ['name', 'processDefinitionName', 'assigneeId', 'taskState']
const DETAILS = '/activiti/historictaskdetails'

export default function HistoricTasksPage() {
  useProcessNews()
  const t = useT()
  const navigate = useNavigate()
  return (
    <ResourcePage
      of={historicTasks}
      columns={taskColumns}
      filters={filters}
      without={['add', 'update', 'delete']}
      empty={t('process-list.tasks-empty')}
      rowActions={(row, may) =>
        may('details')
          ? [{ key: 'details', label: t('button.details'), main: true, run: () => void navigate(`${DETAILS}?id=${row.id}`) }]
          : []
      }
    />
  )
}
