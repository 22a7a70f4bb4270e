/** What the tables know of devices that send and devices that are asked: how many, how many of them lately, and what went wrong last. */
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export interface Fault {
  readonly code: string
  readonly at: string | null
  readonly device: string | null
  readonly time: number
}
export interface Figures {
  readonly devices: number
  readonly seen: number
  readonly error: Fault | null
}

/** Heard of within this counts as there. */
const LATELY = sql.lit('10 minutes')

/**
 * The figures of devices that send by themselves and of those that are asked over Modbus, and the code of the tenant.
 * @param tenantId The transaction sees that tenant; all of them without one. `withPlace`: device and place of the last error as well.
 */
export async function figuresOf(
  tx: Transaction,
  { tenantId, withPlace }: { tenantId?: TenantId; withPlace: boolean },
): Promise<{ push: Figures; modbus: Figures; code?: string }> {
  const states = build
    .selectFrom('devices')
    .leftJoin('device_states', (on) =>
      on.onRef('device_states.tenant_id', '=', 'devices.tenant_id').onRef('device_states.device_id', '=', 'devices.id'),
    )
    .where('device_status', '=', 1)
    .$if(tenantId !== undefined, (query) => query.where('devices.tenant_id', '=', tenantId as NonNullable<typeof tenantId>))
  const [counts, faults, tenant] = await Promise.all([
    tx.all(
      states
        .select([
          'connection',
          sql<string>`count(*)`.as('devices'),
          sql<string>`count(*) filter (where seen_at > now() - interval ${LATELY})`.as('seen'),
        ])
        .groupBy('connection'),
    ),
    tx.all(
      states
        .select(['connection', 'device_code', 'device_states.error', 'error_detail', 'error_at'])
        .where('error_at', 'is not', null)
        .distinctOn('connection')
        .orderBy('connection')
        .orderBy('error_at', 'desc'),
    ),
    tenantId === undefined ? undefined : tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', tenantId)),
  ])
  const of = (connection: 'push' | 'modbus'): Figures => {
    const count = counts.find((row) => row.connection === connection)
    const last = faults.find((row) => row.connection === connection)
    return {
      devices: Number(count?.devices ?? 0),
      seen: Number(count?.seen ?? 0),
      error: last?.error_at
        ? {
            code: last.error ?? '',
            at: withPlace ? (last.error_detail ?? '') : null,
            device: withPlace ? last.device_code : null,
            time: last.error_at.getTime(),
          }
        : null,
    }
  }
  return { push: of('push'), modbus: of('modbus'), ...(tenant ? { code: tenant.tenant_code } : {}) }
}
