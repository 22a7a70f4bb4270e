/** What somebody needs who connects a device, or looks why it is not heard of: how it signs in, what became of that, and what it sent last. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import { devices, points, unparsedMessages } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'

/** Keys of points that an example of a message has. */
const EXAMPLES = 2
const SHOWN = 100

export const queryDeviceConnection = implement(contract.queryDeviceConnection, {
  access: 'granted',
  summary: 'How a device that sends signs in: its user name and topic, where the broker is, and keys of its points',
  of: devices,
  async handle({ input, caller, services: { acquisition, config }, inTenant }) {
    const found = await inTenant(async (tx) => {
      const device = await tx.first(
        build
          .selectFrom('devices')
          .innerJoin('tenants', 'tenants.id', 'devices.tenant_id')
          .select(['device_code', 'tenant_code', sql<boolean>`secret_hash is not null`.as('has_secret'), 'secret_changed_at'])
          .where('devices.id', '=', input.id),
      )
      return device && { ...device, keys: await readKeys(tx, input.id) }
    })
    if (!found) return fail('row.not-found')
    const seesCode = viewOf(caller, devices).sees('deviceCode')
    const state = acquisition.collectors.mqtt?.state
    const { host = null, port, tls } = config.mqttPublic
    return {
      userName: seesCode ? `${found.tenant_code}/${found.device_code}` : null,
      topic: seesCode ? `d/${found.device_code}` : null,
      mqtt: state?.state === 'listening' ? { host, port: port ?? state.port, tls: tls ?? state.tls } : null,
      secret: found.secret_changed_at !== null ? 'given' : found.has_secret ? 'simulated' : 'none',
      points: viewOf(caller, points).sees('pointKey') ? found.keys : [],
    }
  },
})

async function readKeys(tx: Transaction, deviceId: string): Promise<string[]> {
  const rows = await tx.all(
    build.selectFrom('points').select('point_key').where('device_id', '=', deviceId).orderBy('display_order').orderBy('id').limit(EXAMPLES),
  )
  return rows.map((row) => row.point_key)
}

export const queryDeviceLog = implement(contract.queryDeviceLog, {
  access: 'granted',
  summary: 'When a device connected and why that ended, and what was refused of it; the newest first, of two weeks at most',
  of: devices,
  async handle({ input, caller, services: { acquisition }, inTenant }) {
    await acquisition.connectionLog.flush()
    const rows = await inTenant(async (tx) => {
      await assertSeen(tx, input.id)
      return tx.all(
        build
          .selectFrom('device_events')
          .select(['happened_at', 'event', 'code', 'place'])
          .where('device_id', '=', input.id)
          .orderBy('happened_at', 'desc')
          .orderBy('id', 'desc')
          .limit(SHOWN),
      )
    })
    const seesKeys = viewOf(caller, points).sees('pointKey')
    return {
      list: rows.map(({ happened_at: time, event, code, place }) => ({ time: time.getTime(), event, code, place: seesKeys ? place : '' })),
    }
  },
})

export const queryDeviceMessages = implement(contract.queryDeviceMessages, {
  access: 'granted',
  summary: 'The last messages of a device as they came, as this server has taken them since its start; the newest first',
  of: devices,
  async handle({ input, caller, services: { acquisition }, inTenant }) {
    await inTenant((tx) => assertSeen(tx, input.id))
    const view = viewOf(caller, points)
    const kept = viewOf(caller, unparsedMessages)
    // A message names points and tells their values.
    if (!view.sees('pointKey') || !view.allowed.includes('latest') || !kept.sees('messageHead') || !kept.sees('topic')) return { list: [] }
    return {
      list: acquisition.recent.of(input.id).map(({ start, topic = '', fault, ...message }) => ({
        ...message,
        topic,
        text: start.toString('utf8'),
        fault: fault ?? null,
      })),
    }
  },
})

/** In the scope of whoever asks. */
async function assertSeen(tx: Transaction, id: string): Promise<void> {
  if (!(await tx.first(build.selectFrom('devices').select('id').where('id', '=', id)))) fail('row.not-found')
}
