/** Roles that hide one field each, and may do everything else or what a test asks of them. */
import type { Resource } from '../../model/resource.ts'
import type { MenuCode } from '../../seeds/menus.ts'
import type { RoleSeed } from '../../seeds/tenant.ts'

export const hiderOf = (of: Resource, field: string) => `HIDE-${of.name}-${field}`

/** A role that opens every page, and hides one field. @param urls The calls it may make; all of them where absent */
export function hiding(of: Resource, field: string, urls: RoleSeed['urls'] = 'all'): RoleSeed {
  const code = hiderOf(of, field)
  return {
    roleCode: code,
    roleName: code,
    roleDescription: '',
    menus: 'all',
    urls,
    hiddenButtons: [],
    hiddenFields: [{ menu: of.menu as MenuCode, fields: [field] }],
  }
}
