/** When it was asked for, which is another moment each time. */
const PASSING = 'asOf'

/** Whether two answers say the same: data of JSON, whenever they were given. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  if (names.length !== others.length) return false
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      (name === PASSING || isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name])),
  )
}
