/** Moving: all of them or none, within what is one's own. */
import { sql } from 'kysely'
import { moveFile } from '../../../../model/contract/file/disk.ts'
import { MAX_FOLDER_DEPTH, files } from '../../../../model/file/files.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { isFree, lockFilesOf } from './free-name.ts'
import { below, requireAllOwn, requireOwnFolder } from './access.ts'

export const move = implement(moveFile, {
  access: 'granted',
  summary: 'Put files and folders of the caller into another folder of theirs',
  of: files,
  handle: ({ caller, input: { id: ids, parentId }, inTenant }) =>
    inTenant(async (tx) => {
      await lockFilesOf(tx, caller)
      const target = await requireOwnFolder(tx, caller, parentId)
      const rows = (await requireAllOwn(tx, caller, ids)).filter((row) => row.parent_id !== (parentId ?? null))
      if (target?.path.some((step) => ids.includes(step.id))) fail('file.into-itself')
      if (rows.length === 0) return { moved: 0 }
      const moving = rows.map((row) => row.id)
      if ((target?.path.length ?? 0) + (await heightOf(tx, moving)) > MAX_FOLDER_DEPTH)
        fail('file.depth', { values: { most: MAX_FOLDER_DEPTH } })
      const names = new Set<string>()
      for (const { original_filename: name } of rows) {
        const key = name.toLowerCase()
        if (names.has(key) || !(await isFree(tx, caller, parentId, name))) fail('file.taken-there', { values: { name } })
        names.add(key)
      }
      await tx.run(
        build
          .updateTable('files')
          .set({ parent_id: parentId ?? null, version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', 'in', moving),
      )
      return { moved: rows.length }
    }),
})

/** How many folders lie within one another in what is moved; files need none. */
export async function heightOf(tx: Transaction, ids: readonly string[]): Promise<number> {
  const found = await tx.first({
    compile: () =>
      sql<{
        height: number | null
      }>`with recursive ${below(ids)} select max(depth) as height from below join files using (id) where not is_file`.compile(build),
  })
  return found?.height ?? 0
}
