/** What of a row stands on a card, which is what a row is on a phone. */

/** The columns that say what a row is and how it is; the first of the others follow by themselves. */
export interface CardOf {
  /** The column whose text stands at the head of the card. */
  readonly title: string
  /** The column that stands beside it without its name, which it does not need. */
  readonly status?: string | undefined
  /** What is read first, where the columns stand in the order that a wide table needs. */
  readonly fields?: readonly string[]
}

export type CardPlace = 'title' | 'status' | 'field' | 'rest'

/** So many fields are read at a glance; three cards of them have room on a screen. */
const FIELDS = 4

/** Where each of the columns stands, in their order. @param leads Whether the first column is the title whatever it is, since it unfolds branches. */
export function placesOnCard(keys: readonly string[], { title, status, fields }: CardOf, leads: boolean): CardPlace[] {
  const head = leads || !keys.includes(title) ? keys[0] : title
  let count = 0
  return keys.map((key) => {
    if (key === head) return 'title'
    if (key === status) return 'status'
    count += 1
    return (fields?.includes(key) ?? count <= FIELDS) ? 'field' : 'rest'
  })
}
