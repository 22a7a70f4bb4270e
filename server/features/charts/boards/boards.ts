/**
 * Boards of charts. One's own nobody else reads or changes; another's answers like one that is not there. A shared one belongs to nobody: each reader has
 * of it what their own roles let them see, and whoever may share changes it.
 */
import { sql } from 'kysely'
import type { BoardContent } from '../../../../model/charts/board.ts'
import * as contract from '../../../../model/contract/charts/boards.ts'
import { exportFigure } from '../../../../model/contract/report/figure.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { storable, withinSight } from './content.ts'

/** Boards that one person, or all together as shared ones, may have. */
export const MAX_BOARDS = 50

const mayShare = ({ urls }: Caller) => urls.has(contract.shareBoard.path)

const CALLS = {
  add: contract.addBoard.path,
  update: contract.updateBoard.path,
  delete: contract.deleteBoard.path,
  share: contract.shareBoard.path,
  export: exportFigure.path,
} as const
const allowedTo = ({ urls }: Caller) => Object.entries(CALLS).flatMap(([name, path]) => (urls.has(path) ? [name] : []))

/** Who shares boards sees all shared ones, to look after them. */
function usable(caller: Caller) {
  const roles = caller.active.map(({ id }) => id)
  const toRole = sql<boolean>`exists (select from board_roles as given where given.tenant_id = boards.tenant_id and given.board_id = boards.id and given.role_id = any(${roles}::uuid[]))`
  return sql<boolean>`(owner_id = ${caller.userId}::uuid or (owner_id is null and (audience = 'tenant' or ${mayShare(caller)} or ${toRole})))`
}

export const queryBoard = implement(contract.queryBoard, {
  access: 'granted',
  allowedWith: ['read-only'],
  summary: 'The boards of charts that I have, and what stands on one of them',
  handle: ({ caller, inTenant, input: { id } }) =>
    inTenant(async (tx) => {
      const rows = await tx.all(
        build
          .selectFrom('boards')
          .select([
            'id',
            'board_name',
            'audience',
            'owner_id',
            sql<
              string[]
            >`array(select role_id::text from board_roles as given where given.tenant_id = boards.tenant_id and given.board_id = boards.id order by role_id)`.as(
              'roles',
            ),
          ])
          .where(usable(caller))
          .orderBy(sql`owner_id is null`)
          .orderBy(sql`lower(board_name)`)
          .orderBy('id'),
      )
      const list = rows.map(({ id: boardId, board_name, audience, owner_id, roles }) => ({
        id: boardId,
        boardName: board_name,
        audience,
        roleId: mayShare(caller) ? roles : [],
        mayChange: owner_id !== null || mayShare(caller),
      }))
      const wanted = id ?? list[0]?.id
      if (wanted === undefined) return { list, allowed: allowedTo(caller), board: null }
      const found = await tx.first(
        build.selectFrom('boards').select(['id', 'version', 'content']).where('id', '=', wanted).where(usable(caller)),
      )
      if (!found) fail('row.not-found')
      const content = await withinSight(tx, caller, found.content as BoardContent)
      return { list, allowed: allowedTo(caller), board: { id: found.id, version: found.version, content } }
    }),
})

export const addBoard = implement(contract.addBoard, {
  access: 'granted',
  // What charts compare with: who may see those fields, no noun of the log says.
  unloggedInput: ['content'],
  summary: 'Make a board of charts of my own',
  handle: ({ input, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const content = storable(input.content, undefined, t)
      await lockThoseOf(tx, caller.userId)
      await assertRoom(tx, caller.userId)
      await assertFree(tx, caller.userId, input.boardName)
      const id = newId()
      await tx.run(
        build
          .insertInto('boards')
          .values({ tenant_id: caller.tenantId, id, board_name: input.boardName, owner_id: caller.userId, content }),
      )
      return id
    }),
})

export const updateBoard = implement(contract.updateBoard, {
  access: 'granted',
  unloggedInput: ['content'],
  summary: 'Rename a board, or keep other charts on it',
  handle: ({ input, caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const known = await changeable(tx, caller, input.id)
      if (input.version !== known.version) fail('row.changed')
      await lockThoseOf(tx, known.owner_id)
      if (input.boardName !== undefined) await assertFree(tx, known.owner_id, input.boardName, input.id)
      await tx.run(
        build
          .updateTable('boards')
          .set({
            ...(input.boardName === undefined ? {} : { board_name: input.boardName }),
            ...(input.content ? { content: storable(input.content, known.content, t) } : {}),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('id', '=', input.id),
      )
      return known.version + 1
    }),
})

export const deleteBoard = implement(contract.deleteBoard, {
  access: 'granted',
  space: 'essential',
  summary: 'Delete a board',
  handle: ({ input, caller, inTenant }) =>
    inTenant(async (tx) => {
      await changeable(tx, caller, input.id)
      await tx.run(build.deleteFrom('boards').where('id', '=', input.id))
      return null
    }),
})

/** Sharing gives nobody a right: each reader sees of the figures, and of the charts, what their own roles let them see. */
export const shareBoard = implement(contract.shareBoard, {
  access: 'granted',
  summary: 'Share a board with the tenant or with roles, or make a shared one my own',
  handle: ({ input: { id, audience, roleId }, caller, inTenant }) =>
    inTenant(async (tx) => {
      const known = await changeable(tx, caller, id)
      const owner = audience === 'own' ? caller.userId : null
      await lockThoseOf(tx, owner)
      if (owner !== known.owner_id) {
        await assertRoom(tx, owner)
        await assertFree(tx, owner, known.board_name, id)
      }
      await tx.run(
        build
          .updateTable('boards')
          .set({ audience, owner_id: owner, version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', id),
      )
      await tx.run(build.deleteFrom('board_roles').where('board_id', '=', id))
      if (audience !== 'roles') return null
      const found = await tx.all(build.selectFrom('roles').select('id').where('id', 'in', roleId))
      if (found.length < roleId.length) fail('reference.not-found', { field: { name: 'roleId', label: 'noun.roles' } })
      await tx.run(build.insertInto('board_roles').values(roleId.map((role_id) => ({ tenant_id: caller.tenantId, board_id: id, role_id }))))
      return null
    }),
})

/** The board, for somebody who may change it; what one cannot use is not there. */
async function changeable(tx: Transaction, caller: Caller, id: string) {
  const board = await tx.first(
    build
      .selectFrom('boards')
      .select(['board_name', 'owner_id', 'version', 'content'])
      .where('id', '=', id)
      .where(usable(caller))
      .forUpdate(),
  )
  if (!board) fail('row.not-found')
  if (board.owner_id === null && !mayShare(caller)) fail('permission.denied')
  return { ...board, content: board.content as BoardContent }
}

/** Whoever counts boards or looks for a name waits for who adds one. @param owner Null for shared ones */
const lockThoseOf = (tx: Transaction, owner: string | null) => advisoryLock(tx, `boards of ${owner ?? 'all'}`)

async function assertRoom(tx: Transaction, owner: string | null): Promise<void> {
  const counted = await tx.first(
    build
      .selectFrom('boards')
      .select(sql<string>`count(*)`.as('count'))
      .where('owner_id', owner === null ? 'is' : '=', owner),
  )
  if (Number(counted?.count ?? 0) >= MAX_BOARDS) fail('board.too-many', { values: { most: MAX_BOARDS } })
}

async function assertFree(tx: Transaction, owner: string | null, name: string, except?: string): Promise<void> {
  const named = await tx.all(
    build
      .selectFrom('boards')
      .select('id')
      .where('owner_id', owner === null ? 'is' : '=', owner)
      .where(sql`lower(board_name)`, '=', sql`lower(${name})`),
  )
  if (named.some((row) => row.id !== except)) fail('row.taken', { field: { name: 'boardName', label: 'boards.name' } })
}
