/** What parameters have beside the operations of every noun. */
import * as z from 'zod/mini'
import { passwordClasses } from '../../system/known-parameters.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { rowIds } from '../resources.ts'

/** Gives parameters of the product their defaults back. */
export const resetSysParam = contract({
  method: 'POST',
  path: '/admin/sysparam/resetSysParam',
  input: rowIds,
  output: z.strictObject({ reset: z.int() }),
})

/** What forms and pages have to know of the tenant's parameters. */
export const queryPublicParam = contract({
  method: 'GET',
  path: '/admin/sysparam/queryPublicParam',
  output: z.strictObject({
    password: z.strictObject({
      minLength: z.int(),
      needs: z.readonly(z.array(z.enum(passwordClasses))),
      history: z.int(),
      maxAgeDays: z.int(),
    }),
    upload: z.strictObject({ maxMegabytes: z.int() }),
    /** Rows from which on an export is made in the background. */
    export: z.strictObject({ jobRows: z.int() }),
  }),
})

export type PublicParameters = OutputOf<typeof queryPublicParam>
