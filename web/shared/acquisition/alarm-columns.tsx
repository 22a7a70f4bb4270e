import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AlarmKind } from '../../../model/acquisition/alarm-rules.ts'
import { alarmLimitText, valueWithUnit } from '../../../model/acquisition/point-display.ts'
import { messageOf } from './alarm-message.ts'
import { PriorityTag, StateTag } from './alarm-tags.tsx'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'
import type { Language } from '../../kernel/i18n/i18n.ts'
import { localeOf } from '../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import { momentOfText, shortOf } from '../../ui/clock.ts'
import { displayOf } from './figures.ts'

/** The value of a row as its point says, and nothing where there is none. */
const valueOf = (language: Language) => (row: ResourceRow) =>
  typeof row['alarmValue'] === 'number' ? valueWithUnit(row['alarmValue'], displayOf(row), localeOf[language]) : ''

/** The same of its limit. */
const limitOf = (language: Language) => (row: ResourceRow) =>
  typeof row['alarmLimit'] === 'number'
    ? alarmLimitText(row['alarmLimit'], row['alarmKind'] as AlarmKind | undefined, displayOf(row), localeOf[language])
    : ''

const DEVICE = '/acquisition/device'
const TRENDS = '/acquisition/trends'
/** Before and after the alarm. */
const HOUR_MS = 3_600_000

/** Leads where the reader has a page. */
function linked(pages: ReadonlySet<string>, path: string, query: Readonly<Record<string, unknown>> | undefined, text: string): ReactNode {
  if (!pages.has(path) || !query || text === '') return text
  return (
    <Link to={`${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`}>
      {text}
    </Link>
  )
}

function aroundAlarm(row: ResourceRow): Record<string, unknown> | undefined {
  const raised = momentOfText(String(row['raisedAt'] ?? ''))
  if (!row['pointId'] || raised === undefined) return undefined
  return { points: row['pointId'], from: raised - HOUR_MS, to: raised + HOUR_MS }
}

/** How alarms are shown in a table, wherever that stands. @param pages Paths of the pages that the reader has */
export const alarmColumns = (language: Language, pages: ReadonlySet<string>): ColumnSetups => ({
  alarmPriority: {
    width: 100,
    first: true,
    render: (row, text) => <PriorityTag priority={row['alarmPriority']}>{text}</PriorityTag>,
  },
  alarmState: {
    width: language === 'en' ? 225 : 150,
    first: true,
    render: (row, text) => <StateTag state={row['alarmState']}>{text}</StateTag>,
  },
  // The whole time stands in the title of the cell.
  raisedAt: {
    width: 118,
    first: true,
    render: (_row, text) => {
      const raised = momentOfText(text)
      return <time>{raised === undefined ? text : shortOf(raised)}</time>
    },
  },
  ruleName: { width: 220, first: true, text: (row) => messageOf(row, language) },
  deviceId: {
    width: 140,
    first: true,
    render: (row, text) => linked(pages, DEVICE, row['deviceId'] ? { id: row['deviceId'] } : undefined, text),
  },
  pointName: { width: 130, first: true, render: (row, text) => linked(pages, TRENDS, aroundAlarm(row), text) },
  alarmValue: { width: 100, first: true, text: valueOf(language) },
  isCurrent: { hide: true },
  hasOrder: { hide: true },
  raisedDuring: { hide: true },
  goneDuring: { hide: true },
  category: { hide: true },
  siteId: { width: 150 },
  pointId: { hide: true },
  alarmLimit: { width: 110, text: limitOf(language) },
  unit: { hide: true },
  displayUnit: { hide: true },
  decimals: { hide: true },
  stateTexts: { hide: true },
  messageZh: { hide: true },
  messageTw: { hide: true },
  messageEn: { hide: true },
  urgency: { hide: true },
  createTime: { hide: true },
})
