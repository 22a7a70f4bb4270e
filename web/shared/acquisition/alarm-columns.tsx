import { messageOf } from './alarm-message.ts'
import { PriorityTag, StateTag } from './alarm-tags.tsx'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'
import type { Language } from '../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'

const withUnit = (row: ResourceRow, value: unknown) =>
  typeof value === 'number' ? `${Number(value.toPrecision(8))}${row['unit'] ? ` ${String(row['unit'])}` : ''}` : ''

/** How alarms are shown in a table, wherever that stands. */
export const alarmColumns = (language: Language): ColumnSetups => ({
  alarmPriority: { width: 112, render: (row, text) => <PriorityTag priority={row['alarmPriority']}>{text}</PriorityTag> },
  alarmState: { width: 208, render: (row, text) => <StateTag state={row['alarmState']}>{text}</StateTag> },
  isCurrent: { hide: true },
  ruleName: { width: 230, text: (row) => messageOf(row, language) },
  siteId: { width: 150 },
  deviceId: { width: 145 },
  pointName: { width: 130 },
  raisedAt: { width: 165 },
  alarmLimit: { width: 110, text: (row) => withUnit(row, row['alarmLimit']) },
  alarmValue: { width: 110, text: (row) => withUnit(row, row['alarmValue']) },
  unit: { hide: true },
  messageZh: { hide: true },
  messageTw: { hide: true },
  messageEn: { hide: true },
  urgency: { hide: true },
  createTime: { hide: true },
})
