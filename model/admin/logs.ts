import { integer, mark, oneOf, text } from '../fields.ts'
import * as plainNouns from '../plain.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** What an entry is about: a noun by its name, or a part of the product that is none. */
export const LOG_TITLES = [
  'session',
  'account',
  'users',
  'posts',
  'user-posts',
  'organisations',
  'roles',
  'urls',
  'menus',
  'data-permissions',
  'dictionaries',
  'regions',
  'parameters',
  'app-clients',
  'authorizations',
  'tenants',
  'packages',
  'online-users',
  'logs',
  'backups',
  'jobs',
  'imports',
  'rows',
  'isolation',
  'list-views',
  'workbench',
  'why',
  'registrations',
  'messages',
  'files',
  'notifications',
  'error-log',
  'device-types',
  'type-points',
  'type-mappings',
  'unparsed-messages',
  'devices',
  'points',
  'alarm-rules',
  'alarms',
  'alarm-channels',
  'deliveries',
  'limit-sets',
  'tension-limits',
  'runs',
  'trends',
  'figures',
  'boards',
  'reports',
  'issued-reports',
  'report-schedules',
  'report-templates',
  'forms',
  'form-entries',
  'process-models',
  'process-secrets',
  'process-deployments',
  'process-definitions',
  'process-instances',
  'historic-process-instances',
  'process-tasks',
  'historic-tasks',
  ...Object.values(plainNouns).map(({ name }) => name),
  'other',
] as const
export type LogTitle = (typeof LOG_TITLES)[number]

/** What was done. `execute` is whatever has no word of its own here. */
export const LOG_TYPES = ['sign-in', 'sign-out', 'query', 'add', 'update', 'delete', 'grant', 'export', 'import', 'execute'] as const
export type LogType = (typeof LOG_TYPES)[number]

/** `refused`: not allowed to. `failed`: allowed, and it did not work. */
export const LOG_RESULTS = ['ok', 'refused', 'failed'] as const
export type LogResult = (typeof LOG_RESULTS)[number]

/** The log of operations and sign-ins. It is written by the server alone and read only, so it stands on a view. */
export const logs = resource({
  name: 'logs',
  api: { base: '/admin/syslog', noun: 'SysLog' },
  table: 'log_list',
  scope: 'tenant',
  ownedBy: follows('users', 'user_id'),
  menu: 'syslog',
  title: 'title',
  order: ['createTime', 'descend'],
  calls: { details: '/admin/syslog/querySysLogDetail', mark: '/admin/syslog/updateSysLogByMark', verify: '/admin/syslog/verifyLog' },
  fields: {
    title: oneOf({ of: LOG_TITLES, filter: 'equals', write: 'never' }),
    logType: oneOf({ of: LOG_TYPES, filter: 'equals', write: 'never' }),
    username: text({
      max: 64,
      filter: 'contains',
      distinctValuesTable: 'log_values',
      write: 'never',
      from: { noun: 'users', field: 'username' },
    }),
    orgName: text({
      max: 64,
      filter: 'contains',
      distinctValuesTable: 'log_values',
      write: 'never',
      from: { noun: 'organisations', field: 'orgName' },
    }),
    result: oneOf({ of: LOG_RESULTS, filter: 'equals', write: 'never' }),
    method: text({ max: 8, write: 'never' }),
    url: text({ max: 256, filter: 'contains', distinctValuesTable: 'log_values', write: 'never' }),
    address: text({ max: 64, filter: 'contains', distinctValuesTable: 'log_values', write: 'never' }),
    browser: text({ max: 64, write: 'never' }),
    duration: integer({ min: 0, sort: true, write: 'never' }),
    marked: mark({ in: { table: 'log_marks', from: 'log_id' }, filter: 'equals' }),
  },
})
