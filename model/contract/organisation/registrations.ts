/** The decision about those who asked for an account. */
import * as z from 'zod/mini'
import { id, idList } from '../../fields.ts'
import { registrations } from '../../organisation/registrations.ts'
import { users } from '../../organisation/users.ts'
import { writableFields } from '../../resource.ts'
import { optional } from '../../wire.ts'
import { contract } from '../contract.ts'

/** As for a user who is added, but for the password, which is the one they chose, and the status. */
const corrected = Object.entries(users.fields)
  .filter(([name]) => name !== 'password' && name !== 'status' && writableFields(users, 'add').includes(name))
  .map(([name, { check, required }]): [string, z.ZodMiniType] => [name, required ? check : optional<unknown, unknown>(check)])

export const approveSysRegistration = contract({
  method: 'POST',
  path: '/admin/sysregistration/approveSysRegistration',
  input: z.strictObject({ id, ...Object.fromEntries(corrected) }),
  /** The user there is now. */
  output: z.strictObject({ id: z.string(), version: z.int() }),
})

export const refuseSysRegistration = contract({
  method: 'POST',
  path: '/admin/sysregistration/refuseSysRegistration',
  input: z.strictObject({ id: idList(1000), reason: z.optional(registrations.fields.reason.check) }),
  output: z.strictObject({ refused: z.int() }),
})
