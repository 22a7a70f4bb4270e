/** The folders of one's own, and the kinds of files. */
import { z } from 'zod'
import { FILE_TYPES, files } from '../../../../model/file/files.ts'
import { route } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

const BASE = files.api.base

interface Node {
  id: string
  label: string
  children: Node[]
}

export const queryFolderTree = route({
  method: 'GET',
  path: `${BASE}/queryFolderTree`,
  access: 'granted',
  summary: 'The folders of the caller',
  of: files,
  output: z.array(z.looseObject({ id: z.string(), label: z.string() })),
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
      return rows.filter(({ parent_id: above }) => above === null).map((row) => nodes.get(row.id))
    }),
})

export const queryFileTypeName = route({
  method: 'GET',
  path: `${BASE}/queryFileTypeName`,
  access: 'granted',
  summary: 'The kinds of files, by what is in them',
  output: z.array(z.strictObject({ value: z.enum(FILE_TYPES), label: z.string() })),
  handle: async ({ t }) => FILE_TYPES.map((value) => ({ value, label: t(`choice.fileType.${value}`) })),
})
