import { tenants } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { update } from '../../../kernel/resources/update.ts'
import { addTenant } from './add.ts'
import { archiveTenant, queryArchive } from './archive.ts'
import { eraseOne } from './erase.ts'
import { markTenants } from './mark.ts'
import { tenantWrites } from './writes.ts'

/** Tenants that one file brings: each is some hundred rows. */
const MAX_TENANTS = 50

export const tenantsFeature: Feature = {
  tag: 'tenants',
  routes: [
    list(tenants),
    options(tenants),
    addTenant,
    update(tenantWrites),
    markTenants,
    eraseOne,
    importOf(tenantWrites, { most: MAX_TENANTS }),
    ...exportsOf(tenants),
    archiveTenant,
    queryArchive,
  ],
}
