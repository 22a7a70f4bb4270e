/** Forms and their entries: the features of this area. */
import { defineModule } from '../../module.ts'
import { expiredEntryFiles } from './form-entries/files.ts'
import { formEntriesFeature } from './form-entries/routes.ts'
import { formsFeature } from './forms/routes.ts'

export const devtoolModule = defineModule({
  name: 'server/features/devtool',
  features: [formsFeature, formEntriesFeature],
  chores: ({ transactions }) => [expiredEntryFiles(transactions)],
})
