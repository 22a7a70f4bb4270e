/** What dictionaries have beside the operations of every noun. */
import * as z from 'zod/mini'
import { choice } from '../../wire.ts'
import { contract } from '../contract.ts'

/** The members of a dictionary as options; none where the caller's roles hide what they are made of. */
export const queryDictByDictType = contract({
  method: 'GET',
  path: '/admin/sysdict/queryDictByDictType',
  input: z.object({ dictType: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)) }),
  output: z.array(choice),
})
