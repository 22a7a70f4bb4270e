/** What is in a package: menus and URLs of the shared catalogue, less what is the platform's own. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { commaList } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/admin/syspackage'

const menu = z.strictObject({
  id: z.string(),
  code: z.string(),
  title: z.string(),
  path: z.string(),
  parentId: z.string(),
  get children() {
    return z.optional(z.array(menu))
  },
})
export type PackageMenu = z.output<typeof menu>
const url = z.strictObject({ id: z.string(), url: z.string(), description: z.string(), menuCode: z.string(), isDescribed: z.boolean() })

/** Menus and URLs a package can have. Entries without a page yet are left out; what a package has of them stays. */
export const queryCatalogueSysPackage = contract({
  method: 'GET',
  path: `${PATH}/queryCatalogueSysPackage`,
  output: z.strictObject({ menus: z.array(menu), urls: z.array(url) }),
})
export type PackageCatalogue = OutputOf<typeof queryCatalogueSysPackage>

/** Ids of the menus and URLs of a package. */
export const queryContentsSysPackage = contract({
  method: 'GET',
  path: `${PATH}/queryContentsSysPackage`,
  input: z.object({ id }),
  output: z.strictObject({ menuId: z.array(z.string()), urlId: z.array(z.string()) }),
})

const ids = commaList(id, { max: 5000 })

/** Replaces the menus or the URLs of a package, or both; what is not named stays. */
export const authorizeSysPackage = contract({
  method: 'POST',
  path: `${PATH}/authorizeSysPackage`,
  input: z.strictObject({ id, menuId: z.optional(ids), urlId: z.optional(ids) }),
  output: z.strictObject({ menus: z.int(), urls: z.int() }),
})
