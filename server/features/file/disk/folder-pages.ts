/**
 * Pages of folders that may hold a hundred thousand files. Folders stand before files whatever the order, so a page is cut from
 * two lists, each of which an index has in that order, forwards and backwards (migrations/0023_disk.sql). The ids come first, from
 * the index alone and from the nearer end of it; only what stands on the page is read whole, by a statement that is planned once.
 */
import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FileType, Order, Place } from '../../../../model/file/files.ts'
import { parseSorter } from '../../../../model/list-query.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Again, Counted } from '../../../kernel/resources/totals.ts'
import { countOf, knownTotal, withTotal } from '../../../kernel/resources/totals.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { DatabaseTables } from '../../../kernel/database/tables.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { sharedTops } from './shared-with-me.ts'
import { wireTimeOf } from './units.ts'

type Rows = SelectQueryBuilder<DatabaseTables, 'files', object>

export interface Scope {
  /** One that the caller may read. */
  readonly folder?: string | undefined
  /** Where there is no folder. */
  readonly place: Place
  /** With all that lies below. */
  readonly isBelow: boolean
  /** Part of the name. */
  readonly name?: string | undefined
  readonly fileType?: FileType | undefined
  /** The only ones that can have that part, where that is known (named.ts). */
  readonly among?: readonly string[] | undefined
}

/** From here on it pays to know how many there are before a page is read. */
const DEEP = 500

function rowsOf(caller: Caller, { name, fileType, among, ...scope }: Scope): Rows {
  return (
    within(build.selectFrom('files'), caller, scope)
      .$if(among !== undefined, (query) => query.where(sql<boolean>`id = any(${among}::uuid[])`))
      .$if(fileType !== undefined, (query) =>
        query.where('file_type', '=', fileType as FileType).where('is_file', '=', fileType !== 'folder'),
      )
      // Of what is kept in small letters; `ilike` costs four times as much.
      .$if(Boolean(name), (query) => query.where(sql<boolean>`name_key like lower(${containing(name ?? '')})`))
  )
}

/** The pattern of what has that part. */
export const containing = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`

function within(rows: Rows, caller: Caller, { folder, place, isBelow }: Omit<Scope, 'name' | 'fileType' | 'among'>): Rows {
  if (folder === undefined && place === 'recycled') return rows.where('owner_id', '=', caller.userId).whereRef('bin_id', '=', 'id')
  const there = rows.where('bin_id', 'is', null)
  if (folder !== undefined)
    return isBelow
      ? there.where(sql<boolean>`place_id in ${foldersBelow(sql`select ${folder}::uuid as id`)}`)
      : there.where('place_id', '=', folder)
  if (place === 'mine') return isBelow ? there.where('owner_id', '=', caller.userId) : there.where('place_id', '=', caller.userId)
  const tops = sharedTops(caller)
  if (!isBelow) return there.where(sql<boolean>`id in ${tops}`)
  return there.where(
    sql<boolean>`id in (with tops as materialized ${tops} select id from tops union select id from files where bin_id is null and place_id in ${foldersBelow(sql`select id from tops`)})`,
  )
}

/** These and the folders within them: folders are few where files are many. */
const foldersBelow = (tops: ReturnType<typeof sql>) => sql`(
  with recursive folders as (
    ${tops} union all select child.id from files child join folders on child.place_id = folders.id where child.bin_id is null and child.is_file = false
  ) select id from folders)`

const columns = {
  originalFilename: 'name_key',
  size: 'size',
  createTime: 'created_at',
  updateTime: 'updated_at',
  fileType: 'file_type',
  deletedTime: 'deleted_at',
} as const satisfies Record<Order, string>

export interface PageRow {
  id: string
  parent_id: string | null
  owner_id: string
  original_filename: string
  size: string
  media_type: string | null
  file_type: FileType
  is_shared: 0 | 1
  username: string
  nickname: string
  former: number
  is_linked: boolean
  created: string
  updated: string
  deleted: string | null
}

export interface PageRequest {
  readonly sorter: string
  readonly from: number
  readonly size: number
}

/** A page of the files and folders of a place, with their number. What an index has in order is read from there, all else in one scan. */
export function pageOf(tx: Transaction, caller: Caller, scope: Scope, wanted: PageRequest, again: Again): Promise<Counted<PageRow>> {
  const rows = rowsOf(caller, scope)
  return scope.name || scope.isBelow || (scope.place !== 'mine' && scope.folder === undefined)
    ? lookedThrough(tx, rows, wanted)
    : inOrder(tx, rows, wanted, again)
}

async function inOrder(tx: Transaction, rows: Rows, wanted: PageRequest, again: Again): Promise<Counted<PageRow>> {
  const counting = tx.first(rows.where('is_file', '=', false).select(sql<number>`count(*)::integer`.as('count')))
  const page = async (total?: number) => wholeOf(tx, await cutTwice(tx, rows, (await counting)?.count ?? 0, wanted, total))
  if (wanted.from < DEEP) return withTotal(tx, countOf(rows), { limit: wanted.size, offset: wanted.from }, page, again)
  const known = await knownTotal(tx, countOf(rows))
  return { list: await page(known.total), ...known }
}

/** The ids on the page. @param total Of all rows, where it is known. */
async function cutTwice(
  tx: Transaction,
  rows: Rows,
  folders: number,
  { sorter, from, size }: PageRequest,
  total?: number,
): Promise<string[]> {
  const { column, direction } = orderOf(sorter)
  const first = Math.max(0, Math.min(size, folders - from))
  const cut = async (isFile: boolean, offset: number, limit: number, way = direction) =>
    limit <= 0
      ? []
      : (
          await tx.all(rows.select('id').where('is_file', '=', isFile).orderBy(column, way).orderBy('id', way).offset(offset).limit(limit))
        ).map(({ id }) => id)
  const cutFiles = async (offset: number, limit: number) => {
    const behind = total === undefined ? Infinity : total - folders - offset - limit
    if (behind >= offset) return cut(true, offset, limit)
    return (await cut(true, Math.max(0, behind), limit + Math.min(0, behind), direction === 'asc' ? 'desc' : 'asc')).reverse()
  }
  const [above, below] = await Promise.all([cut(false, from, first), cutFiles(Math.max(0, from - folders), size - first)])
  return [...above, ...below]
}

async function lookedThrough(tx: Transaction, rows: Rows, { sorter, from, size }: PageRequest): Promise<Counted<PageRow>> {
  const { column, direction } = orderOf(sorter)
  const way = sql.raw(direction)
  const found = await tx.first({
    compile: () =>
      sql<{ total: number; ids: string[] }>`with found as materialized (${rows.select(['id', 'is_file', sql.ref(column).as('by')])})
      select (select count(*)::integer from found) as total, array(select id::text from found order by is_file, by ${way}, id ${way} limit ${size} offset ${from}) as ids`.compile(
        build,
      ),
  })
  const { total = 0, ids = [] } = found ?? {}
  return { list: await wholeOf(tx, ids), total, totalIs: 'exact' }
}

/** In the order of the ids. */
async function wholeOf(tx: Transaction, ids: readonly string[]): Promise<PageRow[]> {
  if (ids.length === 0) return []
  const place = new Map(ids.map((id, at) => [id, at]))
  const list = await tx.all(whole().where(sql<boolean>`files.id = any(${ids}::uuid[])`))
  return list.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
}

function orderOf(sorter: string) {
  const { field: order, direction: end } = parseSorter(sorter) ?? { field: 'originalFilename', direction: 'ascend' }
  return { column: columns[order as Order], direction: end === 'descend' ? ('desc' as const) : ('asc' as const) }
}

const whole = () =>
  build
    .selectFrom('files')
    .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'files.tenant_id').onRef('users.id', '=', 'files.owner_id'))
    .select([
      'files.id',
      'parent_id',
      'owner_id',
      'original_filename',
      'size',
      'media_type',
      'file_type',
      'is_shared',
      'username',
      'nickname',
      sql<number>`(select count(*)::integer from file_versions where file_versions.file_id = files.id)`.as('former'),
      sql<boolean>`exists (select from file_links where file_links.file_id = files.id and (file_links.expires_at is null or file_links.expires_at > now()))`.as(
        'is_linked',
      ),
      wireTimeOf('files.created_at').as('created'),
      wireTimeOf('files.updated_at').as('updated'),
      sql<string | null>`${wireTimeOf('files.deleted_at')}`.as('deleted'),
    ])
