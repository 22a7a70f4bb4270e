/** What the database takes as jsonb: texts without U+0000 and without halves of characters. */

/** Whether all texts of the value can be stored. Asked of what a schema has read: it is as deep as that allows. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}
