/** Errors of the console as browsers report them. */
import * as z from 'zod/mini'
import { REPORT_LIMITS } from '../../error-report.ts'
import { rowIds } from '../resources.ts'
import { pageInput } from '../../wire.ts'
import { contract } from '../contract.ts'

const PATH = '/template/errorlog'
/** A text that is too long is cut, not refused: the report is all that is left of the error. */
const upTo = (limit: number) => z.maxLength(limit * 4)

export const addErrorLog = contract({
  method: 'POST',
  path: `${PATH}/addErrorLog`,
  input: z.strictObject({
    message: z.string().check(z.minLength(1), upTo(REPORT_LIMITS.message)),
    stack: z._default(z.string().check(upTo(REPORT_LIMITS.stack)), ''),
    page: z._default(z.string().check(upTo(REPORT_LIMITS.page)), ''),
  }),
})

const keptError = z.strictObject({
  id: z.string(),
  /** Empty where the caller's roles hide who somebody is. */
  username: z.string(),
  message: z.string(),
  stack: z.string(),
  page: z.string(),
  agent: z.string(),
  times: z.int(),
  firstTime: z.string(),
  lastTime: z.string(),
})
export type KeptError = z.output<typeof keptError>

const query = {
  method: 'GET',
  input: z.object(pageInput({ size: 20, max: 100 })),
  output: z.strictObject({ list: z.array(keptError), total: z.int() }),
} as const
export const queryMyErrorLog = contract({ ...query, path: `${PATH}/queryMyErrorLog` })
export const queryErrorLog = contract({ ...query, path: `${PATH}/queryErrorLog` })

const remove = {
  method: 'POST',
  input: rowIds,
  output: z.strictObject({ deleted: z.int() }),
} as const
export const deleteMyErrorLog = contract({ ...remove, path: `${PATH}/deleteMyErrorLog` })
export const deleteErrorLog = contract({ ...remove, path: `${PATH}/deleteErrorLog` })
