import { packages } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { authorizePackage, queryCatalogue, queryContents } from './contents.ts'

export const packagesFeature: Feature = {
  tag: 'packages',
  // Removing one that a tenant has is refused by the foreign key of `tenants`.
  routes: [
    list(packages),
    options(packages),
    add(packages),
    update(packages),
    remove(packages),
    ...exportsOf(packages),
    importOf(packages),
    queryCatalogue,
    queryContents,
    authorizePackage,
  ],
}
