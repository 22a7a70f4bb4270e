/** Past imports, and several rows at once: the features of this area. */
import { defineModule } from '../../module.ts'
import { importsFeature } from './imports/routes.ts'
import { rowsFeature } from './rows/routes.ts'

export const exchangeModule = defineModule({
  name: 'server/features/exchange',
  features: [importsFeature, rowsFeature],
})
