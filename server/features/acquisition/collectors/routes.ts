import * as contract from '../../../../model/contract/acquisition/collectors.ts'
import { devices, points } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { figuresOf } from './figures.ts'

/** What stands at the server is the operator's; a tenant is told of its own devices and of the buses they stand on. */
const queryCollector = implement(contract.queryCollector, {
  access: 'granted',
  of: devices,
  summary:
    'How readings come in: the collectors of this server with their state, rate and last error, as far as they concern the tenant; all of it for the operator',
  async handle({ caller, services, inScopeOf }) {
    const { acquisition, transactions } = services
    const view = viewOf(caller, devices)
    const showsAll =
      viewOf(caller, points).sees('pointKey') &&
      (['deviceCode', 'modbusHost', 'modbusPort', 'modbusUnit'] as const).every((name) => view.sees(name))
    const [own, all] = await Promise.all([
      inScopeOf(devices, (tx) => figuresOf(tx, { tenantId: caller.tenantId, withPlace: showsAll })),
      caller.isPlatform
        ? transactions.inPlatform(
            'the operator sees how much comes in, and of whom nothing',
            (tx) => figuresOf(tx, { withPlace: false }),
            'read',
          )
        : undefined,
    ])
    const { push, modbus, code } = { ...own, ...all }
    // A tenant's share, or everything.
    const whose = caller.isPlatform ? undefined : caller.tenantId
    const { mqtt, modbus: poller } = acquisition.collectors
    const at = mqtt?.state
    const buses = poller?.lines?.() ?? []
    const ownBuses = buses.filter(({ tenantId }) => tenantId === caller.tenantId)
    const counted = caller.isPlatform ? buses : ownBuses
    const { simulator } = acquisition
    const simulated = [...(simulator?.devices ?? [])]
      .filter(([tenantCode]) => caller.isPlatform || tenantCode === code)
      .map(([, count]) => count)
    return {
      mqtt: {
        state: at?.state === 'listening' || at?.state === 'failed' ? at.state : 'off',
        port: at?.state === 'listening' ? at.port : null,
        tls: at?.state === 'listening' && at.tls,
        reason: at?.state === 'failed' ? at.error : null,
        connections: mqtt?.connectionsOf?.(whose) ?? 0,
        perMinute: acquisition.meters.mqtt.perMinute(whose),
      },
      http: { perMinute: acquisition.meters.http.perMinute(whose) },
      file: { perMinute: acquisition.meters.file.perMinute(whose) },
      push,
      modbus: {
        ...modbus,
        state: poller?.state.state === 'polling' ? 'polling' : 'off',
        perMinute: acquisition.meters.modbus.perMinute(whose),
        total: counted.length,
        connected: counted.filter(({ state }) => state === 'connected').length,
        buses: ownBuses.map((bus) => ({
          host: view.sees('modbusHost') ? bus.host : null,
          port: view.sees('modbusPort') ? bus.port : null,
          state: bus.state,
          devices: bus.devices,
          away: view.sees('modbusUnit') ? [...bus.away] : [],
          lateMs: bus.lateMs,
        })),
      },
      simulator:
        simulator && (caller.isPlatform || simulated.length > 0)
          ? {
              state: simulator.state,
              port: simulator.port ?? null,
              reason: simulator.error ?? null,
              mqttDevices: simulated.reduce((sum, { mqtt: some }) => sum + some, 0),
              modbusDevices: simulated.reduce((sum, { modbus: some }) => sum + some, 0),
            }
          : null,
      allowed: caller.urls.has(contract.importReading.path) && !caller.hiddenButtons.has('collectors:import') ? ['import' as const] : [],
      queue: caller.isPlatform ? { values: acquisition.queue.samples, messages: acquisition.ingest.held } : null,
    }
  },
})

export const collectorsFeature: Feature = { tag: 'collectors', routes: [queryCollector] }
