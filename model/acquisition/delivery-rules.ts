import { integer, oneOf, reference, references, text } from '../fields.ts'
import { languages } from '../language.ts'
import { resource, ruleOver } from '../resource.ts'
import { ALARM_PRIORITIES } from './alarm-rules.ts'
import { CLOCK_TIME } from './clock-time.ts'

/** Minutes: a day. */
const MAX_WAIT = 1440

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Half a period is none. */
const quietRule = ruleOver(['quietFrom', 'quietTo'], ({ quietFrom, quietTo }) => {
  if (isGiven(quietFrom) === isGiven(quietTo)) return undefined
  return { field: isGiven(quietFrom) ? 'quietTo' : 'quietFrom', code: 'check.quiet-hours' }
})

const through = (table: string, to: string) => ({ table, from: 'rule_id', to })

/**
 * Of which alarms who is told, by what, and when. What names no site, project, type or shift is about all of them. A rule that waits is
 * a step of escalation: it delivers only what nobody has acknowledged by then, so several steps are several rules.
 */
export const deliveryRules = resource({
  name: 'delivery-rules',
  api: { base: '/acquisition/deliveryrule', noun: 'DeliveryRule' },
  table: 'delivery_rules',
  scope: 'tenant',
  ownedBy: { whole: 'devices' },
  menu: 'deliveryrules',
  title: 'deliveryName',
  order: ['createTime', 'descend'],
  unique: ['deliveryName'],
  rule: quietRule,
  fields: {
    deliveryName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    channelId: reference({ to: 'alarm-channels', show: 'channel_name', required: true, filter: 'equals' }),
    /** Alarms of this priority and of those above it. */
    leastPriority: oneOf({ of: ALARM_PRIORITIES, required: true, filter: 'equals', sort: true }),
    projectId: references({ to: 'projects', show: 'project_name', through: through('delivery_rule_projects', 'project_id') }),
    siteId: references({ to: 'sites', show: 'site_name', through: through('delivery_rule_sites', 'site_id'), filter: 'equals' }),
    deviceTypeId: references({ to: 'device-types', show: 'type_name', through: through('delivery_rule_types', 'device_type_id') }),
    /** Alarms that are raised while one of these is on. */
    shiftId: references({ to: 'duty-shifts', show: 'shift_name', through: through('delivery_rule_shifts', 'shift_id'), filter: 'equals' }),
    /** Minutes without an acknowledgement. */
    afterMinutes: integer({ min: 0, max: MAX_WAIT, sort: true }),
    userId: references({ to: 'users', show: 'username', through: through('delivery_rule_users', 'user_id'), filter: 'equals' }),
    deliveryRoleId: references({ to: 'roles', show: 'role_name', through: through('delivery_rule_roles', 'role_id') }),
    orgId: references({ to: 'organisations', show: 'org_name', through: through('delivery_rule_organisations', 'org_id') }),
    /** Whoever is on duty when it leaves. */
    onDuty: oneOf({ of: [1, 0] }),
    quietFrom: text({ max: 5, format: CLOCK_TIME }),
    quietTo: text({ max: 5, format: CLOCK_TIME }),
    /** Critical alarms are not held back by quiet hours. */
    criticalAnyway: oneOf({ of: [1, 0] }),
    /** Gathers for so many minutes; empty: each alarm by itself, as long as there are few. */
    digestMinutes: integer({ min: 0, max: MAX_WAIT }),
    tellReturn: oneOf({ of: [1, 0] }),
    deliveryLanguage: oneOf({ of: languages, required: true }),
    deliveryStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    deliveryDescription: text({ max: 256 }),
  },
})
