import { packages } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { add } from '../../../kernel/operations/add.ts'
import { exportsOf } from '../../../kernel/operations/exports.ts'
import { importOf } from '../../../kernel/operations/imports.ts'
import { list } from '../../../kernel/operations/list.ts'
import { options } from '../../../kernel/operations/options.ts'
import { remove } from '../../../kernel/operations/remove.ts'
import { update } from '../../../kernel/operations/update.ts'
import { authorizePackage, queryCatalogue, queryContents } from './contents.ts'

export const packagesFeature: Feature = {
  tag: 'packages',
  // Removing one that a tenant has is refused by the foreign key of `tenants`.
  routes: [list(packages), options(packages), add(packages), update(packages), remove(packages), ...exportsOf(packages), importOf(packages), queryCatalogue, queryContents, authorizePackage],
}
