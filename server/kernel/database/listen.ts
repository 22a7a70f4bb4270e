/** A connection that only listens, and comes back by itself when the database was away. */
import pg from 'pg'

const RETRY_MS = 1000
/** A link that dies without a word (a firewall, a pulled cable) is noticed by asking. */
const HEARTBEAT_MS = 5000

/** A query that gives up by itself, which the driver knows and its types do not. */
type Beat = pg.QueryConfig & { query_timeout: number }

/**
 * Listens on a channel of PostgreSQL, and reconnects for as long as it takes.
 * @param onLink Told `false` when messages may be missed from now on, `true` when they arrive (again).
 */
export async function listenOn(
  settings: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
  onLink: (up: boolean) => void,
  heartbeatMs = HEARTBEAT_MS,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client(settings)
    next.on('error', () => undefined) // `end` follows and is handled there
    next.on('end', () => {
      if (stopped || client !== next) return
      onLink(false)
      timer = setTimeout(() => void connect().catch(() => undefined), RETRY_MS)
    })
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    client = next
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    onLink(true)
    heartbeat(next)
  }

  const heartbeat = (at: pg.Client) => {
    beat = setTimeout(() => {
      const question: Beat = { text: 'select 1', query_timeout: heartbeatMs }
      at.query(question).then(
        () => heartbeat(at),
        () => at.connection.stream.destroy(),
      )
    }, heartbeatMs)
    beat.unref()
  }

  await connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(beat)
      await client?.end()
    },
  }
}
