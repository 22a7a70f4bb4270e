/**
 * How fast this machine is. Limits of time were set on one that takes {@link USUAL_MS} for a piece of work; the same machine has been seen to take more than twice of that on some days, and what
 * waits for a browser or a start then is given as much longer.
 */

/** Milliseconds of processor time, of the quickest of some tries. */
const USUAL_MS = 110
const TRIES = 4

/** From here on `.ci/run` draws fewer of what it draws, so that it ends within its time; it says so, and a night asks all. */
export const SLOW = 1.5

/** How many times as long as usual this machine takes: at least 1. Worked out once a run, and handed on to its processes. */
export function pace({ env }: { env: Record<string, string | undefined> } = process): number {
  env['PACE'] ??= String(Math.max(1, Math.round((fewest() / USUAL_MS) * 10) / 10))
  return Number(env['PACE'])
}

/** By processor time: what others do meanwhile is not this machine's. */
function fewest(): number {
  let least = Infinity
  for (let tries = 0; tries < TRIES; tries += 1) {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** What servers and tests do most: objects, texts, numbers. */
function work(): number {
  const rows = Array.from({ length: 60_000 }, (_, at) => ({
    id: `row ${(at * 7919) % 60_000}`,
    at,
    of: [at % 7, at % 11],
    name: `Name ${at}`,
  }))
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows
  read.sort((one, other) => (one.id < other.id ? -1 : 1))
  const places = new Map(read.map((row, at) => [row.id, at]))
  return rows.reduce((sum, { id, name }) => sum + (places.get(id) ?? 0) + name.replace(/\d+/g, '').length, 0)
}
