/** Who has how many messages of a lane on their way: of channels and tenants that wait for an answer, some slots stay free for others. */
import type { TenantId } from '../../../model/brands.ts'

/** By one channel of a tenant, so that one that does not answer leaves slots for the others. */
const SLOTS_PER_CHANNEL = 2

interface Sent {
  readonly channel_id: string | null
  readonly tenant_id: TenantId
}

/** Whose messages wait because enough of them are on their way. */
export interface Occupied {
  readonly channels: readonly string[]
  readonly tenants: readonly TenantId[]
}

export interface Slots {
  areAllBusy(): boolean
  take(row: Sent): void
  free(row: Sent): void
  occupied(): Occupied
}

/** The slots of a lane, none of them taken. One tenant takes half of them, so that what all its channels are waiting for keeps nobody else waiting. */
export function openSlots(most: number): Slots {
  const byChannel = new Map<string, number>()
  const byTenant = new Map<TenantId, number>()
  let busy = 0
  const count = ({ channel_id: channel, tenant_id: tenant }: Sent, by: 1 | -1) => {
    busy += by
    if (channel !== null) countIn(byChannel, channel, by)
    countIn(byTenant, tenant, by)
  }
  return {
    areAllBusy: () => busy >= most,
    take: (row) => count(row, 1),
    free: (row) => count(row, -1),
    occupied: () => ({ channels: atLeast(byChannel, SLOTS_PER_CHANNEL), tenants: atLeast(byTenant, Math.ceil(most / 2)) }),
  }
}

function countIn<Id>(underWay: Map<Id, number>, id: Id, by: 1 | -1): void {
  const count = (underWay.get(id) ?? 0) + by
  if (count > 0) underWay.set(id, count)
  else underWay.delete(id)
}

const atLeast = <Id>(underWay: ReadonlyMap<Id, number>, most: number): Id[] =>
  [...underWay].flatMap(([id, count]) => (count >= most ? [id] : [])).toSorted()
