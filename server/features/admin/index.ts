/** Logs, backups, notifications and messages: the features of this area. */
import { defineModule } from '../../module.ts'
import { backupsFeature } from './backups/routes.ts'
import { logsFeature } from './logs/routes.ts'
import { startClock } from './notifications/clock.ts'
import { notificationsFeature } from './notifications/routes.ts'
import { outboxFeature } from './outbox/routes.ts'

export const adminModule = defineModule({
  name: 'server/features/admin',
  features: [logsFeature, backupsFeature, outboxFeature, notificationsFeature],
  workers: ({ app, services }) => [startClock(services, (error) => app.log.error({ err: error }, 'a notification waits'))],
})
