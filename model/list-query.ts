/**
 * The grammar of list queries, `currentPage=1&pageSize=10&sorter=username_ascend&orgId=…&createTimeStart=…`:
 *
 * - a filter is the name of its field; a range has two, `<field>Start` and `<field>End`;
 * - `sorter` is `<field>_ascend` or `<field>_descend`;
 * - a blank value is absent. Clients that write what they do not have send the words `undefined` and `null`: in a query these are blank too;
 * - `'0'` for a reference asks for rows without one, which in a tree are its roots; for a subtree it is the root above all trees, below which
 *   everything is, and so no condition;
 * - in a tree `id` asks for everything below the node, elsewhere for the row itself.
 */
export type Direction = 'ascend' | 'descend'

export interface Sorter {
  readonly field: string
  readonly direction: Direction
}

/** `{ field: 'username', direction: 'descend' }` → `username_descend`. */
export const writeSorter = ({ field, direction }: Sorter): string => `${field}_${direction}`

/** `username_descend` → field and direction; undefined for anything else. Whether there is such a field is for the caller to say. */
export function parseSorter(text: string | null | undefined): Sorter | undefined {
  const [, field, direction] = /^(\w+)_(ascend|descend)$/.exec(text ?? '') ?? []
  return field === undefined ? undefined : { field, direction: direction as Direction }
}

/** The two keys of a range: from, and up to. */
export const rangeKeys = (field: string): [start: string, end: string] => [`${field}Start`, `${field}End`]

/** `createTimeStart` → its field and which end of the range; a key that is the name of a field itself has no end. */
export function parseFilterKey(key: string): { readonly field: string; readonly end?: 'Start' | 'End' } {
  // The range of an instance is two fields by these names: no noun has one that is called `range`.
  const [, field, end] = /^(?!range(?:Start|End)$)(.+)(Start|End)$/.exec(key) ?? []
  return field === undefined ? { field: key } : { field, end: end as 'Start' | 'End' }
}

/** `createTimeStart` → `createTime`; any other key unchanged. */
export const fieldOfKey = (key: string): string => parseFilterKey(key).field

/** The reference that no row has. */
export const NO_REFERENCE = '0'

/** Whether a value of a query says nothing. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 'undefined' || value === 'null'
