/** What regions have beside the operations of every noun. */
import * as z from 'zod/mini'
import { choice } from '../../wire.ts'
import { contract } from '../contract.ts'

/** The types a region can have. */
export const queryRegionType = contract({
  method: 'GET',
  path: '/admin/sysregion/queryRegionType',
  output: z.strictObject({ list: z.array(choice) }),
})
