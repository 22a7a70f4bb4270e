import { tenants } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { addTenant } from './add.ts'
import { archiveTenant, queryArchive } from './archive.ts'
import { eraseOne } from './erase.ts'
import { importedTenants } from './import.ts'
import { markTenants } from './mark.ts'
import { stored } from './rules.ts'
import { updateTenant } from './update.ts'

export const tenantsFeature: Feature = {
  tag: 'tenants',
  routes: [
    list(tenants),
    options(tenants),
    addTenant,
    updateTenant,
    markTenants,
    eraseOne,
    importOf(stored, importedTenants),
    ...exportsOf(tenants),
    archiveTenant,
    queryArchive,
  ],
}
