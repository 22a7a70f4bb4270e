/** The standard verbs of a noun of the registry: each change tells whoever remembers the registry (invalidations.ts), when it is committed. */
import type { TenantId } from '../../model/brands.ts'
import type { Resource } from '../../model/resource.ts'
import type { Call, Route } from '../kernel/http/http.ts'
import { add } from '../kernel/resources/add.ts'
import type { Beside } from '../exchange/index.ts'
import { exportsOf, importOf } from '../exchange/index.ts'
import { list } from '../kernel/resources/list.ts'
import type { AddRules, ChangeRules, NounWrites } from '../kernel/resources/noun-writes.ts'
import { writes } from '../kernel/resources/noun-writes.ts'
import { remove } from '../kernel/resources/remove.ts'
import { update } from '../kernel/resources/update.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

declare module '../kernel/runtime/invalidations.ts' {
  interface InvalidationPayloads {
    /** Devices, points or types are not as they were: what is remembered of a tenant's registry is read again. */
    'registry-changed': { tenantId: TenantId }
  }
}

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

/** Publishes, with the transaction, that devices or points of the caller's tenant have changed. */
export async function registryChanged(tx: Transaction, { caller: { tenantId }, services }: Asking): Promise<void> {
  await services.invalidations.publish(tx, { kind: 'registry-changed', tenantId })
}

interface Rules {
  /** What new rows bring along, in the same transaction. */
  readonly afterAdding?: (tx: Transaction, ids: readonly string[]) => Promise<unknown>
  /** What rows that were brought back have again. */
  readonly afterRestoring?: (tx: Transaction, ids: readonly string[]) => Promise<unknown>
  readonly takes?: NonNullable<AddRules['takes']>
  readonly judgeNew?: NonNullable<AddRules['judge']>
  readonly judgeChanges?: NonNullable<ChangeRules['judge']>
}

/** What writing a noun of the registry entails. */
export function registryWrites(of: Resource, { afterAdding, afterRestoring, takes, judgeNew, judgeChanges }: Rules = {}): NounWrites {
  return writes(of, {
    add: {
      ...(takes ? { takes } : {}),
      ...(judgeNew ? { judge: judgeNew } : {}),
      async apply(tx, asking, rows, insert) {
        await insert(rows)
        await afterAdding?.(
          tx,
          rows.map(({ id }) => id),
        )
        await registryChanged(tx, asking)
      },
    },
    change: {
      ...(judgeChanges ? { judge: judgeChanges } : {}),
      async apply(tx, asking, changes, change) {
        const written = await change(changes)
        await registryChanged(tx, asking)
        return written
      },
    },
    restore: {
      async apply(tx, asking, ids) {
        await afterRestoring?.(tx, ids)
        await registryChanged(tx, asking)
      },
    },
    remove: {
      async apply(tx, asking, _ids, erase) {
        const removed = await erase()
        await registryChanged(tx, asking)
        return removed
      },
    },
  })
}

/** The add, update, delete and import routes of a noun of the registry: each write also publishes {@link registryChanged}. */
export function registryRoutes(noun: NounWrites, beside?: Beside): Route[] {
  return [list(noun.of), ...exportsOf(noun.of, beside), add(noun), update(noun), remove(noun), importOf(noun)]
}
