import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { devices, points } from '../../../../model/index.ts'
import { expectedSeconds, presence, statement } from '../../../acquisition/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

interface Found {
  state: Presence
  seen: number | null
  expected: number
  messages: number
  readings: number
  refused: number
  error: string | null
  detail: string | null
  error_at: number | null
}

export const queryDeviceState = implement(contract.queryDeviceState, {
  access: 'granted',
  summary: 'How a device is connected: when it was heard of last, what it sent, and what was wrong last; times in milliseconds since 1970',
  of: devices,
  async handle({ input, caller, services: { acquisition }, inTenant }) {
    // Its values are on the page at once: what was counted with them must not come a second later.
    await acquisition.states.settled(input.id)
    const stale = sql`(select min(points.stale_seconds) from points where points.tenant_id = devices.tenant_id and points.device_id = devices.id)`
    const expected = expectedSeconds(stale)
    const view = viewOf(caller, devices)
    const found = await inTenant((tx) =>
      tx.first(
        statement(sql<Found>`
      select ${presence(expected, view.sees('deviceStatus'))} as state, extract(epoch from seen_at)::float8 * 1000 as seen, (${expected})::integer as expected,
        coalesce(messages, 0)::float8 as messages, coalesce(readings, 0)::float8 as readings, coalesce(refused, 0)::float8 as refused,
        error, error_detail as detail, extract(epoch from error_at)::float8 * 1000 as error_at
      from devices left join device_states on device_states.tenant_id = devices.tenant_id and device_states.device_id = devices.id
      where devices.id = ${input.id}::uuid`),
      ),
    )
    if (!found) return fail('row.not-found')
    const { state, seen, expected: within, messages, readings, refused, error, detail, error_at: time } = found
    return {
      state,
      seen,
      expectedSeconds: view.sees('pollSeconds') && viewOf(caller, points).sees('staleSeconds') ? within : null,
      messages,
      readings,
      refused,
      error: error === null ? null : { code: error, at: viewOf(caller, points).sees('pointKey') ? (detail ?? '') : '', time },
    }
  },
})
