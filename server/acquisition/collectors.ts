/** What brings readings in besides HTTP, and the housekeeping of what is stored: from when the server listens until it closes. */
import type { FastifyBaseLogger } from 'fastify'
import { worker } from '../kernel/runtime/worker.ts'
import type { Services } from '../kernel/services.ts'
import type { Driver } from './collector.ts'
import { modbus } from './modbus/poller.ts'
import { mqtt } from './mqtt/listener.ts'

/** What brings readings in. Another one is a file beside these, and a line here (docs/guides/adding-a-collector.md). */
const drivers: readonly Driver[] = [mqtt, modbus]

export interface Collectors {
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000

/** Starts every collector and the hourly upkeep of partitions; `stop` resolves when what was accepted has been stored. */
export function startCollectors(services: Services, log: FastifyBaseLogger): Collectors {
  const { acquisition } = services
  acquisition.start((error) => log.error({ err: error }, 'readings could not be stored, and are tried again'))
  const maintaining = worker({
    clock: services.clock,
    every: HOUR_MS,
    work: () => acquisition.maintain(),
    onError: (error) => log.error({ err: error }, 'partitions could not be looked after'),
  })
  const all = drivers.map(({ name, start }) => ({
    name,
    collector: start(services, {
      state(state) {
        if (state.state === 'failed')
          log.error({ collector: name, ...state }, `the collector ${name} cannot work (${state.error}); everything else runs`)
        else log.info({ collector: name, ...state }, `the collector ${name} is at work`)
      },
      note: (details, text) => log.warn({ collector: name, ...details }, text),
      error: (error) => log.warn({ collector: name, err: error }, `the collector ${name} met something unexpected, and goes on`),
      warning: (words, details) => log.warn({ collector: name, ...details }, words),
    }),
  }))
  acquisition.collectors = Object.fromEntries(all.map(({ name, collector }) => [name, collector]))
  return {
    async stop() {
      await maintaining.stop()
      // Nothing new comes in; then what has been accepted is stored.
      await Promise.all(all.map(({ collector }) => collector.stop()))
      await acquisition.stop()
    },
  }
}
