/** Forms and their entries: the features of this area. */
import { defineModule } from '../../module.ts'
import { expiredFormFiles } from '../../forms/index.ts'
import { formEntriesFeature } from './form-entries/routes.ts'
import { formGeneratorFeature } from './form-generator/routes.ts'
import { formsFeature } from './forms/routes.ts'

export const devtoolModule = defineModule({
  name: 'server/features/devtool',
  features: [formsFeature, formEntriesFeature, formGeneratorFeature],
  chores: ({ transactions }) => [expiredFormFiles(transactions)],
})
