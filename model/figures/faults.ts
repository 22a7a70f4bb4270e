/** What is wrong with a figures document, and where. Its sentences are the labels `figures.fault.<code>`. */
import type * as z from 'zod/mini'

export const FAULT_CODES = [
  'size',
  'depth',
  'shape',
  'key',
  'missing',
  'subject',
  'field',
  'dimension',
  'measure',
  'operator',
  'value',
  'twice',
  'formula',
  'formula-type',
  'circle',
  'parameter',
  'required',
  'range',
  'time',
  'bucket',
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

/** @property place Where in the document: `measures[0].field`, or `document` for all of it. */
export interface Fault {
  readonly place: string
  readonly code: FaultCode
  readonly values?: Readonly<Record<string, string | number>>
}

/** Thrown where a document cannot be answered. */
export class DocumentFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`${fault.code} at ${fault.place}`)
    this.fault = fault
  }
}

/** Of a name that a document has, given back as it came. */
const MAX_SHOWN = 64

/** Never returns. @throws DocumentFault with the name cut to what a sentence can have */
export function refuse(place: string, code: FaultCode, name?: string | number): never {
  const shown = typeof name === 'string' ? name.slice(0, MAX_SHOWN).toWellFormed() : name
  throw new DocumentFault({ place, code, ...(shown === undefined ? {} : { values: { name: shown } }) })
}

type Issue = z.core.$ZodIssue

/** A place in words of JavaScript: `['measures', 0, 'of']` → `measures[0].of`. */
export const placeOf = (path: readonly PropertyKey[], root = 'document'): string =>
  path.length === 0
    ? root
    : path
        .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part).slice(0, MAX_SHOWN)}`))
        .join('')

/** The fault that a schema's first issue is; of a choice among shapes, that of the shape which fits furthest. */
export function faultOfIssue(issue: Issue, root: string, above: readonly PropertyKey[] = []): Fault {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union') {
    const [inner] = issue.errors.flatMap(([first]) => (first ? [first] : [])).toSorted((one, other) => depthOf(other) - depthOf(one))
    if (inner && depthOf(inner) > 0) return faultOfIssue(inner, root, path)
    return { place: placeOf(path, root), code: 'shape' }
  }
  if (issue.code === 'unrecognized_keys') {
    const key = String(issue.keys[0]).slice(0, MAX_SHOWN).toWellFormed()
    return { place: placeOf(path, root), code: 'key', values: { name: key } }
  }
  if ((issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined)
    return { place: placeOf(path, root), code: 'missing' }
  return { place: placeOf(path, root), code: issue.message === 'too-large' ? 'size' : 'shape' }
}

/** How far into a value an issue lies. */
function depthOf(issue: Issue): number {
  const inner = issue.code === 'invalid_union' ? Math.max(0, ...issue.errors.flatMap(([first]) => (first ? [depthOf(first)] : []))) : 0
  return issue.path.length + inner
}
