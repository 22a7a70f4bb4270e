/** Objects that came from outside, and what is their own of them. */

/** The value, where it is an object; an empty one where it is anything else. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** One of the record's own, whatever the prototype has. */
export const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined
