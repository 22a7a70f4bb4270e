/** Reads an OpenAPI 3.1 document into what the page shows: operations by tag, with their parameters, body and answers. */

export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly $ref?: string
  readonly description?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

interface Media {
  readonly schema?: Schema
}

interface RawResponse {
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
  readonly $ref?: string
}

interface RawOperation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema?: Schema
  }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> }
  readonly responses?: Readonly<Record<string, RawResponse>>
  readonly security?: readonly unknown[]
}

export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>>; readonly responses?: Readonly<Record<string, RawResponse>> }
}

export interface Item {
  readonly name: string
  readonly place: string
  readonly type: string
  readonly required: boolean
  readonly note: string
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** The URL permission it needs; `signed-in` where a session is enough, `public` where not even that is needed. */
  readonly permission: string
  readonly parameters: readonly Item[]
  readonly body: readonly Item[]
  readonly responses: readonly { readonly status: string; readonly description: string; readonly fields: readonly Item[] }[]
}

const LATER = new Set(['429', '503'])
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete']

/** The operations of the document, in its order. */
export function operationsOf(document: OpenApi): Operation[] {
  const { schemas = {}, responses: shared = {} } = document.components ?? {}
  const named = (response: RawResponse) => (response.$ref ? (shared[nameIn(response.$ref)] ?? {}) : response)
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method): Operation[] => {
      const raw = methods[method]
      if (!raw) return []
      return [
        {
          id: `${method} ${path}`,
          method: method.toUpperCase(),
          path,
          tag: raw.tags?.[0] ?? '',
          summary: raw.summary ?? raw.description ?? '',
          permission: permissionOf(raw),
          parameters: (raw.parameters ?? []).map(({ name, in: place, required = false, description = '', schema = {} }) => ({
            name,
            place,
            required,
            type: typeOf(schema, schemas),
            note: description || boundsOf(schema),
          })),
          body: itemsOf(mediaOf(raw.requestBody?.content), schemas),
          responses: Object.entries(raw.responses ?? {}).map(([status, response]) => {
            const { description = '', content } = named(response)
            // Calls to come back later are refusals like any other: what those hold is shown once.
            return { status, description, fields: LATER.has(status) ? [] : itemsOf(mediaOf(content), schemas) }
          }),
        },
      ]
    }),
  )
}

const nameIn = (ref: string) => ref.split('/').at(-1) ?? ''

/** The server names the permission between backquotes in the description. */
function permissionOf({ description = '', security = [] }: RawOperation): string {
  return /`([^`]+)`/.exec(description)?.[1] ?? (security.length > 0 ? 'signed-in' : 'public')
}

/** By tag, in the order of the document. */
export function byTag(operations: readonly Operation[]): [tag: string, operations: Operation[]][] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation])
  return [...groups]
}

/** Whether the operation has all of the words, wherever it has them. */
export function matches({ method, path, summary, tag, permission }: Operation, words: string): boolean {
  const text = `${method} ${path} ${summary} ${tag} ${permission}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** `string`, `string[]`, `a | b`, the name of a schema. */
export function typeOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): string {
  if (schema.$ref) return nameIn(schema.$ref)
  if (schema.enum) return schema.enum.map((member) => JSON.stringify(member)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map((one) => typeOf(one, schemas)))].join(' | ')
  if (schema.items) return `${typeOf(schema.items, schemas)}[]`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any')
  return schema.format ? `${type} (${schema.format})` : type
}

function mediaOf(content: Readonly<Record<string, Media>> | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema
}

/** The properties of an object, those of nested objects by their path. */
function itemsOf(schema: Schema | undefined, schemas: Readonly<Record<string, Schema>>, above = '', depth = 0): Item[] {
  const object = schema && resolve(schema, schemas)
  if (!object || depth > 3) return []
  const parts = object.allOf ?? object.anyOf ?? object.oneOf
  if (!object.properties && parts) return oncePerName(parts.flatMap((part) => itemsOf(part, schemas, above, depth)))
  if (object.items) return itemsOf(object.items, schemas, `${above}[]`, depth)
  return Object.entries(object.properties ?? {}).flatMap(([key, property]) => {
    const name = above ? `${above}.${key}` : key
    const item = {
      name,
      place: 'body',
      type: typeOf(property, schemas),
      required: object.required?.includes(key) ?? false,
      note: property.description ?? boundsOf(property),
    }
    return [item, ...itemsOf(property, schemas, name, depth + 1)]
  })
}

/** Of alternatives with members of the same name the first says what it is. */
function oncePerName(items: readonly Item[]): Item[] {
  return items.filter(({ name }, at) => items.findIndex((other) => other.name === name) === at)
}

function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  return schema.$ref ? (schemas[nameIn(schema.$ref)] ?? {}) : schema
}

function boundsOf({ minLength, maxLength, minimum, maximum, default: usual }: Schema): string {
  const least = minLength ?? minimum
  const most = maxLength ?? maximum
  const range = least === undefined && most === undefined ? '' : `${least ?? ''}…${most ?? ''}`
  return [range, usual === undefined ? '' : `= ${JSON.stringify(usual)}`].filter(Boolean).join(' ')
}
