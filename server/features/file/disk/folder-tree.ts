/** The folders of one's own, and the kinds of files. */
import { queryFileTypeName, queryFolderTree } from '../../../../model/contract/file/disk.ts'
import { FILE_TYPES, files } from '../../../../model/file/files.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

interface Node {
  id: string
  label: string
  children: Node[]
}

export const folderTree = implement(queryFolderTree, {
  access: 'granted',
  summary: 'The folders of the caller',
  of: files,
  handle: ({ caller, inTenant }) =>
    inTenant(async (tx) => {
      const rows = await tx.all(
        build
          .selectFrom('files')
          .select(['id', 'parent_id', 'original_filename'])
          .where('owner_id', '=', caller.userId)
          .where('is_file', '=', false)
          .where('bin_id', 'is', null)
          .orderBy('name_key')
          .orderBy('id'),
      )
      const nodes = new Map(rows.map((row): [string, Node] => [row.id, { id: row.id, label: row.original_filename, children: [] }]))
      for (const { id: own, parent_id: above } of rows) if (above !== null) nodes.get(above)?.children.push(nodes.get(own) as Node)
      return rows.filter(({ parent_id: above }) => above === null).map((row) => nodes.get(row.id) as Node)
    }),
})

export const fileTypes = implement(queryFileTypeName, {
  access: 'granted',
  summary: 'The kinds of files, by what is in them',
  handle: async ({ t }) => FILE_TYPES.map((value) => ({ value, label: t(`choice.fileType.${value}`) })),
})
