/** What writing a machine or a calibration entails for its device: collectors judge what it measures anew from now on, and runs that it measured in are judged anew. */
import type { Resource } from '../../model/resource.ts'
import { registryChanged, touchRunsOf } from '../acquisition/index.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { AddRules, Asking, ChangeRules, NounWrites, RowChange, Written } from '../kernel/resources/noun-writes.ts'
import { writes } from '../kernel/resources/noun-writes.ts'

/** What a row has to do with measuring. */
export interface Measuring {
  readonly devices: readonly string[]
  /** What is measured by it, as text; whatever else of the row changes is of no consequence. */
  readonly by: string
}
type MeasuringById = ReadonlyMap<string, Measuring>

interface Rules {
  readonly judgeNew?: NonNullable<AddRules['judge']>
  readonly judgeChanges?: NonNullable<ChangeRules['judge']>
  /** What a change entails besides, after it was made. */
  readonly afterChanging?: (tx: Transaction, asking: Asking, changes: readonly RowChange[]) => Promise<unknown>
}

/** The rules of writing a noun of which devices hang on. @param read What rows of these ids have to do with measuring, by id */
export function measuringWrites(
  of: Resource,
  read: (tx: Transaction, ids: readonly string[]) => Promise<MeasuringById>,
  { judgeNew, judgeChanges, afterChanging }: Rules = {},
): NounWrites {
  const follow = async (tx: Transaction, asking: Asking, devices: readonly string[]): Promise<void> => {
    if (devices.length === 0) return
    await touchRunsOf(tx, [...new Set(devices)])
    await registryChanged(tx, asking)
  }
  return writes(of, {
    add: {
      ...(judgeNew ? { judge: judgeNew } : {}),
      async apply(tx, asking, rows, insert) {
        await insert(rows)
        const ids = rows.map(({ id }) => id)
        await follow(tx, asking, allOf(await read(tx, ids)))
      },
    },
    change: {
      ...(judgeChanges ? { judge: judgeChanges } : {}),
      async apply(tx, asking, changes, change): Promise<readonly Written[]> {
        const ids = changes.map(({ id }) => id)
        const before = await read(tx, ids)
        const written = await change(changes)
        await afterChanging?.(tx, asking, changes)
        await follow(tx, asking, changedOf(before, await read(tx, ids)))
        return written
      },
    },
    remove: {
      async apply(tx, asking, ids, erase) {
        const devices = allOf(await read(tx, ids))
        const removed = await erase()
        await follow(tx, asking, devices)
        return removed
      },
    },
  })
}

const allOf = (rows: MeasuringById): string[] => [...rows.values()].flatMap(({ devices }) => devices)

/** The devices, before and after, of the rows that measure otherwise now. */
function changedOf(before: MeasuringById, after: MeasuringById): string[] {
  const isSame = (id: string) => textOf(before.get(id)) === textOf(after.get(id))
  return [...before, ...after].flatMap(([id, { devices }]) => (isSame(id) ? [] : devices))
}
const textOf = (row: Measuring | undefined): string => JSON.stringify(row && [[...row.devices].sort(), row.by])
