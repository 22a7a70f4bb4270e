import acquisition from './acquisition.ts'
import alarms from './alarms.ts'
import alarmStatistics from './alarm-statistics.ts'
import approval from './approval.ts'
import processBeside from './process-beside.ts'
import authority from './authority.ts'
import backups from './backups.ts'
import boards from './boards.ts'
import collectors from './collectors.ts'
import constructionData from './construction-data.ts'
import curing from './curing.ts'
import tensioning from './tensioning.ts'
import maintenanceOrders from './maintenance-orders.ts'
import maintenanceConsole from './maintenance-console.ts'
import maintenanceArchive from './maintenance-archive.ts'
import delivery from './delivery.ts'
import disk from './disk.ts'
import entry from './entry.ts'
import errors from './errors.ts'
import exchange from './exchange.ts'
import figures from './figures.ts'
import issuedReports from './issued-reports.ts'
import reportSchedules from './report-schedules.ts'
import reports from './reports.ts'
import reportDesign from './report-design.ts'
import file from './file.ts'
import formGenerator from './form-generator.ts'
import filling from './filling.ts'
import formDesign from './form-design.ts'
import formEntries from './form-entries.ts'
import formList from './form-list.ts'
import formPrint from './form-print.ts'
import forms from './forms.ts'
import history from './history.ts'
import lists from './lists.ts'
import live from './live.ts'
import screenPlayer from './screen-player.ts'
import maintenancePlans from './maintenance-plans.ts'
import mapping from './mapping.ts'
import menus from './menus.ts'
import nouns from './nouns.ts'
import monitoring from './monitoring.ts'
import notification from './notification.ts'
import oauth from './oauth.ts'
import processCheck from './process-check.ts'
import processDesign from './process-design.ts'
import profile from './profile.ts'
import processCalls from './process-calls.ts'
import processList from './process-list.ts'
import processActs from './process-acts.ts'
import processPeople from './process-people.ts'
import personalOffice from './personal-office.ts'
import personalTasks from './personal-tasks.ts'
import processes from './processes.ts'
import readings from './readings.ts'
import rows from './rows.ts'
import screenDesign from './screen-design.ts'
import screenList from './screen-list.ts'
import screens from './screens.ts'
import screenLinks from './screen-links.ts'
import screenWidgets from './screen-widgets.ts'
import shell from './shell.ts'
import system from './system.ts'
import template from './template.ts'
import tenants from './tenants.ts'
import trends from './trends.ts'
import platform from './platform.ts'
import firstSteps from './first-steps.ts'
import help from './help.ts'
import workbench from './workbench.ts'

export default {
  ...errors,
  ...menus,
  ...nouns,
  ...screens,
  ...screenDesign,
  ...screenList,
  ...acquisition,
  ...alarms,
  ...alarmStatistics,
  ...approval,
  ...processBeside,
  ...authority,
  ...backups,
  ...boards,
  ...collectors,
  ...constructionData,
  ...curing,
  ...tensioning,
  ...maintenanceOrders,
  ...maintenanceConsole,
  ...maintenanceArchive,
  ...delivery,
  ...disk,
  ...exchange,
  ...figures,
  ...issuedReports,
  ...reportSchedules,
  ...reports,
  ...reportDesign,
  ...file,
  ...formGenerator,
  ...filling,
  ...formPrint,
  ...forms,
  ...formDesign,
  ...formEntries,
  ...formList,
  ...history,
  ...lists,
  ...live,
  ...screenPlayer,
  ...maintenancePlans,
  ...mapping,
  ...monitoring,
  ...notification,
  ...oauth,
  ...processCalls,
  ...processList,
  ...processActs,
  ...processPeople,
  ...personalOffice,
  ...personalTasks,
  ...processes,
  ...processDesign,
  ...processCheck,
  ...profile,
  ...readings,
  ...rows,
  ...screenLinks,
  ...screenWidgets,
  ...shell,
  ...system,
  ...template,
  ...tenants,
  ...trends,
  ...platform,
  ...firstSteps,
  ...help,
  ...workbench,
  ...entry,
}
