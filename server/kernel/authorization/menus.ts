/** Menus of the platform: who may have them, and what is granted by itself. */
import { ADMINISTRATOR } from '../../../model/authority/roles.ts'
import { PLATFORM } from '../../../model/tenant/platform.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'

/** Menus only the platform tenant may have. */
export const platformMenus: ReadonlySet<string> = new Set(['tenant', 'systenant'])

/** Gives new menus to the administrators of every tenant that may have them. Runs in platform scope. */
export async function grantToAdministrators(tx: Transaction, codes: readonly string[]): Promise<void> {
  await tx.run(
    build
      .insertInto('role_menus')
      .columns(['tenant_id', 'role_id', 'menu_id'])
      .expression(
        build
          .selectFrom('roles')
          .innerJoin('tenants', 'tenants.id', 'roles.tenant_id')
          .innerJoin('menus', (on) => on.on('menu_code', 'in', codes))
          .select(['roles.tenant_id', 'roles.id as role_id', 'menus.id as menu_id'])
          .where('role_code', '=', ADMINISTRATOR)
          .where((where) => where.or([where('menu_code', 'not in', [...platformMenus]), where('tenant_code', '=', PLATFORM)])),
      )
      .onConflict((conflict) => conflict.doNothing()),
  )
}
