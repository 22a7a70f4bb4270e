import { call } from '../../../kernel/http/api.ts'

/** What a device proves itself with; the server tells it once. */
export interface Issued {
  /** Null for somebody who does not see the codes of devices. */
  readonly deviceCode: string | null
  readonly secret: string
}

export const newSecret = (id: string) => call<Issued>('POST', '/api/acquisition/device/resetDeviceSecret', { json: { id } })

export const applyType = (ids: readonly string[]) =>
  call<{ added: number }>('POST', '/api/acquisition/device/applyDeviceType', { json: { id: ids } })

export interface Reading {
  readonly words: readonly number[]
  /** Null where the words are no finite number. */
  readonly raw: number | null
  readonly value: number | null
  readonly milliseconds: number
}

/** The dialog says itself what went wrong. A device has a few seconds to answer. */
export const testRead = (values: object) =>
  call<Reading>('POST', '/api/acquisition/device/testReadDevice', { json: values, quiet: true, limit: 12_000 })

/** Those that the operator has given to the tenant for its polled devices. */
export const queryNetworks = () => call<{ networks: readonly string[] }>('GET', '/api/acquisition/device/queryNetworks', { quiet: true })
