/** Figures of the caller's own tenant, for its charts. */
import * as z from 'zod/mini'
import { whole } from '../../wire.ts'
import { contract } from '../contract.ts'

/** One day a row, the quiet ones too; nothing where the caller's roles hide what it is made of. */
export const queryActivity = contract({
  method: 'GET',
  path: '/template/templatecharts/queryActivity',
  input: z.object({ days: z._default(whole(7, 90), 30) }),
  output: z.array(z.strictObject({ day: z.string(), signIns: z.int(), operations: z.int(), failures: z.int() })),
})

export const queryUsersByOrganisation = contract({
  method: 'GET',
  path: '/template/templatecharts/queryUsersByOrg',
  output: z.array(z.strictObject({ orgName: z.string(), users: z.int() })),
})
