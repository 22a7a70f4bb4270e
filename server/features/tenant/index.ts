/** Tenants, packages and the isolation check: the features of this area. */
import { defineModule } from '../../module.ts'
import { isolationFeature } from './isolation/routes.ts'
import { isolationJobs, sweepThrowaways } from './isolation/run.ts'
import { packagesFeature } from './packages/routes.ts'
import { tenantFiles, tenantJobs } from './tenants/archive.ts'
import { tenantEvents } from './tenants/domain-events.ts'
import { tenantsFeature } from './tenants/routes.ts'

export const tenantModule = defineModule({
  name: 'server/features/tenant',
  events: tenantEvents,
  features: [tenantsFeature, packagesFeature, isolationFeature],
  jobs: ({ app, features }) => ({ ...tenantJobs, ...isolationJobs(app, () => features) }),
  jobFiles: tenantFiles,
  chores: (services) => [() => sweepThrowaways(services)],
})
