/** A file of users has no passwords: everybody gets the same one, or one that nobody knows, and has to change it. */
import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import type { Special } from '../../../exchange/index.ts'
import { hashPassword, newToken, assertNotWeak } from '../../../identity/index.ts'

export const importUsers: Special = {
  without: ['password'],
  options: { initialPassword: z.optional(users.fields.password.check) },

  /** Without an initial password nobody knows the one that is hashed here, so the account waits for a reset. */
  async columns({ initialPassword }) {
    // It is for many, so that no name of theirs can be compared.
    if (typeof initialPassword === 'string') await assertNotWeak(initialPassword, { username: '', tenantCode: '' }, 'initialPassword')
    return {
      password_hash: await hashPassword(typeof initialPassword === 'string' ? initialPassword : newToken()),
      must_change_password: 1,
    }
  },
}
