/** Whether two values of JSON are the same; the order of members is no matter. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [first, second] = [one, other] as [Record<string, unknown>, Record<string, unknown>]
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return [...names].every((name) => isAlike(first[name], second[name]))
}
