/** The devices of the demonstration, and only those: nobody else's are ever spoken for. */
import type { PointSeed, TenantSeed } from '../../seeds/tenant.ts'
import type { Model } from './model.ts'
import { models } from './models.ts'
import { seedOf } from './physics.ts'

export interface SimulatedDevice {
  readonly tenantCode: string
  readonly code: string
  readonly seed: number
  readonly model: Model
  readonly points: readonly PointSeed[]
  /** Where it stands on its bus; absent for one that sends by itself. */
  readonly unit?: number
  readonly isPolled: boolean
}

/** The devices of the demonstration that the simulator speaks for: those whose type it has a model of, with their points. */
export function devicesOf(tenants: readonly TenantSeed[]): SimulatedDevice[] {
  return tenants.flatMap(({ tenantCode, registry }) =>
    (registry?.devices ?? []).flatMap(({ deviceCode: code, type, modbus }) => {
      const model = models[type]
      const points = registry?.types.find(({ typeCode }) => typeCode === type)?.points
      if (!model || !points) return []
      return [
        {
          tenantCode,
          code,
          seed: seedOf(`${tenantCode}/${code}`),
          model,
          points,
          isPolled: modbus !== undefined,
          ...(modbus ? { unit: modbus.unit } : {}),
        },
      ]
    }),
  )
}
