/** What is needed wherever the upkeep of the demonstration is stored. */
import type { TenantId } from '../../model/brands.ts'
import type { CheckItem, CheckResult } from '../../model/maintenance/checklist.ts'
import { dayOf } from '../../model/maintenance/due-days.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Services } from '../kernel/services.ts'

export type Ids = ReadonlyMap<string, string>
export const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]

export interface Storing {
  readonly tx: Transaction
  readonly tenantId: TenantId
  readonly services: Pick<Services, 'scheduler' | 'clock'>
  readonly personIn: (username: string) => string
  readonly zone: string
  readonly now: number
  readonly machines: Ids
  readonly sites: Ids
  readonly points: Ids
}

/** The day so many days ago, by the clock of the tenant. */
export const dayAgo = ({ zone, now }: Storing, days: number): string => dayOf(zone, now - days * DAY_MS)

/** What is found where all is as it should be. */
export function fine(item: CheckItem, nth: number): CheckResult {
  if (item.kind === 'check') return { key: item.key, passed: true }
  if (item.kind !== 'number') return { key: item.key }
  const [low, high] = [item.low ?? (item.high ?? 0) * 0.4, item.high ?? (item.low ?? 0) * 2]
  return { key: item.key, value: Math.round((low + (high - low) * (0.4 + 0.1 * (nth % 3))) * 100) / 100 }
}
