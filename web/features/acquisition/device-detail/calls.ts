import type { Presence } from '../../../../model/acquisition/presence.ts'
import { call } from '../../../kernel/http/api.ts'

/** Times in milliseconds since 1970. */
export interface DeviceState {
  readonly state: Presence
  readonly seen: number | null
  /** Null for whoever does not see what it is made of. */
  readonly expectedSeconds: number | null
  readonly messages: number
  readonly readings: number
  readonly refused: number
  readonly error: { readonly code: string; readonly at: string; readonly time: number | null } | null
}

export const readState = (id: string, signal: AbortSignal) =>
  call<DeviceState>('GET', '/api/acquisition/device/queryDeviceState', { query: { id }, signal, quiet: true })
