/** Who may see what: everybody their own, and of others what is shared with them, or lies in a folder that is. Nobody sees what is in the bin. */
import { sql } from 'kysely'
import type { FileType } from '../../../../model/file/files.ts'
import { MAX_FOLDER_DEPTH } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Statement, Transaction } from '../../../kernel/database/tenant.ts'
import { isShown } from './shared-with-me.ts'

export interface Named {
  readonly id: string
  readonly label: string
}

/** A file or folder, and the way to it from where the caller's sight begins. */
export interface ReadableFile {
  readonly id: string
  readonly owner: string
  readonly fileType: FileType
  readonly originalFilename: string
  readonly mediaType: string | null
  readonly blobId: string | null
  readonly path: readonly Named[]
}

export interface Step {
  of: string
  id: string
  owner_id: string
  original_filename: string
  file_type: FileType
  media_type: string | null
  blob_id: string | null
  is_shown: boolean
}

/**
 * The file or folder, which the caller may read.
 * @throws Failure `file.not-found`, for what the caller may not see as for what nobody has.
 */
export async function requireReadable(tx: Transaction, caller: Caller, id: string): Promise<ReadableFile> {
  const [found] = await requireAllReadable(tx, caller, [id])
  return found ?? fail('file.not-found')
}

/** All of them, in their order, or none. @throws Failure `file.not-found` */
export async function requireAllReadable(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<ReadableFile[]> {
  const chains = await ancestorsOf(tx, caller, ids)
  return ids.map((id) => {
    const chain = chains.get(id) ?? []
    const [first] = chain
    const visible = visibleOf(chain, caller)
    if (!first || visible.length === 0) return fail('file.not-found')
    return {
      id,
      owner: first.owner_id,
      fileType: first.file_type,
      originalFilename: first.original_filename,
      mediaType: first.media_type,
      blobId: first.blob_id,
      path: visible.map((step) => ({ id: step.id, label: step.original_filename })).reverse(),
    }
  })
}

/** Of somebody else's, sight begins at the highest folder that is shared. */
export function visibleOf(chain: readonly Step[], { userId }: Caller): readonly Step[] {
  return chain[0]?.owner_id === userId ? chain : chain.slice(0, chain.findLastIndex((step) => step.is_shown) + 1)
}

/**
 * For each of the ids its row and every folder above it, the nearest first. What is shared is only asked of what is somebody else's: to
 * plan that takes longer than all the rest of a page of a list.
 */
export async function ancestorsOf(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Map<string, Step[]>> {
  const steps = await tx.all(stepsOf(ids))
  const others = [...new Set(steps.filter((step) => step.owner_id !== caller.userId).map((step) => step.id))]
  const rows =
    others.length === 0
      ? []
      : await tx.all(
          build
            .selectFrom('files')
            .select('id')
            .where(sql<boolean>`id = any(${others}::uuid[])`)
            .where(isShown(caller, 'files')),
        )
  const shown = new Set(rows.map((row) => row.id))
  return Map.groupBy(
    steps.map((step) => ({ ...step, is_shown: shown.has(step.id) })),
    (step) => step.of,
  )
}

function stepsOf(ids: readonly string[]): Statement<Omit<Step, 'is_shown'>> {
  return {
    compile: () =>
      sql<Omit<Step, 'is_shown'>>`
      with recursive chain as (
        select id as of, id, parent_id, owner_id, original_filename, file_type, media_type, blob_id, 0 as steps from files where id = any(${ids}::uuid[]) and bin_id is null
        union all
        select chain.of, above.id, above.parent_id, above.owner_id, above.original_filename, above.file_type, above.media_type, above.blob_id, chain.steps + 1
        from chain join files above on above.id = chain.parent_id where chain.steps < ${sql.lit(MAX_FOLDER_DEPTH)}
      ) select of, id, owner_id, original_filename, file_type, media_type, blob_id from chain order by of, steps`.compile(build),
  }
}

/**
 * The file or folder, which is the caller's own.
 * @throws Failure `file.not-found` where it is not seen, `permission.denied` where it is somebody else's.
 */
export async function requireOwn(tx: Transaction, caller: Caller, id: string): Promise<ReadableFile> {
  const found = await requireReadable(tx, caller, id)
  if (found.owner !== caller.userId) fail('permission.denied')
  return found
}

/** All of them or none. @throws Failure as {@link own} does for the first that is not the caller's. */
export async function requireAllOwn(tx: Transaction, caller: Caller, ids: readonly string[]) {
  const rows = await tx.all(
    build
      .selectFrom('files')
      .select(['id', 'parent_id', 'original_filename', 'is_file'])
      .where('id', 'in', ids)
      .where('owner_id', '=', caller.userId)
      .where('bin_id', 'is', null),
  )
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) {
    await requireOwn(tx, caller, missing)
    fail('file.not-found')
  }
  return rows
}

/** A folder of one's own; nothing for the place where all begins. */
export async function requireOwnFolder(tx: Transaction, caller: Caller, id: string | undefined): Promise<ReadableFile | undefined> {
  if (id === undefined) return undefined
  const found = await requireOwn(tx, caller, id)
  if (found.fileType !== 'folder') fail('file.not-found')
  return found
}

/** The ids and everything below them, as a relation `below` of `id`, `top` and `depth`. */
export const below = (ids: readonly string[]) => sql`below as (
  select id, id as top, 1 as depth from files where id = any(${ids}::uuid[])
  union all
  select child.id, below.top, below.depth + 1 from files child join below on child.parent_id = below.id
)`
