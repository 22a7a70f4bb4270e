/**
 * The members as the text of a PostgreSQL array, for a parameter that is cast (`${pgArray(ids)}::uuid[]`); null is the SQL null.
 * One text costs the driver nothing, which otherwise looks at each member by itself. @see https://www.postgresql.org/docs/current/arrays.html#ARRAYS-INPUT
 */
export function pgArray(members: Iterable<string | number | null>): string {
  const texts: string[] = []
  for (const member of members) texts.push(typeof member === 'string' ? quoted(member) : String(member))
  return `{${texts.join(',')}}`
}

/** Ids and words stand as they are; whatever else might mean something to the array, and the word that would be null, stands in quotes. */
const quoted = (text: string) => (/^[\w-]+$/.test(text) && !/^null$/i.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`)
