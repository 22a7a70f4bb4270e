/** When a value is an alarm, and how urgent it is then. */
import { alarmRules } from '../../../../model/index.ts'
import { PriorityTag } from '../../../shared/acquisition/alarm-tags.tsx'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { Tag } from '../../../ui/tag.tsx'

const columns: ColumnSetups = {
  ruleName: { width: 220, first: true },
  deviceId: { width: 140 },
  pointKey: { width: 130 },
  alarmKind: { width: 140 },
  alarmPriority: { width: 110, render: (row, text) => <PriorityTag priority={row['alarmPriority']}>{text}</PriorityTag> },
  ruleStatus: { width: 105, render: (row, text) => <Tag kind={Number(row['ruleStatus']) === 1 ? 'good' : 'quiet'}>{text}</Tag> },
  silentSeconds: { width: 130 },
  onDelay: { width: 120 },
  offDelay: { width: 120 },
  messageZh: { hide: true },
  messageTw: { hide: true },
  messageEn: { hide: true },
  ruleDescription: { width: 260 },
}

const filters = ['ruleName', 'deviceTypeId', 'deviceId', 'alarmPriority']

const defaults = { alarmKind: 'high', alarmPriority: '3', ruleStatus: '1', onDelay: 0, offDelay: 0 }

export default function AlarmRulesPage() {
  return (
    <ResourcePage
      of={alarmRules}
      columns={columns}
      filters={filters}
      defaults={{ ...defaults, ...useNarrowedTo('deviceTypeId'), ...useNarrowedTo('deviceId') }}
    />
  )
}
