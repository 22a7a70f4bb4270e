/** Boards of charts: one's own, and those that are shared with the tenant or with roles. */
import * as z from 'zod/mini'
import { boardSchema } from '../../charts/board.ts'
import { id } from '../../fields.ts'
import { AUDIENCES } from '../../lists/audiences.ts'
import { commaList, lineOf, optional, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = '/chart/board'
const boardName = lineOf(64)
const audience = z.enum(AUDIENCES)

const listed = z.strictObject({
  id: z.string(),
  boardName: z.string(),
  audience,
  /** Whom it is shared with; told to those who share boards. */
  roleId: z.array(z.string()),
  mayChange: z.boolean(),
})
export type ListedBoard = z.output<typeof listed>

/** The boards that I have, and the one that was asked for: the first one without an id; null where there is none. */
export const queryBoard = contract({
  method: 'GET',
  path: `${PATH}/queryBoard`,
  input: z.object({ id: optional(id) }),
  output: z.strictObject({
    list: z.array(listed),
    /** What the caller may do here: `add`, `update`, `delete`, `share`, and `export` figures. */
    allowed: z.array(z.string()),
    board: z.nullable(z.strictObject({ id: z.string(), version: z.int(), content: boardSchema })),
  }),
})
export type Boards = OutputOf<typeof queryBoard>

/** Answers with the id. */
export const addBoard = contract({
  method: 'POST',
  path: `${PATH}/addBoard`,
  input: z.strictObject({ boardName, content: boardSchema }),
  output: z.string(),
})

/** Answers with the version that it has now. */
export const updateBoard = contract({
  method: 'PUT',
  path: `${PATH}/updateBoard`,
  input: z.strictObject({ id, version: whole(1, 2147483647), boardName: z.optional(boardName), content: z.optional(boardSchema) }),
  output: z.int(),
})

export const deleteBoard = contract({ method: 'POST', path: `${PATH}/deleteBoard`, input: z.strictObject({ id }) })

/** Shared with roles, it names at least one. */
export const shareBoard = contract({
  method: 'PUT',
  path: `${PATH}/shareBoard`,
  input: z
    .strictObject({ id, audience, roleId: z._default(commaList(id, { max: 200 }), []) })
    .check(z.refine(({ audience: to, roleId }) => to !== 'roles' || roleId.length > 0, { path: ['roleId'], error: 'required' })),
})
