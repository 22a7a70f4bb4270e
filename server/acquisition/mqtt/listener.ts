/** The port of the broker. A port that is taken, or a certificate that cannot be read, stops only this collector: it says so and tries again. */
import { readFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Services } from '../../kernel/services.ts'
import type { Collector, CollectorState, Driver, CollectorReporter } from '../collector.ts'
import type { Broker } from './broker.ts'
import { openBroker } from './broker.ts'
import { openComplaints } from './complaints.ts'

/** Connections at once, of all tenants: each takes about 40 KB. */
const MAX_CONNECTIONS = 50_000
const RETRY_MS = 15_000

export const mqtt: Driver = { name: 'mqtt', start }

function start({ acquisition, config: { mqttPort, mqttTls, host } }: Services, reporter: CollectorReporter): Collector {
  let state: CollectorState = { state: 'off' }
  let server: Server | undefined
  let broker: Broker | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  const reportState = (next: CollectorState) => reporter.state((state = next))

  async function open(): Promise<void> {
    try {
      broker ??= openBroker(
        acquisition,
        openComplaints((complaint) => reporter.warning('something of a device was refused', complaint)),
      )
      server = await listen(broker)
      if (!mqttTls && !isLoopback(host))
        reporter.warning(
          'devices sign in over the network without TLS, and their secrets can be read on the way: set MQTT_TLS_KEY and MQTT_TLS_CERT',
          { host },
        )
      reportState({ state: 'listening', port: (server.address() as AddressInfo).port, tls: mqttTls !== undefined })
    } catch (error) {
      reportState({ state: 'failed', error: reasonOf(error) })
      if (!stopped) retry = setTimeout(() => void open(), RETRY_MS).unref()
    }
  }

  function listen(to: Broker): Promise<Server> {
    const take = (socket: Parameters<Broker['handle']>[0] & { remoteAddress?: string | undefined; setNoDelay?(on: boolean): unknown }) => {
      socket.setNoDelay?.(true)
      to.handle(socket, socket.remoteAddress ?? '')
    }
    const next: Server = mqttTls
      ? createTlsServer({ key: readFileSync(mqttTls.key), cert: readFileSync(mqttTls.cert), handshakeTimeout: 10_000 }, take)
      : createServer(take)
    next.maxConnections = MAX_CONNECTIONS
    next.on('tlsClientError', (_error, socket: { destroy(): void }) => socket.destroy())
    return new Promise((resolve, reject) => {
      next.once('error', reject)
      next.listen(mqttPort, host, () => {
        next.off('error', reject)
        next.on('error', (error) => reportState({ state: 'failed', error: reasonOf(error) }))
        resolve(next)
      })
    })
  }

  const opening = mqttPort === undefined ? Promise.resolve() : open()
  return {
    get state() {
      return state.state === 'listening' ? { ...state, connections: broker?.connectionsOf() ?? 0 } : state
    },
    opened: opening,
    connectionsOf: (tenantId) => broker?.connectionsOf(tenantId) ?? 0,
    async stop() {
      stopped = true
      clearTimeout(retry)
      await opening
      const closed =
        server &&
        new Promise<void>((resolve) => {
          server?.close(() => resolve())
        })
      broker?.close()
      await closed
    },
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** The code of the system, such as EADDRINUSE; never a path. */
function reasonOf(error: unknown): string {
  return (error as { code?: string }).code ?? 'unknown'
}
