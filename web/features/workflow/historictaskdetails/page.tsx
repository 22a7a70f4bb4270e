/** One task, over or not, with what became of its instance. */
import { useQuery } from '@tanstack/react-query'
import { queryHistoricTrack } from '../../../../model/contract/workflow/instances.ts'
import { queryHistoricTaskDetails } from '../../../../model/contract/workflow/tasks.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { TaskView } from '../../../shared/workflow/task-view.tsx'

export default function HistoricTaskDetailsPage() {
  return (
    <PageOfOne title="menu.historictaskdetails" list={{ path: '/activiti/historictaskinstance', name: 'menu.historictaskinstance' }}>
      {(id) => <Task key={id} id={id} />}
    </PageOfOne>
  )
}

function Task({ id }: { id: string }) {
  useProcessInvalidation()
  const details = useQuery({
    queryKey: [PROCESS_QUERIES, 'historic-task', id],
    queryFn: ({ signal }) => ask(queryHistoricTaskDetails, { taskId: id }, { signal, quiet: true }),
  })
  const instance = details.data?.task.processInstanceId ?? ''
  const track = useQuery({
    queryKey: [PROCESS_QUERIES, 'track', 'history', instance],
    queryFn: ({ signal }) => ask(queryHistoricTrack, { processInstanceId: instance }, { signal, quiet: true }),
    enabled: instance !== '',
  })
  return <Asked of={details}>{(data) => <TaskView of={data} track={track} />}</Asked>
}
