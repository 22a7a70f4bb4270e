/** Tasks for those who manage them: the list of what is open, and one of them whole. Acts on them stand in ../tasks/. */
import { processTasks } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { olderTask } from '../shared/older-rows.ts'
import { queryTaskDetails } from '../shared/task-details.ts'
import { queryTaskComment } from './comments.ts'

export const taskListFeature: Feature = {
  tag: 'processes',
  routes: [
    { ...list(processTasks), olderNames: { taskName: 'name', assignee: 'assigneeId' }, olderRow: olderTask },
    ...exportsOf(processTasks),
    queryTaskDetails,
    queryTaskComment,
  ],
}
