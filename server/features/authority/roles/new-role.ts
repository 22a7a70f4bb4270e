import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Rows stored by one statement. */
const BATCH = 5000

/**
 * A role that hides nothing shows everything to its holders. So a new role begins by hiding what its maker does not see:
 * it gives nobody more than the maker has, and the maker can grant it.
 */
export async function hideWhatMakerDoesNotSee(
  tx: Transaction,
  { hiddenFields, hiddenButtons }: Caller,
  roleIds: readonly string[],
): Promise<void> {
  if (hiddenFields.size + hiddenButtons.size === 0) return
  const menus = new Map((await tx.all(build.selectFrom('menus').select(['id', 'menu_code']))).map((menu) => [menu.menu_code, menu.id]))
  const tenant_id = tenantOf(tx)
  const parts = (names: ReadonlySet<string>) =>
    [...names].flatMap((name) => {
      const [code = '', part = ''] = name.split(':')
      const menu_id = menus.get(code)
      return menu_id === undefined ? [] : [{ menu_id, part }]
    })
  const [fields, buttons] = [parts(hiddenFields), parts(hiddenButtons)]
  const rolesAtOnce = Math.max(1, Math.floor(BATCH / Math.max(fields.length, buttons.length, 1)))
  for (let start = 0; start < roleIds.length; start += rolesAtOnce) {
    const some = roleIds.slice(start, start + rolesAtOnce)
    const fieldRows = some.flatMap((role_id) => fields.map(({ menu_id, part: field }) => ({ tenant_id, role_id, menu_id, field })))
    if (fieldRows.length > 0) await tx.run(build.insertInto('role_hidden_fields').values(fieldRows))
    const buttonRows = some.flatMap((role_id) => buttons.map(({ menu_id, part: button }) => ({ tenant_id, role_id, menu_id, button })))
    if (buttonRows.length > 0) await tx.run(build.insertInto('role_hidden_buttons').values(buttonRows))
  }
}
