/**
 * Pages of folders that may hold a hundred thousand files. Folders stand before files whatever the order, so a page is cut from
 * two lists, each of which an index has in that order, forwards and backwards (migrations/0023_disk.sql); only what stands on
 * the page is read whole.
 */
import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { FileType, Order, Place } from '../../../../model/file/files.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { contains } from '../../../kernel/operations/select.ts'
import type { Counted } from '../../../kernel/operations/totals.ts'
import { withTotal } from '../../../kernel/operations/totals.ts'
import { build } from '../../../kernel/sql.ts'
import type { Tables } from '../../../kernel/tables.ts'
import type { Transaction } from '../../../kernel/tenant.ts'
import { sharedTops } from './shown.ts'
import { wireTimeOf } from './wire.ts'

type Rows = SelectQueryBuilder<Tables, 'files', object>

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
}

export function rowsOf(caller: Pick<Caller, 'userId'> & Caller, { name, fileType, ...scope }: Scope): Rows {
  return within(build.selectFrom('files'), caller, scope)
    .$if(fileType !== undefined, (query) => query.where('file_type', '=', fileType as FileType))
    .$if(Boolean(name), (query) => query.where(contains([sql.ref('original_filename')], name)))
}

function within(rows: Rows, caller: Caller, { folder, place, isBelow }: Omit<Scope, 'name' | 'fileType'>): Rows {
  if (folder === undefined && place === 'recycled') return rows.where('owner_id', '=', caller.userId).whereRef('bin_id', '=', 'id')
  const there = rows.where('bin_id', 'is', null)
  if (folder !== undefined) return isBelow ? there.where(sql<boolean>`id in ${under(sql`select id, id as parent_id from files where parent_id = ${folder}`)}`) : there.where('place_id', '=', folder)
  if (place === 'shared') return there.where(sql<boolean>`id in ${isBelow ? under(sql`select id, null::uuid as parent_id from files where id in ${sharedTops(caller)}`) : sharedTops(caller)}`)
  return isBelow ? there.where('owner_id', '=', caller.userId) : there.where('place_id', '=', caller.userId)
}

const under = (tops: ReturnType<typeof sql>) => sql`(
  with recursive tops as (${tops}), below as (
    select id from tops union all select child.id from files child join below on child.parent_id = below.id
  ) select id from below)`

const columns = { originalFilename: 'name_key', size: 'size', createTime: 'created_at', updateTime: 'updated_at', fileType: 'file_type', deletedTime: 'deleted_at' } as const satisfies Record<Order, string>

export interface PageRow {
  id: string; parent_id: string | null; owner_id: string; original_filename: string; size: string; media_type: string | null; file_type: FileType; is_shared: 0 | 1
  username: string; former: number; is_linked: boolean; created: string; updated: string; deleted: string | null
}

interface Wanted { readonly sorter: string; readonly from: number; readonly size: number }

export async function pageOf(tx: Transaction, rows: Rows, wanted: Wanted): Promise<Counted<PageRow>> {
  const counting = tx.first(rows.where('is_file', '=', false).select(sql<number>`count(*)::integer`.as('count')))
  const page = async () => readPage(tx, rows, (await counting)?.count ?? 0, wanted)
  return withTotal(tx, rows, page, async (count) => {
    const [list, total] = await Promise.all([page(), count()])
    return { list, total }
  })
}

async function readPage(tx: Transaction, rows: Rows, folders: number, { sorter, from, size }: Wanted): Promise<PageRow[]> {
  const first = Math.max(0, Math.min(size, folders - from))
  const [above, below] = await Promise.all([
    first > 0 ? tx.all(cut(rows.where('is_file', '=', false), sorter, from, first)) : [],
    first < size ? tx.all(cut(rows.where('is_file', '=', true), sorter, Math.max(0, from - folders), size - first)) : [],
  ])
  return [...above, ...below]
}

/** The ids come from the index alone, however far down the list the page lies. */
function cut(rows: Rows, sorter: string, offset: number, limit: number) {
  const [, order = 'originalFilename', end] = /^(.+)_(ascend|descend)$/.exec(sorter) ?? []
  const [column, direction] = [columns[order as Order], end === 'descend' ? 'desc' : 'asc'] as const
  const ids = rows.select('id').orderBy(column, direction).orderBy('id', direction).offset(offset).limit(limit)
  return build.selectFrom('files').where('files.id', 'in', ids)
    .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'files.tenant_id').onRef('users.id', '=', 'files.owner_id'))
    .select(['files.id', 'parent_id', 'owner_id', 'original_filename', 'size', 'media_type', 'file_type', 'is_shared', 'username',
      sql<number>`(select count(*)::integer from file_versions where file_versions.file_id = files.id)`.as('former'),
      sql<boolean>`exists (select from file_links where file_links.file_id = files.id and (file_links.expires_at is null or file_links.expires_at > now()))`.as('is_linked'),
      wireTimeOf('files.created_at').as('created'), wireTimeOf('files.updated_at').as('updated'), sql<string | null>`${wireTimeOf('files.deleted_at')}`.as('deleted')])
    .orderBy(`files.${column}`, direction).orderBy('files.id', direction)
}
