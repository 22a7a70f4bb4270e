/** The calls every noun has, their paths made from its declaration, and the cache of their answers. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../../model/contract/contract.ts'
import type { NounContracts, TreeNode } from '../../../model/contract/nouns.ts'
import type { NounCall } from '../../../model/noun-calls.ts'
import { addressOf } from '../../../model/noun-calls.ts'
import type { Resource } from '../../../model/resource.ts'
import type { ResourceRow } from '../../../model/rows.ts'
import type { Query, Saved } from './api.ts'
import type { AskOptions } from './ask.ts'
import { ask, askFile } from './ask.ts'

export type { TreeNode } from '../../../model/contract/nouns.ts'
export type { ResourceRow } from '../../../model/rows.ts'

/** A page of a noun's rows, with the fields that the caller may see and the operations they may call: `query`, `add`, `update`, `delete` … */
export type ResourceList = OutputOf<NounContracts['query']>

/** The contract of a noun's call, as the browser has one: without its schemas. */
const callOf = <Name extends NounCall>(of: Resource, call: Name) => addressOf(of, call) as unknown as NounContracts[Name]

/** A page of a noun's rows, with what the caller may see and do. @throws ApiError */
export const readList = (of: Resource, query: Query, options: AskOptions = {}): Promise<ResourceList> =>
  ask(callOf(of, 'query'), query, options)

/** The query for a page of a noun's rows; what was shown stays until the answer. @param more `quiet`: a failure is not told to people */
export function listOf(of: Resource, query: Query, more: { quiet?: boolean } = {}) {
  return queryOptions({
    queryKey: [of.name, 'list', query],
    queryFn: ({ signal }) => readList(of, query, { signal, ...more }),
    placeholderData: keepPreviousData,
  })
}

/** By a part of the name, and the rows of another noun that they belong to; or by ids, comma-joined. */
export type OptionsQuery = { keyword: string; within?: string; withinId?: string } | { id: string }

/** Rows to choose from: those whose names have the `keyword`, or those with the ids, comma-joined. */
export const readOptions = (of: Resource, query: OptionsQuery) => ask(callOf(of, 'queryOptions'), query)

/** The rows of a noun that is a tree, to choose from. */
export async function readTree(of: Resource): Promise<readonly TreeNode[]> {
  const answer = await ask(callOf(of, 'queryTree'), {})
  return 'list' in answer ? answer.list : answer
}

/** A file with the rows that are asked for, or the job that will make it. @param call Which kind of file. */
export const exportRows = (
  of: Resource,
  call: 'export' | 'exportWord' | 'exportPDF',
  asked: InputOf<NounContracts['export']>,
  options: AskOptions,
): Promise<Saved | OutputOf<NounContracts['export']>> =>
  // Many rows become a job, which the export centre shows (RFC 7240).
  askFile(callOf(of, call), asked, { ...options, headers: { ...options.headers, Prefer: 'respond-async' } })

/** The empty workbook that rows to import are filled in. */
export const readTemplate = (of: Resource, options: AskOptions): Promise<Saved> => askFile(callOf(of, 'export'), { isTemplate: 1 }, options)

/** What a file of rows to import is sent with; the password is a hash. */
export type ImportInput = InputOf<NounContracts['import']>

/** The outcome of importing a file, or the job that will have it. @throws ApiError */
export const importRows = (of: Resource, input: ImportInput, options: AskOptions) => ask(callOf(of, 'import'), input, options)

/** The id and version of the row that was added. @throws ApiError */
export const addRow = (of: Resource, body: InputOf<NounContracts['add']>) => ask(callOf(of, 'add'), body)

/** The id and new version of the row that was changed. @throws ApiError, `row.changed` where somebody else was first */
export const updateRow = (of: Resource, body: InputOf<NounContracts['update']>) => ask(callOf(of, 'update'), body)

/** Ids that an address may carry: a server takes 16 KB of it. */
const IN_ADDRESS = 200

/** How many rows were deleted: all that were named, or none. @throws ApiError */
export function deleteRows(of: Resource, ids: readonly string[]) {
  const call = callOf(of, 'delete')
  return ask(ids.length > IN_ADDRESS ? { ...call, send: 'json' as const } : call, { id: ids.join(',') })
}

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
