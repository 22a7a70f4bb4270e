/** A value of a process as it is read: a text as it stands, anything else as JSON has it; nothing where there is none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
