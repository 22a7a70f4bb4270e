/**
 * The calls that a noun may have, by the word each begins with: method, path and encoding, made from what the noun is called. Plain data, which
 * the browser loads as well; what each takes and answers stands in model/contract/nouns.ts.
 */
import type { Contract, Encoding, Method } from './contract/contract.ts'
import type { Resource } from './resource.ts'

interface Shape {
  readonly method: Method
  readonly send?: Encoding
  readonly verb?: string
  readonly end?: string
}

const SHAPES = {
  query: { method: 'GET' },
  queryOptions: { method: 'GET', verb: 'query', end: 'Options' },
  queryTree: { method: 'GET', verb: 'query', end: 'Tree' },
  add: { method: 'POST' },
  update: { method: 'PUT' },
  delete: { method: 'POST', send: 'query' },
  import: { method: 'POST', send: 'parts' },
  export: { method: 'POST' },
  exportWord: { method: 'POST' },
  exportPDF: { method: 'POST' },
} as const satisfies Record<string, Shape>

export type NounCall = keyof typeof SHAPES

/** The path of a call, below `/api`: also the name of the permission for it. @example pathOf(posts, 'queryTree') // '/admin/syspost/querySysPostTree' */
export function pathOf({ api: { base, noun } }: Resource, call: NounCall): string {
  const { verb = call, end = '' }: Shape = SHAPES[call]
  return `${base}/${verb}${noun}${end}`
}

/** Method, path and encoding of a call. */
export function addressOf(of: Resource, call: NounCall): Pick<Contract, 'method' | 'path' | 'send'> {
  const { method, send }: Shape = SHAPES[call]
  return { method, path: pathOf(of, call), ...(send ? { send } : {}) }
}
