/** Past imports: the features of this area. */
import { defineModule } from '../../module.ts'
import { importsFeature } from './imports/routes.ts'

export const exchangeModule = defineModule({
  name: 'server/features/exchange',
  features: [importsFeature],
})
