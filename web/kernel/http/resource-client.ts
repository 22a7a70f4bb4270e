/** The calls every noun has, their paths made from its declaration, and the cache of their answers. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Imported, ImportKind, ImportMode } from '../../../model/contract/exchange/imports.ts'
import type { TotalIs, Written } from '../../../model/contract/resources.ts'
import type { Resource } from '../../../model/resource.ts'
import type { ResourceRow } from '../../../model/rows.ts'
import type { Choice } from '../../../model/wire.ts'
import type { Query, Saved } from './api.ts'
import { call } from './api.ts'
import type { AskOptions } from './ask.ts'
import { partsOf } from './ask.ts'

export type { ResourceRow } from '../../../model/rows.ts'

export interface ResourceList {
  readonly list: readonly ResourceRow[]
  readonly total: number
  readonly totalIs: TotalIs
  /** The fields this caller may see. */
  readonly fields?: readonly string[]
  /** The operations this caller may call: `query`, `add`, `update`, `delete` … */
  readonly allowed?: readonly string[]
}

/** `query` and `Tree` give `/api/admin/syspost/querySysPostTree`. */
const pathOf = ({ api }: Resource, verb: string, rest = ''): string => `/api${api.base}/${verb}${api.noun}${rest}`

/** A page of a noun's rows, with what the caller may see and do. @throws ApiError */
export const readList = (of: Resource, query: Query, options: AskOptions = {}) =>
  call<ResourceList>('GET', pathOf(of, 'query'), { ...options, query })

/** The query for a page of a noun's rows; what was shown stays until the answer. @param more `quiet`: a failure is not told to people */
export function listOf(of: Resource, query: Query, more: { quiet?: boolean } = {}) {
  return queryOptions({
    queryKey: [of.name, 'list', query],
    queryFn: ({ signal }) => readList(of, query, { signal, ...more }),
    placeholderData: keepPreviousData,
  })
}

/** Rows to choose from: those whose names have the `keyword`, or those with the ids, comma-joined. */
export const readOptions = (of: Resource, query: { keyword: string } | { id: string }) =>
  call<readonly Choice[]>('GET', pathOf(of, 'query', 'Options'), { query })

/** A node of a tree to choose from. */
export interface TreeNode {
  readonly value: string
  readonly title: string
  readonly children?: readonly TreeNode[]
}

/** The rows of a noun that is a tree, to choose from. */
export async function readTree(of: Resource): Promise<readonly TreeNode[]> {
  const answer = await call<readonly TreeNode[] | { list: readonly TreeNode[] }>('GET', pathOf(of, 'query', 'Tree'))
  return 'list' in answer ? answer.list : answer
}

/** A file with the rows that are asked for, or the job that will make it. @param verb Which kind of file: `export`, `exportWord` … */
export const exportRows = (of: Resource, verb: string, asked: object, options: AskOptions) =>
  call<Saved | { jobId: string }>('POST', pathOf(of, verb), {
    ...options,
    // Many rows become a job, which the export centre shows (RFC 7240).
    headers: { ...options.headers, Prefer: 'respond-async' },
    json: asked,
    file: true,
  })

/** The empty workbook that rows to import are filled in. */
export const readTemplate = (of: Resource, options: AskOptions) =>
  call<Saved>('POST', pathOf(of, 'export'), { ...options, query: { isTemplate: 1 }, file: true })

/** What a file of rows to import is sent with; the password is a hash. */
export interface ImportInput {
  readonly mode: ImportMode
  readonly kind?: ImportKind | undefined
  /** What the check compared with. */
  readonly basis?: string | undefined
  readonly initialPassword?: string | undefined
  readonly file: File
}

/** The outcome of importing a file, or the job that will have it. @throws ApiError */
export const importRows = (of: Resource, input: ImportInput, options: AskOptions) =>
  call<Imported>('POST', pathOf(of, 'import'), { ...options, parts: partsOf({ ...input }) })

/** The id and version of the row that was added. @throws ApiError */
export const addRow = (of: Resource, body: object) => call<Written>('POST', pathOf(of, 'add'), { json: body })

/** The id and new version of the row that was changed. @throws ApiError, `row.changed` where somebody else was first */
export const updateRow = (of: Resource, body: object) => call<Written>('PUT', pathOf(of, 'update'), { json: body })

/** The answer to deleting rows, all of them or none. @throws ApiError */
export const deleteRows = (of: Resource, ids: readonly string[]) =>
  call<unknown>('POST', pathOf(of, 'delete'), { query: { id: ids.join(',') } })

/** The row as it is now, for a form that was overtaken by somebody else's change. */
export async function readRow(of: Resource, row: ResourceRow): Promise<ResourceRow | undefined> {
  // In a tree `id` asks for what is below a node, so its rows are asked for by their parent.
  const query = of.parent ? { [of.parent]: String(row[of.parent] ?? '0'), pageSize: 10_000 } : { id: row.id }
  const { list } = await readList(of, query)
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
