/** What is known of the simulator (server/simulator/) while there is one, and where it stands for Modbus devices. */
export const SIMULATED_HOST = '127.0.0.1'

export interface SimulatorState {
  /** `elsewhere`: another server of this database simulates. `failed`: it cannot listen for Modbus, and still sends over MQTT. */
  readonly state: 'running' | 'elsewhere' | 'failed'
  readonly port: number | undefined
  /** The code of the system, such as EADDRINUSE. */
  readonly error: string | undefined
  /** Those it speaks for just now, by the codes of their tenants. */
  readonly devices: ReadonlyMap<string, { readonly mqtt: number; readonly modbus: number }>
}
