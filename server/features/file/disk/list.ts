/** What lies in a folder, or in one of the places where lists begin, by page. */
import { z } from 'zod'
import { FILE_BUTTONS, FILE_TYPES, ORDERS, PLACES, files } from '../../../../model/file/files.ts'
import { id } from '../../../../model/fields.ts'
import { users } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { searchByName } from './name-search.ts'
import type { PageRow } from './pages.ts'
import { pageOf } from './pages.ts'
import { ancestorsOf, requireReadable, visibleOf } from './access.ts'
import { kilobytes } from './wire.ts'
import { blank } from './write.ts'

const sorters = ORDERS.flatMap((order) => [`${order}_ascend`, `${order}_descend`] as const)

const row = z.strictObject({
  id: z.string(),
  parentId: z.string(),
  originalFilename: z.string(),
  size: z.number().describe('Kilobytes'),
  contentType: z.string(),
  fileType: z.enum(FILE_TYPES),
  fileTypeCn: z.string(),
  isShared: z.int(),
  isLinked: z.int(),
  isOwn: z.boolean(),
  access: z.enum(['own', 'read']),
  versions: z.int(),
  createdBy: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  deletedTime: z.string().optional(),
  path: z.array(z.string()).optional().describe('Folders on the way to what was found'),
})

export const queryFile = route({
  method: 'GET',
  path: `${files.api.base}/queryFile`,
  access: 'granted',
  summary: "What lies in a folder of the caller or a shared one, or where the caller's own begin, or is shared with them, or deleted",
  of: files,
  input: z.object({
    parentId: z.preprocess(blank, z.optional(id)),
    place: z.preprocess(blank, z.enum(PLACES).default('mine')),
    originalFilename: z
      .string()
      .trim()
      .max(255)
      .refine((part) => !part.includes('\u0000'))
      .optional(),
    everywhere: z.preprocess(
      (value) => (typeof value === 'string' ? blank(value) : value),
      z.coerce.number().int().min(0).max(1).default(0),
    ),
    fileType: z.preprocess(blank, z.enum(FILE_TYPES).optional()),
    sorter: z.preprocess(blank, z.enum(sorters).optional()),
    currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(1000).default(20),
  }),
  output: z.strictObject({
    list: z.array(row),
    total: z.int(),
    path: z.array(z.strictObject({ id: z.string(), label: z.string() })),
    allowed: z.array(z.string()).describe("What the caller's roles let them do with files, as buttons are called"),
  }),
  handle: async ({
    caller,
    input: { parentId, place, originalFilename, everywhere, fileType, sorter, currentPage, pageSize },
    inTenant,
    services,
    t,
  }) => {
    // What is in the bin is in no index of names.
    const among =
      originalFilename && (place !== 'recycled' || parentId !== undefined)
        ? await searchByName(services.transactions, caller, originalFilename)
        : undefined
    return inTenant(async (tx) => {
      const folder = parentId === undefined ? undefined : await requireReadable(tx, caller, parentId)
      if (folder && folder.fileType !== 'folder') fail('file.not-found')
      const isBelow = everywhere === 1
      const wanted = {
        sorter: sorter ?? (place === 'recycled' ? 'deletedTime_descend' : 'originalFilename_ascend'),
        from: (currentPage - 1) * pageSize,
        size: pageSize,
      }
      const { list, total } = await pageOf(
        tx,
        caller,
        { folder: parentId, place, isBelow, name: originalFilename, fileType, among },
        wanted,
      )
      const ways =
        isBelow && (place !== 'recycled' || folder)
          ? await waysTo(
              tx,
              caller,
              list.map((one) => one.id),
            )
          : undefined
      return {
        list: list.map((one) => ({ ...told(one, caller, t), ...(ways ? { path: ways.get(one.id) ?? [] } : {}) })),
        total,
        path: folder?.path ?? [],
        allowed: allowedTo(caller),
      }
    })
  },
})

const allowedTo = ({ urls }: Caller): string[] =>
  Object.entries(FILE_BUTTONS)
    .filter(([, call]) => urls.has(call))
    .map(([button]) => button)

function told(row: PageRow, caller: Caller, t: Translate) {
  const isOwn = row.owner_id === caller.userId
  return {
    id: row.id,
    parentId: row.parent_id ?? '0',
    originalFilename: row.original_filename,
    size: kilobytes(row.size),
    contentType: row.media_type ?? '',
    fileType: row.file_type,
    fileTypeCn: t(`choice.fileType.${row.file_type}`),
    isShared: row.is_shared,
    isOwn,
    access: isOwn ? 'own' : 'read',
    // What a file contained before, and who else has its address, is its owner's.
    isLinked: isOwn && row.is_linked ? 1 : 0,
    versions: row.file_type === 'folder' ? 0 : isOwn ? 1 + row.former : 1,
    createdBy: isOwn || viewOf(caller, users).sees('username') ? row.username : '',
    createTime: row.created,
    updateTime: row.updated,
    ...(row.deleted === null ? {} : { deletedTime: row.deleted }),
  }
}

/** Names of the folders above each, from where the caller's sight begins. */
async function waysTo(tx: Transaction, caller: Caller, ids: readonly string[]): Promise<Map<string, string[]>> {
  const chains = await ancestorsOf(tx, caller, ids)
  return new Map(
    [...chains].map(([of, chain]) => [
      of,
      visibleOf(chain, caller)
        .slice(1)
        .map((step) => step.original_filename)
        .reverse(),
    ]),
  )
}
