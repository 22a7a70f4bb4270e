/** What is done with users beside what every noun has. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { commaList, difference, partOf, unlessUnset } from '../../wire.ts'
import { contract } from '../contract.ts'

/** All the roles of a user: those granted directly, or with `postCode` those granted for that post. */
export const authorizeRoleToUser = contract({
  method: 'POST',
  path: '/admin/sysuser/authorizeRoleToUser',
  input: z.strictObject({
    userId: id,
    roleId: commaList(id, { max: 200 }),
    postCode: unlessUnset(z.string().check(z.trim(), z.maxLength(32))),
  }),
  output: difference,
})

export const queryRoleIdByUserId = contract({
  method: 'GET',
  path: '/admin/sysuser/queryRoleIdByUserId',
  input: z.object({ userId: id }),
  output: z.strictObject({
    /** Those granted directly. */
    roleId: z.array(z.string()),
    posts: z.array(
      z.strictObject({ postCode: z.string(), postName: z.string(), postType: z.int(), status: z.int(), roleId: z.array(z.string()) }),
    ),
  }),
})

export const queryUsername = contract({
  method: 'GET',
  path: '/admin/sysuser/queryUsername',
  input: z.object({ username: z.optional(partOf(64)) }),
  /** The name is that with the account beside it, where it says more than the account. */
  output: z.array(z.strictObject({ value: z.string(), name: z.optional(z.string()) })),
})

/** The answer holds the new password, which is never told again. */
export const resetPassword = contract({
  method: 'POST',
  path: '/admin/sysuser/resetPassword',
  input: z.strictObject({ id }),
  output: z.strictObject({ password: z.string() }),
})

export const resetSecondFactor = contract({
  method: 'POST',
  path: '/admin/sysuser/resetSecondFactor',
  input: z.strictObject({ id }),
  /** False for somebody who had none. */
  output: z.strictObject({ removed: z.boolean() }),
})
