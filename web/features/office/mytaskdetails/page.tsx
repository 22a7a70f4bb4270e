/** One of my tasks, or one of a process of mine: what it is about, what was filled in and said, and all that I can do with it. */
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { taskDetailsOf } from '../../../shared/workflow/tasks/task-details.ts'
import { TaskOffice } from './task-office.tsx'

export default function MyTaskDetailsPage() {
  return (
    <PageOfOne title="menu.mytaskdetails" list={{ path: '/personaloa/assigneetask', name: 'menu.assigneetask' }}>
      {(id) => <Task key={id} id={id} />}
    </PageOfOne>
  )
}

function Task({ id }: { id: string }) {
  useProcessInvalidation()
  const details = useQuery(taskDetailsOf(id))
  return <Asked of={details}>{(data) => <TaskOffice of={data} />}</Asked>
}
