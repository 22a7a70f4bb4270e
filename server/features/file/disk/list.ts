/** What lies in a folder, or in one of the places where lists begin, by page. */
import { queryFile } from '../../../../model/contract/file/disk.ts'
import { FILE_BUTTONS, files } from '../../../../model/file/files.ts'
import { personSeen } from '../../../kernel/resources/people.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { searchByName } from './name-search.ts'
import type { PageRow } from './folder-pages.ts'
import { pageOf } from './folder-pages.ts'
import { ancestorsOf, requireReadable, visibleOf } from './access.ts'
import { kilobytes } from './units.ts'

export const listFiles = implement(queryFile, {
  access: 'granted',
  summary: "What lies in a folder of the caller or a shared one, or where the caller's own begin, or is shared with them, or deleted",
  of: files,
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
      const { list, total, totalIs } = await pageOf(
        tx,
        caller,
        { folder: parentId, place, isBelow, name: originalFilename, fileType, among },
        wanted,
        inTenant,
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
        list: list.map((one) => ({ ...entryOf(one, caller, t), ...(ways ? { path: ways.get(one.id) ?? [] } : {}) })),
        total,
        totalIs,
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

function entryOf(row: PageRow, caller: Caller, t: Translate) {
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
    access: isOwn ? ('own' as const) : ('read' as const),
    // What a file contained before, and who else has its address, is its owner's.
    isLinked: isOwn && row.is_linked ? 1 : 0,
    versions: row.file_type === 'folder' ? 0 : isOwn ? 1 + row.former : 1,
    createdBy: personSeen(caller, row) || (isOwn ? row.username : ''),
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
