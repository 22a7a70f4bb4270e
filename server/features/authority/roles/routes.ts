import { roles } from '../../../../model/index.ts'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { fail } from '../../../kernel/errors.ts'
import { publishGrants } from '../../../identity/index.ts'
import { assertMayChangeRoles, isBuiltIn } from '../../../kernel/authorization/guard-roles.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add, insertRow } from '../../../kernel/resources/add.ts'
import { importOf, exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove, removeRows } from '../../../kernel/resources/remove.ts'
import type { Change } from '../../../kernel/resources/update.ts'
import { changeRow, update } from '../../../kernel/resources/update.ts'
import { authorizeUserToRole } from './authorize-users.ts'
import { hideWhatMakerDoesNotSee } from './new-role.ts'
import { queryRoleCode, queryRoleName, queryRoleNameCheckbox } from './options.ts'
import { previewRole } from './preview.ts'

export const rolesFeature: Feature = {
  tag: 'roles',
  routes: [
    list(roles),
    ...exportsOf(roles),
    add(roles, async (tx, of, call, values) => {
      const added = await insertRow(tx, of, call, values)
      await hideWhatMakerDoesNotSee(tx, call.caller, added.id)
      return added
    }),
    update(roles, async (tx, of, call, change: Change) => {
      const code = change['roleCode']
      if (code !== undefined && code !== ADMINISTRATOR && (await isBuiltIn(tx, [change.id])))
        fail('role.built-in', { field: { name: 'roleCode', label: 'error.role.built-in' } })
      const changed = await changeRow(tx, of, call, change)
      // After the change, which it undoes by failing: a hidden field is to be refused like one that does not exist.
      await assertMayChangeRoles(tx, call.services.grants, call.caller, [change.id])
      await publishGrants(tx, call)
      return changed
    }),
    remove(roles, async (tx, of, call, ids) => {
      if (await isBuiltIn(tx, ids)) fail('role.built-in')
      await assertMayChangeRoles(tx, call.services.grants, call.caller, ids)
      const removed = await removeRows(tx, of, call, ids)
      await publishGrants(tx, call)
      return removed
    }),
    importOf(roles, {
      async afterAdding(tx, { caller }, ids) {
        for (const id of ids) await hideWhatMakerDoesNotSee(tx, caller, id)
      },
      async beforeUndo(tx, { caller, services }, ids) {
        if (await isBuiltIn(tx, ids)) fail('role.built-in')
        await assertMayChangeRoles(tx, services.grants, caller, ids)
      },
      afterUndo: (tx, asking) => publishGrants(tx, asking),
    }),
    queryRoleName,
    queryRoleNameCheckbox,
    queryRoleCode,
    authorizeUserToRole,
    previewRole,
  ],
}
