/** The contracts of the calls that every noun may have, derived from its fields; where they go stands in model/noun-calls.ts. */
import * as z from 'zod/mini'
import { wayBetween } from '../belonging.ts'
import { besideKey, id } from '../fields.ts'
import type { NounCall } from '../noun-calls.ts'
import { addressOf } from '../noun-calls.ts'
import type { Resource } from '../resource.ts'
import type { ResourceRow } from '../rows.ts'
import { rowSchema } from '../rows.ts'
import { addSchema, querySchema, updateSchema } from '../schemas.ts'
import { choice, commaList, optional, partOf, splitList } from '../wire.ts'
import type { Contract, Encoding } from './contract.ts'
import type { ImportKind } from './exchange/imports.ts'
import { IMPORT_KINDS, IMPORT_MODES, importedSchema } from './exchange/imports.ts'
import type { TotalIs, pagination } from './resources.ts'
import { rowIds, totalIs, written } from './resources.ts'

/** A page of a noun's rows, as its list answers. */
export interface PageOfRows<Row extends ResourceRow = ResourceRow> {
  readonly list: readonly Row[]
  readonly pagination: z.output<typeof pagination> & { readonly totalIs: TotalIs }
  readonly total: number
  /** Whether the total is exact; beyond a bound it is what was counted a moment ago, or a number that there are at least. */
  readonly totalIs: TotalIs
  /** Names of the fields the rows may carry. */
  readonly fields: readonly string[]
  /** Operations the caller may call on this noun. */
  readonly allowed: readonly string[]
}

/** Values by the names of fields. */
type Values = Readonly<Record<string, unknown>>

/** A schema whose keys follow from the fields of a noun: what it takes is `Given`. */
type Keyed<Schema extends z.core.$ZodType, Given> = z.core.$ZodType<z.output<Schema>, Given>

/** The contract of one call of a noun: where it goes follows from the noun's name, what it takes and answers is said here. */
const nounContract = <Input extends z.core.$ZodType, Output extends z.core.$ZodType, Send extends Encoding = 'json'>(
  of: Resource,
  call: NounCall,
  input: Input,
  output: Output,
): Contract<Input, Output, Send> => ({
  ...(addressOf(of, call) as Pick<Contract<Input, Output, Send>, 'method' | 'path' | 'send'>),
  input,
  output,
})

/**
 * The contract of the call that lists a noun, derived from its fields. The type of a row is the caller's to say: fields that are hidden from
 * somebody are absent from their rows.
 */
export function listContract<Row extends ResourceRow>(
  of: Resource,
): Contract<Keyed<ReturnType<typeof querySchema>, Values>, z.ZodMiniType<PageOfRows<Row>>, 'json'> {
  const page = z.object({
    list: z.array(rowSchema(of)),
    pagination: z.object({ total: z.int(), totalIs, pageSize: z.int(), current: z.int() }),
    total: z.int(),
    totalIs,
    fields: z.array(z.string()),
    allowed: z.array(z.string()),
  })
  return nounContract(of, 'query', querySchema(of) as never, page as never)
}

/** Choices that one call may ask for by their ids. */
export const MAX_CHOICES_BY_ID = 200

/**
 * Rows to choose from: those whose name has the keyword, or those with the ids. With `within` and `withinId` only those that belong to one of these
 * rows of that noun, as far as the caller sees by which reference they do: devices to their site, points by their device to the site of that.
 */
export const optionsContract = (of: Resource) =>
  nounContract(
    of,
    'queryOptions',
    z
      .object({
        keyword: z.optional(partOf(64)),
        id: z.optional(commaList(id, { max: MAX_CHOICES_BY_ID })),
        within: optional(z.string().check(z.refine((owner) => wayBetween(of.name, owner) !== undefined))),
        withinId: optional(commaList(id, { max: MAX_CHOICES_BY_ID })),
      })
      .check(
        z.refine(({ within, withinId }) => (within === undefined) === (withinId === undefined), { path: ['withinId'], error: 'required' }),
      ),
    z.array(choice),
  )

const treeNode = z.strictObject({
  id: z.string(),
  key: z.string(),
  value: z.string(),
  title: z.string(),
  label: z.string(),
  parentId: z.string(),
  get children() {
    return z.exactOptional(z.array(treeNode))
  },
})
/** A row of a noun that is a tree, to choose from, with the rows below it. */
export type TreeNode = z.output<typeof treeNode>

/** The rows of a noun that is a tree, to choose from: as `{ list }`, or as the data itself where the specified call has it so. */
export const treeContract = (of: Resource, shape: 'list' | 'bare' = 'list') =>
  nounContract(
    of,
    'queryTree',
    z.object({}),
    (shape === 'list' ? z.strictObject({ list: z.array(treeNode) }) : z.array(treeNode)) as z.ZodMiniType<
      { list: TreeNode[] } | TreeNode[]
    >,
  )

/** Adds a row with the values of its fields. */
export const addContract = (of: Resource) => nounContract(of, 'add', addSchema(of) as Keyed<ReturnType<typeof addSchema>, Values>, written)

/** A change as a call brings it: which row, the version that was read, and the fields that change. */
export type Change = { readonly id: string; readonly version?: number | undefined } & Values

/** Changes the fields that are given, and no others. */
export const updateContract = (of: Resource) =>
  nounContract(of, 'update', updateSchema(of) as unknown as z.ZodMiniType<Change, Change>, written)

/** Deletes all of the rows or none. */
export const deleteContract = (of: Resource) => nounContract<typeof rowIds, typeof deleted, 'query'>(of, 'delete', rowIds, deleted)

/** How many rows are gone: all that were named, or none. */
const deleted = z.strictObject({ deleted: z.int() })

/** Rows that one export may choose by their ids. */
const MAX_CHOSEN_ROWS = 1000
const isSet = (given: unknown): boolean => given === true || given === 1 || given === '1' || given === 'true'

/**
 * The list as a file, with its filters and its order: of the rows with the ids, or of all; with the named fields, or all that the caller sees;
 * of a noun that has such, with further columns by their keys (`beside`), as far as the caller may have them.
 * Where a workbook can be imported as well, `isTemplate` asks for an empty one to fill in. The answer, where it is no file: the job that makes it.
 */
export function exportContract(of: Resource, call: 'export' | 'exportWord' | 'exportPDF') {
  const { currentPage: _, pageSize: __, ...query } = querySchema(of).shape
  const names = z.pipe(
    z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(200)),
    z.transform((list: string[]) => [...new Set(list)]),
  )
  const input = z.object({
    ...query,
    id: optional(commaList(id, { max: MAX_CHOSEN_ROWS })),
    fields: optional(z.pipe(z.transform(splitList as (given: string | readonly string[]) => string[]), names)),
    ...(of.beside === undefined ? {} : { beside: optional(commaList(besideKey, { max: of.beside.keys })) }),
    ...(call === 'export'
      ? {
          isTemplate: z.optional(z.pipe(z.transform(isSet as (given: boolean | 0 | 1) => boolean), z.boolean())),
          /** A workbook unless said. */
          fileFormat: z.optional(z.enum(['xlsx', 'csv'])),
        }
      : {}),
  })
  return nounContract(of, call, input, z.strictObject({ jobId: z.string(), queued: z.literal(true) }))
}

/** Rows from a workbook: checked, or stored. @param kind What is done where the call does not say. @param more Further parameters of the noun's own. */
export const importContract = <More extends Readonly<Record<string, z.core.$ZodType>>>(of: Resource, kind: ImportKind, more: More) =>
  nounContract<z.ZodMiniObject<ReturnType<typeof importInput> & More>, typeof importedSchema, 'parts'>(
    of,
    'import',
    z.object({ ...importInput(kind), ...more }),
    importedSchema,
  )

const importInput = (kind: ImportKind) => ({
  mode: z._default(z.enum(IMPORT_MODES), 'all'),
  kind: z._default(z.enum(IMPORT_KINDS), kind),
  /** What the check compared with. */
  basis: z.optional(z.string().check(z.maxLength(64))),
})

/** The contracts of a noun's calls, as the browser asks by them; passwords in imports are hashes. */
export interface NounContracts {
  readonly query: ReturnType<typeof listContract>
  readonly queryOptions: ReturnType<typeof optionsContract>
  readonly queryTree: ReturnType<typeof treeContract>
  readonly add: ReturnType<typeof addContract>
  readonly update: ReturnType<typeof updateContract>
  readonly delete: ReturnType<typeof deleteContract>
  readonly import: ReturnType<typeof importContract<{ readonly initialPassword: z.ZodMiniOptional<z.ZodMiniString> }>>
  readonly export: ReturnType<typeof exportContract>
  readonly exportWord: ReturnType<typeof exportContract>
  readonly exportPDF: ReturnType<typeof exportContract>
}
