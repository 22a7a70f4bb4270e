/** How all devices of the tenant do; the overview and the workbench show it. */
import { queryOptions } from '@tanstack/react-query'
import type { Presence } from '../../../model/acquisition/presence.ts'
import { call } from '../../kernel/http/api.ts'

export interface PlaceFigures {
  readonly id: string
  readonly name: string
  readonly longitude: number
  readonly latitude: number
  readonly devices: number
  readonly state: Presence | null
}

export interface AilingDevice {
  readonly id: string
  readonly name: string
  readonly state: Presence
  readonly seen: number | null
  /** `at` is empty where nobody may know. */
  readonly error: { readonly code: string; readonly at: string; readonly time: number | null } | null
}

/** Times in milliseconds since 1970. */
export interface Overview {
  readonly projects: number
  readonly sites: number
  readonly devices: Readonly<Record<Presence, number>>
  readonly points: Readonly<Record<'good' | 'uncertain' | 'bad' | 'stale' | 'none', number>>
  readonly perMinute: number
  readonly received: readonly { readonly time: number; readonly readings: number; readonly refused: number }[]
  readonly collectors: readonly {
    readonly name: string
    readonly state: string
    readonly port: number | null
    readonly error: string | null
  }[]
  readonly places: readonly PlaceFigures[] | null
  readonly ailing: readonly AilingDevice[] | null
}

/** Milliseconds. */
const AGAIN = 10_000

/** Asked again and again while somebody looks at it. */
export const overviewOf = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call<Overview>('GET', '/api/acquisition/overview/queryOverview', { signal, quiet: true }),
  refetchInterval: AGAIN,
})
