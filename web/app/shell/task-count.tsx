/** At an entry of the menu, and at the group it stands in while that is folded: how many tasks wait there. */
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { MenuRoute } from '../../kernel/navigation/menu-routes.ts'
import type { TaskCounts } from '../../../model/contract/workflow/task-count.ts'
import { MANY_TASKS } from '../../../model/contract/workflow/task-count.ts'
import { taskCount } from '../../shared/workflow/task-count.ts'

type Counted = keyof TaskCounts

const COUNTED: Readonly<Record<string, readonly Counted[]>> = {
  '/personaloa/candidatetask': ['candidate'],
  '/personaloa/assigneetask': ['assignee', 'consulted'],
}

/** What of the count belongs to an entry or to all below it. */
export const countsOf = (route: MenuRoute): readonly Counted[] =>
  route.kind === 'group' ? route.children.flatMap(countsOf) : (COUNTED[route.path] ?? [])

export function TaskCount({ of }: { of: ReturnType<typeof countsOf> }) {
  const t = useT()
  const { data } = useQuery(taskCount)
  const count = data ? of.reduce((sum, one) => sum + data[one], 0) : 0
  if (count === 0) return null
  const shown = count >= MANY_TASKS ? `${MANY_TASKS - 1}+` : count
  return (
    <span className="header-count menu-count">
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t('my-task.waiting', { count: shown })}</span>
    </span>
  )
}
