import * as z from 'zod/mini'
import { idList } from '../../fields.ts'
import { contract } from '../contract.ts'

/** Ends sessions of users who are online. */
export const endSession = contract({
  method: 'POST',
  path: '/admin/sysuser/endSession',
  input: z.strictObject({ id: idList(1000) }),
  output: z.strictObject({ ended: z.int() }),
})
