/** Roles that may do everything and hide one field each. */
import type { Resource } from '../../model/resource.ts'
import type { MenuCode } from '../../seeds/menus.ts'
import type { RoleSeed } from '../../seeds/tenant.ts'

export const hiderOf = (of: Resource, field: string) => `HIDE-${of.name}-${field}`

export function hiding(of: Resource, field: string): RoleSeed {
  const code = hiderOf(of, field)
  return {
    roleCode: code,
    roleName: code,
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields: [{ menu: of.menu as MenuCode, fields: [field] }],
  }
}
