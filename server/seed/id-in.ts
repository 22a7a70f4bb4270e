/** The id that goes by a name. @throws Error for a name that there is none of, which is a mistake in the seed */
export function idIn(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the seed names "${name}", which it does not have`)
  return id
}
