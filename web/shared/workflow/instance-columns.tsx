/** How lists of instances show them. */
import type { ProcessStatus } from '../../../model/workflow/process-instances.ts'
import { PROCESS_STATUSES } from '../../../model/workflow/process-instances.ts'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'
import { Tag } from '../../ui/tag.tsx'
import { StatusTag } from './status-tag.tsx'

const isStatus = (value: unknown): value is ProcessStatus => PROCESS_STATUSES.some((status) => status === value)

export const instanceColumns: ColumnSetups = {
  name: { width: 200, first: true },
  businessNumber: { width: 170, first: true, isFirm: true },
  processStatus: {
    width: 120,
    first: true,
    render: ({ processStatus }, text) => (isStatus(processStatus) ? <StatusTag of={processStatus} /> : text),
  },
  starterId: { width: 160, first: true },
  startTime: { width: 170, first: true },
  instanceState: {
    width: 110,
    render: ({ instanceState }, text) => <Tag kind={instanceState === 'suspended' ? 'notice' : 'plain'}>{text}</Tag>,
  },
  hasIncident: {
    width: 80,
    first: true,
    render: ({ hasIncident }, text) => (hasIncident === 1 ? <Tag kind="urgent">{text}</Tag> : text),
  },
  definitionKey: { isRare: true },
  definitionVersion: { width: 80 },
  description: { width: 200 },
  rangeStart: { isRare: true },
  rangeEnd: { isRare: true },
  endReason: { isRare: true },
  isHeld: { width: 100, isRare: true },
}
