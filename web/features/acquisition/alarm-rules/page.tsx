/** When a value is an alarm, and how urgent it is then. */
import { lazy } from 'react'
import { fieldsOfKind } from '../../../../model/acquisition/alarm-rules.ts'
import { alarmRules } from '../../../../model/index.ts'
import { PriorityTag } from '../../../shared/acquisition/alarm-tags.tsx'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const columns: ColumnSetups = {
  ruleName: { width: 220, first: true },
  deviceId: { width: 140 },
  pointKey: { width: 130 },
  watchedPoints: {
    width: 150,
    render: (row, text) => (row['watchedPoints'] === 0 ? <NoPoint /> : text),
  },
  isWatching: { hide: true },
  alarmKind: { width: 140 },
  alarmPriority: { width: 110, render: (row, text) => <PriorityTag priority={row['alarmPriority']}>{text}</PriorityTag> },
  ruleStatus: { width: 105 },
  silentSeconds: { width: 130 },
  onDelay: { width: 120 },
  offDelay: { width: 120 },
  messageZh: { hide: true },
  messageTw: { hide: true },
  messageEn: { hide: true },
  processKey: { width: 150 },
  processAfter: { hide: true },
  processQuiet: { hide: true },
  processReturns: { hide: true },
  opensOrder: { hide: true },
  processVariables: { hide: true },
  ruleDescription: { width: 260 },
}

/** A rule without a point is silent for ever, and nobody would hear of it. */
function NoPoint() {
  const t = useT()
  return <Tag kind="urgent">{t('alarm-rules.no-point')}</Tag>
}

const PointPicker = lazyWithPreload(() => import('./point-picker.tsx'))
const ProcessPicker = lazyWithPreload(() => import('./process-picker.tsx'))
const ProcessVariables = lazyWithPreload(() => import('./process-variables.tsx'))
const RuleForm = lazy(() => import('./form.tsx'))
const controls = { pointKey: <PointPicker />, processKey: <ProcessPicker />, processVariables: <ProcessVariables /> }

const BY_KIND: readonly string[] = ['alarmLimit', 'alarmDeadband', 'silentSeconds']
const OF_PROCESS: readonly string[] = ['processAfter', 'processQuiet', 'processReturns', 'processVariables']
/** Whoever does not see the condition, or the process, is asked for all. */
const shows: ResourceFormProps['shows'] = (name, { alarmKind, processKey }) =>
  OF_PROCESS.includes(name)
    ? processKey === undefined || (processKey !== null && processKey !== '')
    : !BY_KIND.includes(name) || alarmKind === undefined || (fieldsOfKind(alarmKind) as readonly string[]).includes(name)

const folded = { label: 'alarm-rules.messages', names: ['messageZh', 'messageTw', 'messageEn'] } as const

const filters = ['ruleName', 'deviceTypeId', 'deviceId', 'alarmPriority', 'isWatching']

const defaults = { alarmKind: 'high', alarmPriority: '3', ruleStatus: '1', onDelay: 0, offDelay: 0, processKey: '' }

export default function AlarmRulesPage() {
  return (
    <ResourcePage
      of={alarmRules}
      form={RuleForm}
      columns={columns}
      filters={filters}
      controls={controls}
      shows={shows}
      folded={folded}
      defaults={{ ...defaults, ...useNarrowedTo('deviceTypeId'), ...useNarrowedTo('deviceId') }}
    />
  )
}
