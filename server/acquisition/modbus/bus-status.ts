/** How a Modbus bus is doing, as it is shown. */
import type { TenantId } from '../../../model/brands.ts'

export interface BusStatus {
  readonly state: 'starting' | 'connected' | 'unreachable' | 'refused' | 'elsewhere'
  /** Units that are left alone for now. */
  readonly away: readonly number[]
  /** How long the last device that answers waited beyond its time. */
  readonly lateMs: number
}

/** A bus as its devices' tenant may see it. */
export interface BusLine extends BusStatus {
  readonly tenantId: TenantId
  readonly host: string
  readonly port: number
  readonly devices: number
}
