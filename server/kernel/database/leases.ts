/**
 * What one server at a time may do among those on one database, such as asking the devices of a bus. A lease is an advisory lock of a
 * connection that is kept for them alone: it ends with the server, however that ends, and with the connection.
 */
import type { Database } from './database.ts'

export interface Leases {
  /** True while it is this server's; false: another has it, or the database cannot be asked. Each `true` is given back by {@link drop}. */
  take(name: string): Promise<boolean>
  drop(name: string): Promise<void>
  /** Whether it is still ours: the connection may have been lost. */
  has(name: string): boolean
  stop(): Promise<void>
}

type Client = Parameters<Parameters<Database['asOwner']>[0]>[0]

const BEAT_MS = 5000

/** Leases among the servers on one database, by session-level advisory locks on a connection of their own. */
export function openLeases(database: Pick<Database, 'asOwner' | 'listen'>): Leases {
  // The embedded engine serves one server.
  if (database.listen === undefined)
    return { take: async () => true, drop: async () => undefined, has: () => true, stop: async () => undefined }
  const held = new Map<string, number>()
  let link: { client: Client; end(): void; ended: Promise<void> } | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let stopped = false

  const serialise = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = queue.then(work)
    queue = mine.catch(() => undefined)
    return mine
  }

  function connect(): Promise<Client> {
    return new Promise((resolve, reject) => {
      let beat: NodeJS.Timeout | undefined
      const ended = database
        .asOwner(
          (client) =>
            new Promise<void>((finish) => {
              const end = () => {
                clearInterval(beat)
                link = undefined
                held.clear()
                finish()
              }
              link = { client, end, ended }
              beat = setInterval(() => {
                Promise.race([client.query('select 1'), late()]).catch(end)
              }, BEAT_MS)
              beat.unref()
              resolve(client)
            }),
        )
        .catch(reject)
    })
  }

  return {
    has: (name) => held.has(name),
    take: (name) =>
      serialise(async () => {
        if (stopped) return false
        const times = held.get(name) ?? 0
        if (times === 0) {
          const client = link?.client ?? (await connect())
          const { rows } = await client.query<{ mine: boolean }>(
            "select pg_try_advisory_lock(hashtext('outstation.lease'), hashtext($1)) as mine",
            [name],
          )
          if (!rows[0]?.mine) return false
        }
        held.set(name, times + 1)
        return true
      }).catch(() => {
        link?.end()
        return false
      }),
    drop: (name) =>
      serialise(async () => {
        const times = held.get(name) ?? 0
        if (times > 1) held.set(name, times - 1)
        else if (held.delete(name))
          await link?.client.query("select pg_advisory_unlock(hashtext('outstation.lease'), hashtext($1))", [name])
      }).catch(() => link?.end()),
    stop: () =>
      serialise(async () => {
        stopped = true
        const last = link
        last?.end()
        await last?.ended
      }),
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the database does not answer')), BEAT_MS).unref()
  })
}

/** A lease that is asked for again and again, and counts once. */
export interface Lease {
  take(): Promise<boolean>
  drop(): Promise<void>
}

/** The lease of one name. */
export function leaseOf(leases: Leases, name: string): Lease {
  let isMine = false
  return {
    async take() {
      if (!isMine || !leases.has(name)) isMine = await leases.take(name)
      return isMine
    },
    async drop() {
      if (isMine) await leases.drop(name)
      isMine = false
    },
  }
}
