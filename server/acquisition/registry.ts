/** The standard verbs of a noun of the registry: each change tells whoever remembers the registry (events.ts), when it is committed. */
import type { Resource } from '../../model/resource.ts'
import type { Call, Route } from '../kernel/http/http.ts'
import { add, insertRow } from '../kernel/resources/add.ts'
import { exportsOf, importOf } from '../exchange/index.ts'
import type { Special } from '../exchange/index.ts'
import { list } from '../kernel/resources/list.ts'
import { remove, removeRows } from '../kernel/resources/remove.ts'
import type { Change } from '../kernel/resources/update.ts'
import { changeRow, update } from '../kernel/resources/update.ts'
import type { Values } from '../kernel/resources/write.ts'
import { assertWritable } from '../kernel/resources/write.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { viewOf } from '../kernel/authorization/view.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

export async function registryChanged(tx: Transaction, { caller: { tenantId }, services }: Asking): Promise<void> {
  await services.events.publish(tx, { kind: 'registry-changed', tenantId })
}

interface Rules {
  /** What new rows bring along, in the same transaction, whether a person or an import added them. */
  readonly afterAdding?: (tx: Transaction, ids: readonly string[]) => Promise<unknown>
  /** What holds beyond the model, each time for the same reason. @throws Failure that names the field. */
  readonly mayBeAdded?: (tx: Transaction, call: Asking, values: Values) => Promise<void>
  readonly mayBeChanged?: (tx: Transaction, call: Asking, change: Change) => Promise<void>
  readonly judge?: NonNullable<Special['judge']>
}

export function registryRoutes(of: Resource, { afterAdding, mayBeAdded, mayBeChanged, judge }: Rules = {}): Route[] {
  return [
    list(of),
    ...exportsOf(of),
    add(of, async (tx, noun, call, values, extra) => {
      const written = await insertRow(tx, noun, call, values, extra)
      await mayBeAdded?.(tx, call, values)
      await afterAdding?.(tx, [written.id])
      await registryChanged(tx, call)
      return written
    }),
    update(of, async (tx, noun, call, change) => {
      if (mayBeChanged) {
        // What a hidden field would lead to must not be told before it is refused as unknown.
        const { id: _id, version: _version, ...given } = change
        assertWritable(noun, viewOf(call.caller, noun), given, call.t)
        await mayBeChanged(tx, call, change)
      }
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
      ...(judge ? { judge } : {}),
      afterAdding: async (tx, asking, ids) => {
        await afterAdding?.(tx, ids)
        await registryChanged(tx, asking)
      },
      afterUndo: registryChanged,
    }),
  ]
}
