/** Large numbers in few characters: 12.3k, 4M (section 9 of the specification). */

const steps = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** The number with k, M, G, T, P or E, at most as long as it needs to be told apart. @param digits after the point, at most */
export function abbreviate(number: number, digits = 1): string {
  if (!Number.isFinite(number)) return String(number)
  const size = Math.abs(number)
  const rounded = (step: number) => Number((size / step).toFixed(digits))
  // What rounds to a thousand of one is one of the next.
  const [value, letter] =
    [...steps].reverse().find(([step]) => rounded(step) >= 1 && rounded(step) < 1000 && (size >= step || rounded(step / 1000) >= 1000)) ??
    (size >= 1e18 ? steps[0] : [1, ''])
  return trimmed((number / value).toFixed(digits)) + letter
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
