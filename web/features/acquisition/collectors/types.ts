/** What the server tells of its collectors. */
export interface Fault {
  readonly code: string
  readonly at: string | null
  readonly device: string | null
  readonly time: number
}
interface Figures {
  readonly devices: number
  readonly heard: number
  readonly error: Fault | null
}

export interface Bus {
  readonly host: string | null
  readonly port: number | null
  readonly state: 'starting' | 'connected' | 'unreachable' | 'refused' | 'elsewhere'
  readonly devices: number
  /** Units that are left alone for now. */
  readonly away: readonly number[]
  readonly lateMs: number
}

export interface News {
  readonly mqtt: {
    readonly state: 'off' | 'listening' | 'failed'
    readonly port: number | null
    readonly tls: boolean
    readonly reason: string | null
    readonly connections: number
    readonly perMinute: number
  }
  readonly http: { readonly perMinute: number }
  readonly file: { readonly perMinute: number }
  readonly push: Figures
  readonly modbus: Figures & {
    readonly state: 'off' | 'polling'
    readonly perMinute: number
    readonly total: number
    readonly connected: number
    readonly buses: readonly Bus[]
  }
  readonly simulator: {
    readonly state: 'running' | 'elsewhere' | 'failed'
    readonly port: number | null
    readonly reason: string | null
    readonly mqttDevices: number
    readonly modbusDevices: number
  } | null
  /** The operator's. */
  readonly queue: { readonly values: number; readonly messages: number } | null
  readonly allowed: readonly string[]
}
