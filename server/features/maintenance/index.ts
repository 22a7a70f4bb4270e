/** Machines, their calibrations and their upkeep: the features of this area. */
import { planHandlers, roundHandlers, settlePlans } from '../../maintenance/index.ts'
import { defineModule } from '../../module.ts'
import { calibrationsFeature } from './calibrations/routes.ts'
import { consoleFeature } from './console/routes.ts'
import { ARCHIVE, archiveFile, exportArchiveAsJob } from './equipment/archive.ts'
import { equipmentFeature } from './equipment/routes.ts'
import { faultsFeature } from './faults/routes.ts'
import { storeOrdersOfDemonstration } from './work-orders/demonstration.ts'
import { workOrdersFeature } from './work-orders/routes.ts'
import { partMovesFeature } from './part-moves/routes.ts'
import { planDatesFeature } from './plan-dates/routes.ts'
import { plansFeature } from './plans/routes.ts'
import { roundRoutesFeature } from './round-routes/routes.ts'
import { roundsFeature } from './rounds/routes.ts'
import { sparePartsFeature } from './spare-parts/routes.ts'

export const maintenanceModule = defineModule({
  name: 'server/features/maintenance',
  features: [
    equipmentFeature,
    calibrationsFeature,
    faultsFeature,
    workOrdersFeature,
    plansFeature,
    planDatesFeature,
    roundRoutesFeature,
    roundsFeature,
    sparePartsFeature,
    partMovesFeature,
    consoleFeature,
  ],
  jobs: { [ARCHIVE]: exportArchiveAsJob },
  jobFiles: { [ARCHIVE]: archiveFile },
  demonstration: storeOrdersOfDemonstration,
  scheduledInUse: (services) => ({ ...planHandlers(services), ...roundHandlers(services) }),
  subscriptions: (services) => ({ 'maintenance-plans': settlePlans(services) }),
})
