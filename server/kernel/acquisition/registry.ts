/** The standard verbs of a noun of the registry: each change tells whoever remembers the registry (events.ts), when it is committed. */
import type { Resource } from '../../../model/resource.ts'
import type { Call, Route } from '../http.ts'
import { add, insertRow } from '../operations/add.ts'
import { exportsOf } from '../operations/exports.ts'
import { importOf } from '../operations/imports.ts'
import { list } from '../operations/list.ts'
import { remove, removeRows } from '../operations/remove.ts'
import { changeRow, update } from '../operations/update.ts'
import type { Transaction } from '../tenant.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

export async function registryChanged(tx: Transaction, { caller: { tenantId }, services }: Asking): Promise<void> {
  await services.events.publish(tx, { kind: 'registry-changed', tenantId })
}

/** @param afterAdding What new rows bring along, in the same transaction, whether a person or an import added them. */
export function registryRoutes(of: Resource, afterAdding?: (tx: Transaction, ids: readonly string[]) => Promise<unknown>): Route[] {
  return [
    list(of),
    ...exportsOf(of),
    add(of, async (tx, noun, call, values, extra) => {
      const written = await insertRow(tx, noun, call, values, extra)
      await afterAdding?.(tx, [written.id])
      await registryChanged(tx, call)
      return written
    }),
    update(of, async (tx, noun, call, change) => {
      const written = await changeRow(tx, noun, call, change)
      await registryChanged(tx, call)
      return written
    }),
    remove(of, async (tx, noun, call, ids) => {
      const removed = await removeRows(tx, noun, call, ids)
      await registryChanged(tx, call)
      return removed
    }),
    importOf(of, {
      afterAdding: async (tx, asking, ids) => {
        await afterAdding?.(tx, ids)
        await registryChanged(tx, asking)
      },
      afterUndo: registryChanged,
    }),
  ]
}
