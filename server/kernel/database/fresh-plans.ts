/**
 * When a connection plans its statements anew. A plan that was made while tables were small reads them whole, or by whichever index begins with the tenant, and is
 * kept for as long as nothing tells PostgreSQL that they have grown: an analysis, which comes within minutes of autovacuum, and meanwhile each step of a
 * process read thousands of pages for rows that it has the keys of (`pg_stat_statements`, docs/decisions/0129-what-a-step-pays-for.md).
 */

/** After so many transactions of a connection its plans are made anew, and then each time that it has had twice as many. */
const FIRST = 16
const FACTOR = 2

const counts = new WeakMap<object, { transactions: number; next: number }>()

/** Counts a transaction of the connection, and says whether its plans are to be forgotten before it. */
export function plansAnew(connection: object): boolean {
  let count = counts.get(connection)
  if (!count) counts.set(connection, (count = { transactions: 0, next: FIRST }))
  count.transactions += 1
  if (count.transactions < count.next) return false
  count.next *= FACTOR
  return true
}
