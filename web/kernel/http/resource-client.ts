/** The four calls every noun has, and the cache of their answers. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Resource } from '../../../model/resource.ts'
import type { Query } from './api.ts'
import { call } from './api.ts'

/** A row as it travels. Linked rows come as ids and, for people, as `<field>Cn`. */
export interface ResourceRow {
  readonly id: string
  readonly version?: number
  readonly children?: readonly ResourceRow[]
  readonly [field: string]: unknown
}

export interface ResourceList {
  readonly list: readonly ResourceRow[]
  readonly total: number
  /** The fields this caller may see. */
  readonly fields?: readonly string[]
  /** The operations this caller may call: `query`, `add`, `update`, `delete` … */
  readonly allowed?: readonly string[]
}

/** `query` and `Tree` give `/api/admin/syspost/querySysPostTree`. */
export const pathOf = ({ api }: Resource, verb: string, rest = ''): string => `/api${api.base}/${verb}${api.noun}${rest}`

export function listOf(of: Resource, query: Query, more: { quiet?: boolean } = {}) {
  return queryOptions({
    queryKey: [of.name, 'list', query],
    queryFn: ({ signal }) => call<ResourceList>('GET', pathOf(of, 'query'), { query, signal, ...more }),
    placeholderData: keepPreviousData,
  })
}

export const addRow = (of: Resource, body: object) => call<unknown>('POST', pathOf(of, 'add'), { json: body })

export const updateRow = (of: Resource, body: object) => call<unknown>('PUT', pathOf(of, 'update'), { json: body })

export const deleteRows = (of: Resource, ids: readonly string[]) =>
  call<unknown>('POST', pathOf(of, 'delete'), { query: { id: ids.join(',') } })

/** The row as it is now, for a form that was overtaken by somebody else's change. */
export async function readRow(of: Resource, row: ResourceRow): Promise<ResourceRow | undefined> {
  // In a tree `id` asks for what is below a node, so its rows are asked for by their parent.
  const query = of.parent ? { [of.parent]: String(row[of.parent] ?? '0'), pageSize: 10_000 } : { id: row.id }
  const { list } = await call<ResourceList>('GET', pathOf(of, 'query'), { query })
  return list.find(({ id }) => id === row.id)
}

/** Lists show it, and so do the choices and counts made from it. */
export function forgetLists(queries: QueryClient, of: Resource): Promise<void> {
  return queries.invalidateQueries({ queryKey: [of.name] })
}

/** The rows of a tree one after the other, each before its children. */
export function allRows(rows: readonly ResourceRow[]): ResourceRow[] {
  return rows.flatMap((row) => [row, ...allRows(row.children ?? [])])
}
