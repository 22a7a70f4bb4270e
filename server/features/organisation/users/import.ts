/** Importing users: the roles must be the caller's to give, and everybody gets a password that has to be changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { fieldKey } from '../../../../model/labels/index.ts'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { publishUsers, hashPassword, newToken, assertNotWeak } from '../../../identity/index.ts'
import {
  assertAdministratorStays,
  assertMayChangeUsers,
  lockAdministrators,
  mayNotGrant,
} from '../../../kernel/authorization/guard-roles.ts'
import type { Special } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'

/** How many users one question names. */
const BATCH = 5000

export const importUsers: Special = {
  without: ['password'],
  options: { initialPassword: z.optional(users.fields.password.check) },

  async judge(tx, { caller, services, t }, rows) {
    const rolesOf = (values: (typeof rows)[number]['values']) => (values['roleId'] ?? []) as string[]
    const refused = await mayNotGrant(tx, services.grants, caller, [...new Set(rows.flatMap(({ values }) => rolesOf(values)))])
    const message = t('import.check.grant', { field: t(fieldKey('users', 'roleId')) })
    return new Map(
      rows.flatMap(({ values }, index) =>
        rolesOf(values).some((role) => refused.has(role)) ? [[index, { field: 'roleId', message }] as const] : [],
      ),
    )
  },

  /** Without an initial password nobody knows the one that is hashed here, so the account waits for a reset. */
  async columns({ initialPassword }) {
    // It is for many, so that no name of theirs can be compared.
    if (typeof initialPassword === 'string') await assertNotWeak(initialPassword, { username: '', tenantCode: '' }, 'initialPassword')
    return {
      password_hash: await hashPassword(typeof initialPassword === 'string' ? initialPassword : newToken()),
      must_change_password: 1,
    }
  },

  async beforeUndo(tx, asking, ids) {
    const { caller, services } = asking
    if (ids.includes(caller.userId)) fail('user.self')
    await lockAdministrators(tx)
    for (let start = 0; start < ids.length; start += BATCH)
      await assertMayChangeUsers(tx, services.grants, caller, ids.slice(start, start + BATCH))
    // Whoever has a session is remembered by it; the others nobody knows yet.
    const known = await tx.all(
      build
        .selectFrom('sessions')
        .select('user_id')
        .distinct()
        .where(sql<boolean>`user_id = any(${ids}::uuid[])`),
    )
    await publishUsers(
      tx,
      asking,
      known.flatMap((row) => row.user_id ?? []),
    )
  },
  afterUndo: (tx) => assertAdministratorStays(tx),
}
