/** Whoever writes a role gives nobody more than they have, and the administrator's role stays what it is. */
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { publishGrants } from '../../../identity/index.ts'
import { assertMayChangeRoles, isBuiltIn } from '../../../kernel/authorization/guard-roles.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { assertNotAsked } from '../../../workflow/index.ts'
import { narrowNewRoles } from './data-scope.ts'
import { hideWhatMakerDoesNotSee } from './new-role.ts'

export const roleWrites = writes(roles, {
  add: {
    async apply(tx, { caller }, rows, insert) {
      await insert(rows)
      const ids = rows.map(({ id }) => id)
      await hideWhatMakerDoesNotSee(tx, caller, ids)
      await narrowNewRoles(tx, caller, ids)
    },
  },
  change: {
    async judge(tx, { caller, services }, changes) {
      const renamed = changes.filter(({ values: { roleCode } }) => roleCode !== undefined && roleCode !== ADMINISTRATOR)
      if (
        await isBuiltIn(
          tx,
          renamed.map(({ id }) => id),
        )
      )
        fail('role.built-in', { field: { name: 'roleCode', label: 'error.role.built-in' } })
      await assertMayChangeRoles(
        tx,
        services.grants,
        caller,
        changes.map(({ id }) => id),
      )
      return new Map()
    },
    async apply(tx, asking, changes, update) {
      const written = await update(changes)
      await publishGrants(tx, asking)
      return written
    },
  },
  restore: {
    async apply(tx, asking, ids) {
      await assertMayChangeRoles(tx, asking.services.grants, asking.caller, ids)
      await publishGrants(tx, asking)
    },
  },
  remove: {
    async apply(tx, asking, ids, remove) {
      if (await isBuiltIn(tx, ids)) fail('role.built-in')
      await assertMayChangeRoles(tx, asking.services.grants, asking.caller, ids)
      await assertNotAsked(tx, 'role', ids)
      const removed = await remove()
      await publishGrants(tx, asking)
      return removed
    },
  },
})
