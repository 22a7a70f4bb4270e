/** Every module of the server: the areas of features, and what the subsystems do beside requests. */
import {
  deviceValues,
  DELIVERY,
  MANUAL_READING,
  REFILL,
  refillTimeWeights,
  PagePoints,
  alarmEvents,
  alarmProcessHandlers,
  deliverAlarms,
  dispatchDeliveries,
  expiredConnections,
  expiredDeliveries,
  expiredPackets,
  expiredReceipts,
  expiredStarts,
  expiredUnparsed,
  noteProcessStarts,
  notifyRaised,
  startCollectors,
  startForecasting,
  startJudging,
  storeNotedReading,
} from './acquisition/index.ts'
import { startChainWorker } from './audit/index.ts'
import { DAILY_BACKUP, backUpAtItsHour, startBackupSchedule } from './backups/index.ts'
import { IMPORT, exportJobs, markedFile, performImport } from './exchange/index.ts'
import { accountModule } from './features/account/index.ts'
import { acquisitionModule } from './features/acquisition/index.ts'
import { adminModule } from './features/admin/index.ts'
import { authorityModule } from './features/authority/index.ts'
import { chartsModule } from './features/charts/index.ts'
import { devtoolModule } from './features/devtool/index.ts'
import { exchangeModule } from './features/exchange/index.ts'
import { fileModule } from './features/file/index.ts'
import { workflowModule } from './features/workflow/index.ts'
import { maintenanceModule } from './features/maintenance/index.ts'
import { homeModule } from './features/home/index.ts'
import { oauthModule } from './features/oauth/index.ts'
import { organisationModule } from './features/organisation/index.ts'
import { reportModule } from './features/report/index.ts'
import { pointsOfScreen, screenModule } from './features/screen/index.ts'
import { systemModule } from './features/system/index.ts'
import { monitorModule } from './features/monitor/index.ts'
import { templateModule } from './features/template/index.ts'
import { tenantModule } from './features/tenant/index.ts'
import { exportCentre } from './features/admin/export-centre/routes.ts'
import { expiredIdentity } from './identity/index.ts'
import type { Feature } from './kernel/http/http.ts'
import { sweepUploads } from './kernel/http/uploads.ts'
import { expiredCounters, startHousekeeping } from './kernel/runtime/housekeeping.ts'
import type { DomainEventSchemas } from './kernel/runtime/domain-events.ts'
import { expiredEvents } from './kernel/runtime/event-cursors.ts'
import { runSubscribers } from './kernel/runtime/event-subscribers.ts'
import { runJobs } from './kernel/runtime/job-runner.ts'
import type { JobKinds } from './kernel/runtime/job.ts'
import { runScheduler } from './kernel/runtime/scheduler-runner.ts'
import type { Services } from './kernel/services.ts'
import { ORDER_OVERDUE, calibrationNotices, orderEvents, ordersOfAlarms, remindOfOrder } from './maintenance/index.ts'
import type { Channels } from './messaging/index.ts'
import { expiredMessages, startDeliveryWorker } from './messaging/index.ts'
import type { Module, Whole } from './module.ts'
import { defineModule, mergedByName } from './module.ts'
import { filesOfNoAct, newTasks, processEvents, recheckPeople, startSweep } from './workflow/index.ts'
import { plainNounFeatures } from './plain-nouns.ts'
import { informOfTasks } from './process-notices.ts'

const areas: readonly Module[] = [
  accountModule,
  homeModule,
  organisationModule,
  systemModule,
  authorityModule,
  tenantModule,
  oauthModule,
  exchangeModule,
  adminModule,
  templateModule,
  reportModule,
  chartsModule,
  screenModule,
  monitorModule,
  fileModule,
  acquisitionModule,
  maintenanceModule,
  devtoolModule,
  workflowModule,
  defineModule({ name: 'server/plain-nouns', features: plainNounFeatures }),
]

const exported = exportJobs([deviceValues])
const subsystems: readonly Module[] = [
  defineModule({ name: 'server/identity', chores: ({ transactions }) => [expiredIdentity(transactions)] }),
  defineModule({
    name: 'server/audit',
    maintenance: ({ app, services }) => [
      { stop: startChainWorker(services, (error) => app.log.warn({ err: error }, 'sealing the log failed')) },
    ],
  }),
  defineModule({
    name: 'server/storage',
    chores: ({ blobs, partialUploads, transactions }) => [() => blobs.sweep(transactions), () => partialUploads.sweep(transactions)],
  }),
  defineModule({
    name: 'server/messaging',
    workers: ({ app, services }) => [
      startDeliveryWorker(services, mergedByName(areas.map(({ answers }) => answers?.(services))), (error) =>
        app.log.warn({ err: error }, 'a message was not sent'),
      ),
    ],
    chores: ({ transactions }) => [expiredMessages(transactions)],
  }),
  defineModule({
    name: 'server/exchange',
    jobs: { export: exported.run, [IMPORT]: performImport },
    jobFiles: { export: exported.fileOf, [IMPORT]: markedFile },
  }),
  defineModule({
    name: 'server/acquisition',
    channels: ({ transactions, acquisition: { subscriptions } }) => ({
      points: (page) => new PagePoints(page, transactions, subscriptions, pointsOfScreen),
      screen: (page) => new PagePoints(page, transactions, subscriptions, pointsOfScreen),
    }),
    // What has been accepted is stored before the end.
    workers: ({ app, services }) => [
      startCollectors(services, app.log),
      startJudging(services, (error) => app.log.warn({ err: error }, 'a curing run was not judged')),
      startForecasting(services, (error) => app.log.warn({ err: error }, 'a curing run has no forecast')),
    ],
    events: alarmEvents,
    subscriptions: ({ invalidations, scheduler, clock }) => ({
      'alarm-notifications': notifyRaised(invalidations, clock),
      'alarm-deliveries': deliverAlarms(scheduler),
      'alarm-processes': noteProcessStarts({ scheduler, clock }),
    }),
    scheduled: (services) => ({
      [DELIVERY]: dispatchDeliveries(services),
      [MANUAL_READING]: storeNotedReading(services),
      [REFILL]: refillTimeWeights(services),
      ...alarmProcessHandlers(services),
    }),
    chores: ({ transactions }) => [
      expiredReceipts(transactions),
      expiredPackets(transactions),
      expiredUnparsed(transactions),
      expiredDeliveries(transactions),
      expiredStarts(transactions),
      expiredConnections(transactions),
    ],
  }),
  defineModule({
    name: 'server/maintenance',
    chores: ({ transactions, invalidations }) => [calibrationNotices(transactions, invalidations)],
    events: orderEvents,
    subscriptions: (services) => ({ 'work-orders-of-alarms': ordersOfAlarms(services) }),
    scheduled: (services) => ({ [ORDER_OVERDUE]: remindOfOrder(services) }),
  }),
  defineModule({
    name: 'server/workflow',
    chores: ({ transactions }) => [filesOfNoAct(transactions)],
    events: processEvents,
    scheduledInUse: ({ workflow }) => workflow.handlers,
    subscriptions: ({ scheduler, invalidations }) => ({
      'process-people': recheckPeople(scheduler, invalidations),
      'process-tasks': newTasks(informOfTasks(invalidations)),
    }),
    workers: ({ app, services }) => [
      { stop: () => Promise.resolve(services.workflow.stop()) },
      startSweep(services, (error) => app.log.warn({ err: error }, 'looking for processes that nobody can lead on failed')),
    ],
  }),
  defineModule({
    name: 'server/backups',
    scheduled: (services) => ({ [DAILY_BACKUP]: backUpAtItsHour(services) }),
    maintenance: ({ app, services }) => [
      { stop: startBackupSchedule(services, (error) => app.log.warn({ err: error }, 'the daily backup failed')) },
    ],
  }),
]

const modules: readonly Module[] = [...areas, ...subsystems]

/** What is done for each tenant of the demonstration when its rows are in. */
export const demonstrations = modules.flatMap(({ demonstration }) => demonstration ?? [])

export const features: readonly Feature[] = [
  ...modules.flatMap((module) => module.features ?? []),
  exportCentre(mergedByName(modules.map(({ jobFiles }) => jobFiles))),
]

/** What can be done in the background, by the kind of a job. */
export function jobKindsOf(whole: Whole): JobKinds {
  return mergedByName(modules.map(({ jobs }) => (typeof jobs === 'function' ? jobs(whole) : jobs)))
}

/** What open pages can subscribe to, of all modules. */
export function channelsOf(services: Services): Channels {
  return mergedByName(modules.map(({ channels }) => channels?.(services)))
}

/** What parts of the server read of what happens. */
export const subscriptionsOf = (services: Services) => mergedByName(modules.map(({ subscriptions }) => subscriptions?.(services)))

/** Starts what runs from when the server listens until it closes. @param kinds In place of those of the modules, for tests */
export function startWorkers(whole: Whole, kinds: JobKinds) {
  const { app, services } = whole
  const { transactions, invalidations, clock, isAlone } = services
  const scheduled = mergedByName(modules.map((module) => module.scheduled?.(services)))
  const resting = mergedByName(modules.map((module) => module.scheduledInUse?.(services)))
  return [
    runJobs(services, kinds, (error) => app.log.error({ err: error }, 'a job failed')),
    runScheduler(
      { transactions, invalidations, clock, isAlone, resting: new Set(Object.keys(resting)) },
      mergedByName([scheduled, resting]),
      {
        onError: (error, work) => app.log.warn({ err: error, ...work }, 'scheduled work failed, and is tried again'),
        onDead: (work) => app.log.error(work, 'scheduled work failed too often, and is not tried again'),
      },
    ),
    runSubscribers(services, mergedByName(modules.map(({ events }) => events)) as DomainEventSchemas, subscriptionsOf(services), {
      onError: (error, at) => app.log.warn({ err: error, ...at }, 'an event was not handled, and is tried again'),
      onDead: (at) => app.log.error(at, 'an event failed too often, and is set aside for this subscriber'),
    }),
    ...modules.flatMap(({ workers }) => workers?.(whole) ?? []),
  ]
}

/** Starts what runs from when the first rows are in. */
export function startMaintenance(whole: Whole) {
  const { app, services } = whole
  const chores = [
    services.jobs.forgetOld,
    expiredCounters(services.transactions),
    expiredEvents(services.transactions, Object.keys(subscriptionsOf(services))),
    () => sweepUploads(services.config.dataDir),
    async () => app.log.info({ uses: services.transactions.platformUses() }, 'reasons for the platform scope since the start'),
    ...modules.flatMap((module) => module.chores?.(services) ?? []),
  ]
  return [
    { stop: startHousekeeping(services, (error) => app.log.warn({ err: error }, 'housekeeping failed'), chores) },
    ...modules.flatMap(({ maintenance }) => maintenance?.(whole) ?? []),
  ]
}
