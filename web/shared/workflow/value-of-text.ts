/** The value that somebody has written: a number, true, false, a list or an object as JSON has them, anything else as a text; nothing is null. */
export function valueOfText(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  // Digits that a number would not keep are a text, such as the number of an identity card.
  if (/^-?\d{16,}$/.test(trimmed) || /^-?0\d/.test(trimmed)) return trimmed
  try {
    return JSON.parse(trimmed) as unknown
  } catch {
    return trimmed
  }
}
