/** Every noun of the product. What walks this list (tests, migrations, the URL catalogue) knows a new noun at once. */
import type { Resource } from './resource.ts'
import { alarmChannels } from './acquisition/alarm-channels.ts'
import { alarmRules } from './acquisition/alarm-rules.ts'
import { alarms } from './acquisition/alarms.ts'
import { deliveries } from './acquisition/deliveries.ts'
import { deviceTypes } from './acquisition/device-types.ts'
import { devices } from './acquisition/devices.ts'
import { limitSets } from './acquisition/limit-sets.ts'
import { tensionLimits } from './acquisition/tension-limits.ts'
import { reportSchedules } from './report/report-schedules.ts'
import { reportTemplates } from './report/report-templates.ts'
import { screens } from './screen/screens.ts'
import { points } from './acquisition/points.ts'
import { runs } from './acquisition/runs.ts'
import { typeMappings } from './acquisition/type-mappings.ts'
import { typePoints } from './acquisition/type-points.ts'
import { unparsedMessages } from './acquisition/unparsed-messages.ts'
import { calibrations } from './maintenance/calibrations.ts'
import { equipment } from './maintenance/equipment.ts'
import { faults } from './maintenance/faults.ts'
import { workOrders } from './maintenance/work-orders.ts'
import { maintenancePlans } from './maintenance/plans.ts'
import { planDates } from './maintenance/dates-of-plans.ts'
import { partMoves } from './maintenance/part-moves.ts'
import { roundRoutes } from './maintenance/round-routes.ts'
import { rounds } from './maintenance/rounds.ts'
import { spareParts } from './maintenance/spare-parts.ts'
import { backups } from './admin/backups.ts'
import { logs } from './admin/logs.ts'
import { messages } from './admin/messages.ts'
import { notifications } from './admin/notifications.ts'
import { formEntries } from './devtool/form-entries.ts'
import { forms } from './devtool/forms.ts'
import { onlineUsers } from './organisation/online-users.ts'
import { organisations } from './organisation/organisations.ts'
import { posts } from './organisation/posts.ts'
import { registrations } from './organisation/registrations.ts'
import { userPosts } from './organisation/user-posts.ts'
import { dictionaries } from './system/dictionaries.ts'
import { menus } from './system/menus.ts'
import { parameters } from './system/parameters.ts'
import { regions } from './system/regions.ts'
import { issuedReports } from './reports/issued-reports.ts'
import { roles } from './authority/roles.ts'
import { urls } from './authority/urls.ts'
import { appClients } from './oauth/app-clients.ts'
import { packages } from './tenant/packages.ts'
import { tenants } from './tenant/tenants.ts'
import { users } from './organisation/users.ts'
import * as plainNouns from './plain.ts'
import { processDefinitions } from './workflow/process-definitions.ts'
import { processDeployments } from './workflow/process-deployments.ts'
import { historicProcessInstances, processInstances } from './workflow/process-instances.ts'
import { processModels } from './workflow/process-models.ts'
import { processSecrets } from './workflow/process-secrets.ts'
import { historicTasks, processTasks } from './workflow/process-tasks.ts'

export const resources = {
  users,
  organisations,
  roles,
  urls,
  onlineUsers,
  tenants,
  packages,
  appClients,
  logs,
  backups,
  posts,
  userPosts,
  menus,
  dictionaries,
  regions,
  parameters,
  registrations,
  messages,
  notifications,
  ...plainNouns,
  deviceTypes,
  typePoints,
  typeMappings,
  devices,
  points,
  unparsedMessages,
  alarmRules,
  alarms,
  alarmChannels,
  deliveries,
  limitSets,
  tensionLimits,
  runs,
  equipment,
  calibrations,
  faults,
  workOrders,
  maintenancePlans,
  planDates,
  roundRoutes,
  rounds,
  spareParts,
  partMoves,
  issuedReports,
  reportSchedules,
  reportTemplates,
  screens,
  forms,
  formEntries,
  processModels,
  processSecrets,
  processDeployments,
  processDefinitions,
  processInstances,
  historicProcessInstances,
  processTasks,
  historicTasks,
} as const satisfies Record<string, Resource>

const byName = new Map(Object.values<Resource>(resources).map((resource) => [resource.name, resource]))

/** The noun of this name; undefined where the model has none. */
export const resourceNamed = (name: string): Resource | undefined => byName.get(name)

export * from './plain.ts'
export {
  alarmChannels,
  alarmRules,
  alarms,
  appClients,
  deliveries,
  deviceTypes,
  devices,
  dictionaries,
  backups,
  calibrations,
  equipment,
  faults,
  formEntries,
  forms,
  historicProcessInstances,
  historicTasks,
  issuedReports,
  limitSets,
  tensionLimits,
  logs,
  maintenancePlans,
  menus,
  messages,
  notifications,
  onlineUsers,
  organisations,
  packages,
  parameters,
  partMoves,
  planDates,
  points,
  posts,
  processDefinitions,
  processDeployments,
  processInstances,
  processModels,
  processSecrets,
  processTasks,
  regions,
  registrations,
  reportSchedules,
  reportTemplates,
  screens,
  roles,
  roundRoutes,
  rounds,
  runs,
  spareParts,
  tenants,
  typeMappings,
  typePoints,
  unparsedMessages,
  urls,
  userPosts,
  users,
  workOrders,
}
