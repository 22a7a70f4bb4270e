/** Everything between a collector and the tables, put together. One for each server. */
import { RETENTION } from '../../model/acquisition/quality.ts'
import type { Settings } from '../../model/system/known-parameters.ts'
import type { Database } from '../kernel/database/database.ts'
import type { DomainEvents } from '../kernel/runtime/domain-events.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import type { Leases } from '../kernel/database/leases.ts'
import { openLeases } from '../kernel/database/leases.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'
import type { Alarms } from './alarms/engine.ts'
import { openAlarms } from './alarms/engine.ts'
import type { Collector } from './collector.ts'
import type { ConnectionLog } from './connection-log.ts'
import { openConnectionLog } from './connection-log.ts'
import { dropCorrections } from './corrections.ts'
import type { Ingest } from './ingest.ts'
import { openIngest } from './ingest.ts'
import { openAllowance, openFailures } from './limits.ts'
import type { Meter } from './meter.ts'
import { openMeter } from './meter.ts'
import type { Messages } from './messages.ts'
import { openMessages } from './messages.ts'
import type { PacketIds } from './packet-ids.ts'
import { openPacketIds } from './packet-ids.ts'
import type { Partitions } from './partitions.ts'
import { openPartitions } from './partitions.ts'
import type { Queue } from './queue.ts'
import { openQueue } from './queue.ts'
import type { RecentMessages } from './recent-messages.ts'
import { openRecentMessages } from './recent-messages.ts'
import type { Registry } from './known-devices.ts'
import { openRegistry } from './known-devices.ts'
import type { RemakeDays } from './remake-days.ts'
import { openRemakeDays } from './remake-days.ts'
import type { Rollups } from './rollups.ts'
import { openRollups } from './rollups.ts'
import type { SimulatorState } from './simulator-state.ts'
import { SIMULATED_HOST } from './simulator-state.ts'
import type { SignIn } from './sign-in.ts'
import { openSignIn } from './sign-in.ts'
import type { States } from './states.ts'
import { openStates } from './states.ts'
import { openDeadbandFilter } from './deadband.ts'
import { openDirtyBuckets } from './dirty-buckets.ts'
import type { Unparsed } from './unparsed.ts'
import { openUnparsed } from './unparsed.ts'
import type { ValueSubscriptions } from './value-subscriptions.ts'
import { openValueSubscriptions } from './value-subscriptions.ts'
import type { Writer } from './writer.ts'
import { startWriter } from './writer.ts'

export interface Acquisition {
  readonly registry: Registry
  readonly signIn: SignIn
  readonly ingest: Ingest
  /** What devices send by themselves goes this way. */
  readonly messages: Messages
  readonly unparsed: Unparsed
  /** The last messages of devices, as this server has taken them. */
  readonly recent: RecentMessages
  readonly connectionLog: ConnectionLog
  /** What came with QoS 2 and awaits its PUBREL. */
  readonly packetIds: PacketIds
  readonly queue: Queue
  readonly states: States
  readonly alarms: Alarms
  readonly subscriptions: ValueSubscriptions
  readonly rollups: Rollups
  readonly remakeDays: RemakeDays
  readonly partitions: Partitions
  /** What this server alone may do among those on the database. */
  readonly leases: Leases
  /** Values by the way they came in. */
  readonly meters: Readonly<Record<Way, Meter>>
  /** Where this server's own simulator stands for Modbus devices, while it does, and for which units of which tenants, by their codes. */
  simulated: { readonly port: number; readonly units: ReadonlyMap<string, ReadonlySet<number>> } | undefined
  simulator: SimulatorState | undefined
  /** Whether the simulator stands there, and speaks for this unit to this tenant; of its own addresses the server may be led to none but that. */
  simulates(tenantCode: string, host: string, port: number, unit: number): boolean
  /** What brings readings in; empty until the server listens. */
  collectors: Readonly<Partial<Record<Way, Collector>>>
  /** Makes and drops partitions, and what was kept of corrections; once an hour. */
  maintain(): Promise<void>
  /** Stores, rolls up and tells from now on; until then, what is sent waits. */
  start(onError: (error: unknown) => void): void
  /** Stores what waits, tells what is new, and stops. */
  stop(): Promise<void>
}

export type Way = 'mqtt' | 'http' | 'modbus' | 'file'

interface Needed {
  readonly database: Database
  readonly transactions: TransactionScopes
  readonly invalidations: Invalidations
  readonly domainEvents: DomainEvents
  readonly settings: SettingStore
  readonly clock: Clock
}

/** The embedded engine answers nothing else while it stores a batch. */
const BATCHES = { postgresql: { batch: 10_000, lingerMs: 10 }, embedded: { batch: 2_000, lingerMs: 10 } } as const

/** The acquisition pipeline, not yet started: registry, ingestion, queue, writer, roll-ups, alarms and collectors' state. */
export function openAcquisition({ database, transactions, invalidations, domainEvents, settings, clock }: Needed): Acquisition {
  const registry = openRegistry(transactions, invalidations)
  const partitions = openPartitions(database)
  const queue = openQueue()
  const subscriptions = openValueSubscriptions(transactions, invalidations, clock)
  const connectionLog = openConnectionLog(transactions, clock)
  const states = openStates(transactions, clock, {
    written: subscriptions.written,
    unreachable: ({ tenantId, deviceId }, { code, at }) =>
      connectionLog.note({ tenantId, id: deviceId }, { event: 'refused', code, place: at }),
  })
  const recent = openRecentMessages()
  const alarms = openAlarms({ transactions, invalidations, domainEvents, clock }, database.listen !== undefined)
  const dirtyBuckets = openDirtyBuckets()
  const rollups = openRollups(transactions, clock, dirtyBuckets, invalidations)
  const remakeDays = openRemakeDays(transactions, clock, invalidations)
  const allowance = openAllowance()
  let writer: Writer | undefined
  let maintaining: Promise<void> = Promise.resolve()

  const leases = openLeases(database)

  const ofPlatform = keptFor(1000, () => settings.ofPlatform())
  const ingest = openIngest({
    queue,
    states,
    deadbandFilter: openDeadbandFilter(),
    allow: async (tenantId, amount) => allowance.take(tenantId, amount, (await ofPlatform())['acquisition.pointsPerSecond']),
    keptDays: async () => daysOf(await ofPlatform()),
  })
  const unparsed = openUnparsed(transactions, clock, (device, code) => connectionLog.note(device, { event: 'refused', code, place: '' }))
  const onStored = (batch: Parameters<States['stored']>[0]) => {
    subscriptions.stored(batch)
    states.stored(batch)
    alarms.stored(batch)
  }
  return {
    registry,
    ingest,
    messages: openMessages(ingest, unparsed, registry, recent),
    unparsed,
    recent,
    connectionLog,
    packetIds: openPacketIds(transactions),
    queue,
    states,
    subscriptions,
    alarms,
    rollups,
    remakeDays,
    partitions,
    leases,
    collectors: {},
    simulated: undefined,
    simulator: undefined,
    simulates(tenantCode, host, port, unit) {
      return host === SIMULATED_HOST && this.simulated?.port === port && this.simulated.units.get(tenantCode)?.has(unit) === true
    },
    meters: { mqtt: openMeter(), http: openMeter(), modbus: openMeter(), file: openMeter() },
    signIn: openSignIn(registry, openFailures(), states),
    maintain() {
      maintaining = maintaining
        .catch(() => undefined)
        .then(async () => {
          const parameters = await settings.ofPlatform()
          await partitions.maintain(parameters)
          await dropCorrections(transactions, daysOf(parameters))
        })
      return maintaining
    },
    start(onError) {
      alarms.start(onError)
      writer = startWriter(transactions, partitions, queue, dirtyBuckets, { ...BATCHES[database.engine], onStored, onError })
      rollups.start(onError)
      remakeDays.start(onError)
      states.start(onError)
      unparsed.start(onError)
      connectionLog.start(onError)
    },
    async stop() {
      subscriptions.stop()
      await writer?.stop()
      await alarms.stop()
      await Promise.all([
        rollups.stop(),
        remakeDays.stop(),
        states.stop(),
        unparsed.stop(),
        connectionLog.stop(),
        leases.stop(),
        maintaining.catch(() => undefined),
      ])
    },
  }
}

function daysOf(settings: Settings): Readonly<Record<number, number>> {
  return {
    [RETENTION.short]: settings['acquisition.shortDays'],
    [RETENTION.standard]: settings['acquisition.standardDays'],
    [RETENTION.long]: settings['acquisition.longDays'],
  }
}

/** The same answer for so long: asking the parameters takes a statement, and there are ten thousand messages a second. */
function keptFor<Result>(ms: number, read: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined
  return () => {
    if (last && performance.now() - last.at < ms) return last.result
    const result = read()
    const mine = (last = { at: performance.now(), result })
    result.catch(() => {
      if (last === mine) last = undefined
    })
    return result
  }
}
