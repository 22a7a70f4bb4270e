/**
 * A resource is a noun of the product, declared once: `resource({...})` is data that the server's operations, the web's
 * pages, the API document and the tests read. It holds no behaviour; a special verb is a plain function in the feature.
 */
import { z } from 'zod'
import type { Field } from './fields.ts'
import { id, time } from './fields.ts'

export type Fields = Readonly<Record<string, Field>>

/** A rule over several fields of a row: the field to blame and the message code, or nothing. */
export type Rule = (row: Readonly<Record<string, unknown>>) => { field: string; code: string } | undefined

export interface Declaration<F extends Fields, Name extends string = string> {
  /** Plural, kebab-case; the same word in every folder. */
  readonly name: Name
  /** Path below `/api` and the noun in the old call names: `query{noun}`, `add{noun}` … */
  readonly api: { readonly base: string; readonly noun: string }
  readonly table: string
  /** A view of the table's rows that knows more about them: what lists and exports read. */
  readonly readsFrom?: string
  /**
   * `tenant`: rows belong to one tenant. `layered`: a tenant's own rows and the built-in ones, which everybody reads and no
   * tenant changes. `shared`: the platform's rows, readable by every tenant. `platform`: rows only the platform sees.
   */
  readonly scope: 'tenant' | 'layered' | 'shared' | 'platform'
  /** Code of the menu whose data-permission rows hide fields of this noun. */
  readonly menu: string
  /** Field that names a row to people, in options, messages and trees. */
  readonly title: string
  /** Order of lists when the caller asks for none. */
  readonly order: readonly [field: string, direction: 'ascend' | 'descend']
  /** Fields whose value is unique within the tenant (text without regard to case). */
  readonly unique?: readonly string[]
  /** Field that holds the parent, when the noun is a tree. */
  readonly parent?: string
  readonly rule?: Rule
  /** Columns that are no fields of the noun: the server alone knows them. */
  readonly besides?: readonly string[]
  /** Calls about this noun that are not named after it, by the operation that `allowed` tells whoever may make them. */
  readonly calls?: Readonly<Record<string, string>>
  /** Noun whose rows these show once more: what a role hides there is hidden here as well. */
  readonly repeats?: string
  readonly fields: F
}

const base = {
  createTime: time({ filter: 'range', sort: true, write: 'never' }),
} as const

export type Resource<F extends Fields = Fields, Name extends string = string> =
  Omit<Declaration<F, Name>, 'fields'> & { readonly fields: F & typeof base }

export function resource<const F extends Fields, const Name extends string>(declaration: Declaration<F, Name>): Resource<F, Name> {
  return { ...declaration, fields: { ...declaration.fields, ...base } }
}

type ValueOf<X> = X extends Field<infer Value> ? Value : never

/** A row as the code of the product sees it: every declared field by its name. */
export type Row<R extends Resource> = { id: string; version: number } & { [Name in keyof R['fields']]: ValueOf<R['fields'][Name]> }

/** `orgId` → `org_id`; the one exception is the creation time, which the standard columns call `created_at`. */
export function columnOf(field: string): string {
  return field === 'createTime' ? 'created_at' : field === 'password' ? 'password_hash' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Names of the fields that rows of this noun carry for somebody who may see everything. */
export function rowFields(of: Resource): string[] {
  return Object.entries(of.fields).filter(([, field]) => field.access === 'row').map(([name]) => name)
}

/** Names of the fields that can be given at creation (`add`) or afterwards (`update`). */
export function writableFields(of: Resource, when: 'add' | 'update'): string[] {
  return Object.entries(of.fields)
    .filter(([, { access, rights }]) => access !== 'own' && (rights.write === 'always' || (rights.write === 'once' && when === 'add')))
    .map(([name]) => name)
}

/** Body of a creation: unknown keys are refused, optional fields may be absent, null or empty. */
export function addSchema(of: Resource) {
  return z.strictObject(Object.fromEntries(writableFields(of, 'add').map((name) => [name, presence(of.fields[name] as Field, true)])))
}

/** Body of a change: the id, the fields that change, and (to refuse a lost update) the version that was read. */
export function updateSchema(of: Resource) {
  return z.strictObject({
    id,
    version: z.coerce.number().int().min(1).max(2147483647).optional(),
    ...Object.fromEntries(writableFields(of, 'update').map((name) => [name, presence(of.fields[name] as Field, false)])),
  })
}

function presence(field: Field, needed: boolean): z.ZodType {
  if (field.required) return needed ? field.check : field.check.optional()
  return z.preprocess((value) => (value === '' || value === null ? undefined : value), field.check.optional())
}

/** Query of a list: page, order and one key for each field that can be filtered by. Unknown keys are ignored. */
export function querySchema(of: Resource) {
  const filters: Record<string, z.ZodType> = { id: id.optional() }
  for (const [name, field] of Object.entries(of.fields)) {
    const { filter } = field.rights
    if (!filter) continue
    if (filter === 'range') {
      filters[`${name}Start`] = time({}).check.optional()
      filters[`${name}End`] = time({}).check.optional()
    } else {
      filters[name] = filter === 'contains' ? part.optional() : filterCheck(field).optional()
    }
  }
  return z.object({
    currentPage: counted(1_000_000, 1),
    pageSize: counted(10_000, 10),
    sorter: z.string().max(80).optional(),
    ...Object.fromEntries(Object.entries(filters).map(([name, check]) => [name, blankMeansAbsent(check)])),
  })
}

/** A whole number from 1 to `most`; `otherwise` when it is absent or blank. */
function counted(most: number, otherwise: number): z.ZodType<number> {
  return blankMeansAbsent(z.coerce.number().int().min(1).max(most).default(otherwise)) as z.ZodType<number>
}

/** Part of a text. U+0000 is in no text of the database, which refuses even to look for it. */
const part = z.string().trim().max(256).refine((value) => !value.includes('\u0000'))

/** By a single reference one can also ask for rows that have none (`'0'`). */
function filterCheck(field: Field): z.ZodType {
  if (field.kind === 'references') return id
  return field.kind === 'reference' ? z.union([z.literal('0'), id], { error: 'id' }) : field.check
}

function blankMeansAbsent(check: z.ZodType): z.ZodType {
  return z.preprocess((value) => (value === '' || value === null || value === 'undefined' || value === 'null' ? undefined : value), check)
}
