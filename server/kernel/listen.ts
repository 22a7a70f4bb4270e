/** A connection that only listens, and comes back by itself when the database was away. */
import pg from 'pg'

const RETRY_MS = 1000

/** @param onLink Told `false` when messages may be missed from now on, `true` when they arrive (again). */
export async function listenOn(
  settings: pg.ClientConfig, channel: string, onMessage: (payload: string) => void, onLink: (up: boolean) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

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
  }

  await connect()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
