/** What there is: the folders of one's own, the contents of one, and the kinds of files. */
import { sql } from 'kysely'
import { z } from 'zod'
import { FILE_TYPES, files } from '../../../../model/file/files.ts'
import { id } from '../../../../model/fields.ts'
import { users } from '../../../../model/index.ts'
import { route } from '../../../kernel/http.ts'
import { contains } from '../../../kernel/operations/select.ts'
import { build } from '../../../kernel/sql.ts'
import { viewOf } from '../../../kernel/view.ts'
import { rowsIn, seen } from './read.ts'

const BASE = files.api.base

interface Node { id: string; label: string; children: Node[] }

export const queryFolderTree = route({
  method: 'GET',
  path: `${BASE}/queryFolderTree`,
  access: 'granted',
  summary: 'The folders of the caller',
  of: files,
  output: z.array(z.looseObject({ id: z.string(), label: z.string() })),
  handle: ({ caller, inTenant }) => inTenant(async (tx) => {
    const rows = await tx.all(build.selectFrom('files').select(['id', 'parent_id', 'original_filename']).where('owner_id', '=', caller.userId).where('file_type', '=', 'folder').orderBy(sql`lower(original_filename)`).orderBy('id'))
    const nodes = new Map(rows.map((row): [string, Node] => [row.id, { id: row.id, label: row.original_filename, children: [] }]))
    for (const { id: own, parent_id: above } of rows) if (above !== null) nodes.get(above)?.children.push(nodes.get(own) as Node)
    return rows.filter(({ parent_id: above }) => above === null).map((row) => nodes.get(row.id))
  }),
})

const blank = (value: unknown) => (value === '' || value === '0' || value === 'undefined' || value === 'null' ? undefined : value)

export const queryFile = route({
  method: 'GET',
  path: `${BASE}/queryFile`,
  access: 'granted',
  summary: 'What lies in a folder of the caller or a shared one, or where the caller\'s own begin',
  of: files,
  input: z.object({
    parentId: z.preprocess(blank, id.optional()),
    originalFilename: z.string().trim().max(255).refine((part) => !part.includes('\u0000')).optional(),
    fileType: z.preprocess(blank, z.enum(FILE_TYPES).optional()),
    currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(20),
  }),
  output: z.strictObject({
    list: z.array(z.strictObject({
      id: z.string(), parentId: z.string(), originalFilename: z.string(), size: z.number(), contentType: z.string(), fileType: z.enum(FILE_TYPES), fileTypeCn: z.string(),
      isShared: z.int(), isOwn: z.boolean(), createdBy: z.string(), createTime: z.string(),
    })),
    total: z.int(),
    path: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  }),
  async handle({ caller, input: { parentId, originalFilename, fileType, currentPage, pageSize }, inTenant, t }) {
    const isNamed = viewOf(caller, users).sees('username')
    return inTenant(async (tx) => {
      const folder = parentId === undefined ? undefined : await seen(tx, caller, parentId)
      const rows = rowsIn(caller, parentId)
        .$if(fileType !== undefined, (query) => query.where('file_type', '=', fileType as typeof FILE_TYPES[number]))
        .$if(Boolean(originalFilename), (query) => query.where(contains([sql.ref('original_filename')], originalFilename)))
      const [list, count] = await Promise.all([
        tx.all(rows.innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'files.tenant_id').onRef('users.id', '=', 'files.owner_id'))
          .select(['files.id', 'parent_id', 'original_filename', 'size', 'media_type', 'file_type', 'is_shared', 'owner_id', 'username', sql<string>`to_char(files.created_at, 'YYYY-MM-DD HH24:MI:SS')`.as('created')])
          .orderBy(sql`file_type <> 'folder'`).orderBy(sql`lower(original_filename)`).orderBy('files.id').limit(pageSize).offset((currentPage - 1) * pageSize)),
        tx.first(rows.select(sql<number>`count(*)::integer`.as('total'))),
      ])
      return {
        list: list.map((row) => ({
          id: row.id, parentId: row.parent_id ?? '0', originalFilename: row.original_filename, size: Math.round(Number(row.size) / 10.24) / 100, contentType: row.media_type ?? '',
          fileType: row.file_type, fileTypeCn: t(`choice.fileType.${row.file_type}`), isShared: row.is_shared, isOwn: row.owner_id === caller.userId,
          createdBy: isNamed || row.owner_id === caller.userId ? row.username : '', createTime: row.created,
        })),
        total: count?.total ?? 0,
        path: folder?.path ?? [],
      }
    })
  },
})

export const queryFileTypeName = route({
  method: 'GET',
  path: `${BASE}/queryFileTypeName`,
  access: 'granted',
  summary: 'The kinds of files, by what is in them',
  output: z.array(z.strictObject({ value: z.enum(FILE_TYPES), label: z.string() })),
  handle: async ({ t }) => FILE_TYPES.map((value) => ({ value, label: t(`choice.fileType.${value}`) })),
})
