import { historicProcessInstances, historicTasks } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { queryHistoricTrack } from '../shared/track.ts'
import { queryHistoricTaskDetails } from '../shared/task-details.ts'
import { exportHistoricInstance } from './export.ts'
import { queryHistoricProcessInstance } from './instances.ts'
import { queryHistoricActivityInstance, queryHistoricDetail, queryHistoricVariableInstance } from './record.ts'
import { olderTask } from '../shared/older-rows.ts'
import { historicTaskWrites } from '../shared/hidden-tasks.ts'
import { historicWrites } from '../shared/removed-instances.ts'

export const historyFeature: Feature = {
  tag: 'processes',
  routes: [
    queryHistoricProcessInstance,
    ...exportsOf(historicProcessInstances),
    { ...remove(historicWrites), olderNames: { processInstanceId: 'id' } },
    queryHistoricTrack,
    queryHistoricActivityInstance,
    queryHistoricDetail,
    queryHistoricVariableInstance,
    exportHistoricInstance,
    { ...list(historicTasks), olderNames: { taskName: 'name', assignee: 'assigneeId' }, olderRow: olderTask },
    ...exportsOf(historicTasks),
    remove(historicTaskWrites),
    queryHistoricTaskDetails,
  ],
}
