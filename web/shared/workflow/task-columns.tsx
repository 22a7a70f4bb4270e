/** How lists of tasks show them. */
import { TASK_OUTCOMES, TASK_STATES } from '../../../model/workflow/process-tasks.ts'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'
import { StatusOfTask } from './task-tag.tsx'

export const taskColumns: ColumnSetups = {
  name: { width: 150, first: true },
  taskState: {
    width: 150,
    first: true,
    render: (row, text) => {
      const state = TASK_STATES.find((one) => one === row['taskState'])
      return state ? <StatusOfTask of={state} outcome={TASK_OUTCOMES.find((one) => one === row['outcome']) ?? null} /> : text
    },
  },
  assigneeId: { width: 160, first: true },
  processInstanceName: { width: 200, first: true },
  createTime: { width: 170, first: true },
  processDefinitionName: { width: 160 },
  businessNumber: { width: 170, isFirm: true },
  ownerId: { isRare: true },
  delegationState: { isRare: true },
  outcome: { hide: true },
  description: { isRare: true },
  rangeStart: { isRare: true },
  rangeEnd: { isRare: true },
  processInstanceId: { hide: true },
  deleteReason: { isRare: true },
}
