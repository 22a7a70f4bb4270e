/** The network disk: the features of this area. */
import { defineModule } from '../../module.ts'
import { emptyOldBins } from './disk/erase.ts'
import { expiredTransfers } from './disk/expired-transfers.ts'
import { filesFeature } from './disk/routes.ts'

export const fileModule = defineModule({
  name: 'server/features/file',
  features: [filesFeature],
  chores: (services) => [expiredTransfers(services.transactions), () => emptyOldBins(services)],
})
