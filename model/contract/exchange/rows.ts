/** Calls about rows of any noun that may be changed together, taken back, or brought back after they were removed. */
import * as z from 'zod/mini'
import { id, idList } from '../../fields.ts'
import { resources } from '../../index.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/admin/rows'

/** Rows that one call changes. */
export const MAX_TOGETHER = 1000
/** How long what somebody has done can be taken back with one click: afterwards the history of the row does it, with a look at it first. */
export const UNDO_MINUTES = 30

const noun = z.enum(Object.values<{ name: string }>(resources).map(({ name }) => name) as [string, ...string[]])
const version = z.optional(z.int().check(z.minimum(1)))

/** Gives the same values to several rows of a noun, to all of them or to none; with its version, only to a row as it was read. */
export const updateRows = contract({
  method: 'PUT',
  path: `${PATH}/updateRows`,
  input: z.strictObject({
    noun,
    rows: z.array(z.strictObject({ id, version })).check(z.minLength(1), z.maxLength(MAX_TOGETHER)),
    values: z.record(z.string().check(z.maxLength(64)), z.unknown()),
  }),
  output: z.strictObject({ changed: z.int() }),
})

/** Takes back what the caller did last to these rows, as long as nobody has touched them since: a change, or a removal. */
export const undoRows = contract({
  method: 'POST',
  path: `${PATH}/undoRows`,
  input: z.strictObject({ noun, id: idList(MAX_TOGETHER) }),
  output: z.strictObject({ undone: z.int() }),
})

/** Rows that were removed and can be brought back, the latest first. */
export const queryRemovedRows = contract({
  method: 'GET',
  path: `${PATH}/queryRemovedRows`,
  input: z.strictObject({
    noun,
    keyword: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    /** Where an earlier answer ended. */
    before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,17}$/))),
  }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        /** By what names the row to people; nothing for whoever does not see that field. */
        name: z.nullable(z.string()),
        time: z.string(),
        /** Who removed it; nothing for whoever does not see the names of users. */
        user: z.nullable(z.string()),
      }),
    ),
    before: z.nullable(z.string()),
  }),
})
export type RemovedRow = OutputOf<typeof queryRemovedRows>['list'][number]

/** Brings removed rows back with what went with them, all of them or none. */
export const restoreRows = contract({
  method: 'POST',
  path: `${PATH}/restoreRows`,
  input: z.strictObject({ noun, id: idList(MAX_TOGETHER) }),
  output: z.strictObject({ restored: z.int() }),
})
